/** Which session a page shows. @module */
import type { WalletCalls } from '../wallet-calls.js'

/** The id of the active session; rejects without one. */
export async function sessionIdOf(wallet: WalletCalls): Promise<string> {
  const { session } = await wallet.state()
  if (session.status !== 'active') throw new Error(`The session is ${session.status}, not active.`)
  return session.id
}
