/** Verifies the stamp of a signed request. @module */
import { readStamp, stampVerifies } from '../crypto/stamp.js'
import type { Context } from '../handler/context.js'
import { activeSessionsOf, isActive } from '../handler/find-records.js'
import type { SessionRecord } from '../state/state.js'
import { stampRefusal } from './stamp-refusal.js'

/** A request's stamp, and the data against which it is checked. */
export interface StampRequirement {
  /** The value of the header `Service-Wallet-Signature` as received. `undefined` if the request has no stamp. */
  readonly stamp: string | undefined
  readonly payloadToSign: string
  readonly accountId: string
  /** Whether a session may stamp. Default: every active session of the account may stamp. */
  readonly signer?: (session: SessionRecord) => boolean
}

/**
 * Resolves with the session that made the stamp. Rejects with 401 unless the session is active, belongs to the account,
 * may stamp, and has stamped exactly `payloadToSign`. The error message tells developers which check failed. In sandbox
 * mode a magic stamp is accepted without any check, and the result is `undefined`.
 */
export async function requireStamp(
  context: Context,
  wanted: StampRequirement,
): Promise<SessionRecord | undefined> {
  const invalid = (message: string) => stampRefusal(context, 'WALLET_SIGNATURE_INVALID', message)
  if (wanted.stamp === undefined)
    throw stampRefusal(context, 'WALLET_SIGNATURE_MISSING', 'The wallet signature header is missing.')
  if (context.magic.stamp(wanted.stamp)) return undefined
  const stamp = readStamp(wanted.stamp)
  if (!stamp)
    throw stampRefusal(context, 'WALLET_SIGNATURE_MALFORMED', 'The wallet signature is not a valid stamp.')
  const session = activeSessionsOf(context, wanted.accountId).find(
    (one) => one.compressedKey === stamp.publicKey,
  )
  if (!session) throw invalid('The stamp does not name an active session of the account.')
  if (wanted.signer && !wanted.signer(session)) throw invalid('This session may not sign this request.')
  if (!(await stampVerifies(stamp, wanted.payloadToSign, session.publicKey))) {
    throw invalid('The stamp does not match the payload.')
  }
  // The session may have been revoked while the stamp was being verified.
  const now = context.state.sessions.get(session.wire.id)
  if (!now || !isActive(context, now)) throw invalid('The session has ended.')
  return now
}
