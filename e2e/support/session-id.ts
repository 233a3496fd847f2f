/** Reads which session a page shows. @module */
import type { WalletCalls } from '../wallet-calls.js'

/** Resolves with the id of the active session. Rejects if there is none. */
export async function sessionIdOf(wallet: WalletCalls): Promise<string> {
  const { session } = await wallet.state()
  if (session.status !== 'active') throw new Error(`The session is ${session.status}, not active.`)
  return session.id
}
