/** This library on a lazy route: it is requested once the page runs, as most applications load a wallet. @module */
import { payload } from './payload.js'

async function start() {
  const { createWallet } = await import('embedded-wallet-auth')
  const wallet = createWallet({ accountId: globalThis.accountId, backend: '/wallet' })
  await wallet.ready
  const { session } = wallet.getState()
  const { signer } = wallet
  if (session.status !== 'active' || signer === undefined) throw new Error('There is no session.')
  await signer.stamp(payload)
  globalThis.stamped(Date.parse(session.expiresAt), () => signer.stamp(payload))
}

start()
