/** What the state says of a session: everything but what is secret. @module */
import type { SessionInfo } from '../machine/machine.js'
import type { StoredSession } from '../record/record.js'

/** What the state says of a session: everything but its keys. */
export const infoOf = (session: StoredSession): SessionInfo => {
  const { id, accountId, credential, type, nickname, expiresAt, publicKey } = session
  return { id, accountId, credential, type, nickname, expiresAt, publicKey }
}
