/** This library: the page of a returning customer, from the navigation to the first stamp. @module */
import { createWallet } from 'embedded-wallet-auth'
import { payload } from './payload.js'

async function start() {
  const wallet = createWallet({ accountId: globalThis.accountId, backend: '/wallet' })
  await wallet.ready
  const { session } = wallet.getState()
  const { signer } = wallet
  if (session.status !== 'active' || signer === undefined) throw new Error('There is no session.')
  await signer.stamp(payload)
  globalThis.stamped(Date.parse(session.expiresAt), () => signer.stamp(payload))
}

start()
