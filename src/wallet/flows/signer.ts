/** The signer of a session. It stamps as long as that session is the current one. @module */
import { SessionError } from '../../errors.js'
import { stamp as stampWith } from '../crypto/stamp.js'
import type { StoredSession } from '../record/record.js'
import type { CoreContext } from './context.js'

/**
 * Stamps payloads with the key of one session.
 *
 * @example
 * headers.set('Wallet-Signature', await wallet.signer.stamp(payloadToSign))
 */
export interface Signer {
  /** Compressed SEC1, 66 lower-case hex characters. */
  readonly publicKey: string
  /** `Session:<uuid>`: the session whose key signs. */
  readonly sessionId: string
  /**
   * Resolves with the value of the header `Wallet-Signature` for a payload. The payload is signed character for
   * character (Signed-retry rules).
   *
   * Use this only for payloads of the platform's own calls. If the wallet has a method for a call, use that method. A
   * payload that names a `targetPublicKey` or an export is rejected with `PAYLOAD_REFUSED`.
   *
   * Rejects with {@link SessionError} `SESSION_EXPIRED` from `expiresAt` on, `SESSION_ENDED` after a sign-out, a
   * revocation or the start of another session, and `DISPOSED` after `dispose()`.
   */
  stamp(payloadToSign: string): Promise<string>
}

/** The payload with its Unicode escapes resolved, as a JSON parser reads it. */
const unescaped = (payload: string): string =>
  payload.includes('\\u')
    ? payload.replace(/\\u(\w{4})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
    : payload

/**
 * Whether a payload is one that only the library's own methods may stamp: an export, or an operation whose answer is
 * sealed to a client key. The names may be in any case, with underscores or without.
 */
const isForOwnMethods = (payload: string): boolean => {
  const text = unescaped(payload).replaceAll('_', '').toLowerCase()
  return text.includes('targetpublickey') || text.includes('activitytypeexport')
}

/** A session's public signer, and `stamp` for the library's own calls, which check the payload first. */
export interface SessionStamps {
  readonly signer: Signer
  readonly stamp: Signer['stamp']
}

export function createSigner(
  session: StoredSession,
  guard: Pick<CoreContext, 'sandbox' | 'disposed' | 'timed'> & {
    readonly now: () => number
    readonly isCurrent: (sessionId: string) => boolean
    readonly expired: (sessionId: string) => void
  },
): SessionStamps {
  const { id, publicKey, privateKey } = session
  const end = Date.parse(session.expiresAt)
  const stamp = (payloadToSign: string): Promise<string> =>
    guard.timed(
      async () => {
        // A disposed wallet must not stamp, because it does not notice when the user signs out in another tab.
        guard.disposed.throwIfAborted()
        if (guard.now() >= end) {
          guard.expired(id)
          throw new SessionError('SESSION_EXPIRED', 'The session has expired. Sign in again.')
        }
        if (!guard.isCurrent(id))
          throw new SessionError('SESSION_ENDED', 'This signer belongs to a session that has ended.')
        return guard.sandbox.stamp
          ? guard.sandbox.stamp(payloadToSign)
          : stampWith(payloadToSign, privateKey, publicKey)
      },
      () => ({ type: 'stamp' }),
    )
  const signer = Object.freeze({
    publicKey,
    sessionId: id,
    async stamp(payloadToSign: string) {
      if (typeof payloadToSign !== 'string') throw new TypeError('stamp() needs payloadToSign: string.')
      if (isForOwnMethods(payloadToSign))
        throw new SessionError('PAYLOAD_REFUSED', 'The payload names an export or targetPublicKey.')
      return stamp(payloadToSign)
    },
  })
  return { signer, stamp }
}
