/** What the state says of sessions and attempts: everything but what is secret. @module */
import type { Awaited, SessionInfo } from '../machine.js'
import type { StoredSession } from '../record.js'
import type { Attempt } from './attempt.js'

/** What the state says of an attempt whose proof is awaited. */
export const awaitedBy = ({ method, credential, mailedAt }: Attempt): Awaited => ({
  type: method.type,
  proof: method.proof,
  credential,
  ...(method.proof === 'otp' ? { resendAt: new Date(mailedAt).toISOString() } : {}),
})

/** What the state says of a session: everything but its keys. */
export const infoOf = (session: StoredSession): SessionInfo => {
  const { id, accountId, credential, type, nickname, expiresAt, publicKey } = session
  return { id, accountId, credential, type, nickname, expiresAt, publicKey }
}
