/** The only script of the wallet's page: keys, storage and questions are here, and the shop's page can only ask. */
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { serveWallet } from 'embedded-wallet-auth/frame'
import { whoAmI } from '../ask.ts'
import { keyDelivery } from '../keys.ts'

defineWalletElements()
const ask = document.querySelector('wallet-confirm')

void whoAmI().then((mine) => {
  if (!ask) return
  // Without a login the page around the frame is told so at once.
  const wallet = mine && { ...mine, backend: '/wallet', keyDelivery }
  serveWallet({ wallet, parents: [SHOP_ORIGIN], ask })
})

/** From vite.config.ts. */
declare const SHOP_ORIGIN: string
