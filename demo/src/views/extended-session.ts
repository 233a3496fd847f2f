/** Extends the session. The click on the button is the consent, so no dialog follows. @module */
import type { Member } from '../member.js'

/** Extends the session. Rejects as `wallet.sessions.refresh()` does. */
export async function extendedSession({ consent, wallet }: Member): Promise<void> {
  const { session } = wallet.getState()
  const details = { sessionId: 'id' in session ? session.id : '' }
  await consent.given({ operation: 'refreshSession', details }, () => wallet.sessions.refresh())
}
