/** The signer of one session: it stamps for as long as that session is the current one. @module */

import { SessionError } from '../../errors.js'
import { stamp as stampWith } from '../crypto/stamp.js'
import type { StoredSession } from '../record/record.js'
import type { CoreContext } from './context.js'

/**
 * Stamps with the key of one session.
 *
 * @example
 * headers.set('Service-Wallet-Signature', await wallet.signer.stamp(payloadToSign))
 */
export interface Signer {
  /** Compressed SEC1, 66 lower-case hex characters. */
  readonly publicKey: string
  readonly sessionId: string
  /**
   * The value of the header `Service-Wallet-Signature` for a payload, which is signed character for character
   * (Signed-retry rules).
   *
   * Rejects with {@link SessionError}: `SESSION_EXPIRED` from `expiresAt` on, `SESSION_ENDED` after a sign-out, a revocation
   * or the start of another session.
   */
  stamp(payloadToSign: string): Promise<string>
}

export function createSigner(
  session: StoredSession,
  guard: Pick<CoreContext, 'sandbox'> & {
    readonly now: () => number
    readonly isCurrent: (sessionId: string) => boolean
    readonly expired: (sessionId: string) => void
  },
): Signer {
  const { id, publicKey, privateKey, expiresAt } = session
  return Object.freeze({
    publicKey,
    sessionId: id,
    async stamp(payloadToSign: string) {
      if (typeof payloadToSign !== 'string') throw new TypeError('stamp() needs payloadToSign: string.')
      if (guard.now() >= Date.parse(expiresAt)) {
        guard.expired(id)
        throw new SessionError('SESSION_EXPIRED', 'The session has expired: sign in again.')
      }
      if (!guard.isCurrent(id))
        throw new SessionError('SESSION_ENDED', 'This signer belongs to a session that has ended.')
      return guard.sandbox.stamp
        ? guard.sandbox.stamp(payloadToSign)
        : stampWith(payloadToSign, privateKey, publicKey)
    },
  })
}
