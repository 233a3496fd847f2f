/** Extending the session: the button that does it says so, and needs no other question. @module */
import type { Member } from '../app.js'

/** Refreshes the session. Rejects as the wallet does. */
export async function extendedSession({ consent, kept, wallet }: Member): Promise<void> {
  const { session } = wallet.getState()
  const details = { sessionId: 'id' in session ? session.id : '' }
  await consent.given({ operation: 'refreshSession', details }, () => wallet.sessions.refresh())
  kept.replaced.add(details.sessionId)
}
