/** The only script of the wallet's page: keys, storage and questions are here, and the shop's page can only ask. */
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { serveWallet } from 'embedded-wallet-auth/frame'
import { whoAmI } from '../ask.ts'
import { keyDelivery } from '../keys.ts'

defineWalletElements()
const ask = document.querySelector('wallet-confirm')

void whoAmI().then((mine) => {
  if (!mine || !ask) return
  const wallet = { ...mine, backend: '/wallet', keyDelivery }
  serveWallet({ wallet, parents: [SHOP_ORIGIN], ask })
})

/** From vite.config.ts. */
declare const SHOP_ORIGIN: string
