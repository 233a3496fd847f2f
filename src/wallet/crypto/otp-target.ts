/** Reads and checks the bundle that names the key to which a code is encrypted (wire-facts 11.2 [current]). @module */
import { type Bytes, bytesToHex } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { ClientPublicKey } from '../../wire/client-public-key.js'
import { looseObject, type Schema } from '../../wire/schema.js'
import { uncompressedPoint } from './point.js'
import {
  bytesOf,
  isSignedBy,
  type Malformed,
  pinnedSigner,
  readEnvelope,
  readJson,
} from './signed-envelope.js'

/**
 * The public keys that may sign a bundle, in hex, compressed or not. `unverified` accepts any bundle: anyone who relays
 * it can then read the code and take the session.
 */
export type OtpSigner = string | readonly string[]

const Target: Schema<{ targetPublic: string }> = looseObject({ targetPublic: ClientPublicKey })

/**
 * Resolves with the public key in a bundle: a point on P-256, uncompressed, 65 bytes.
 *
 * Rejects with {@link SealedKeyError}: `OTP_BUNDLE_MALFORMED`, `OTP_SIGNER_MISMATCH` if the bundle names a signer that
 * is not pinned, or `OTP_SIGNATURE_INVALID`; and with a `TypeError` if a pinned key is not on the curve.
 *
 * @param bundle - JSON text, perhaps in single quotes, as some of the service's examples have it
 */
export async function otpTarget(bundle: string, signer: OtpSigner): Promise<Bytes> {
  const signed = readEnvelope(bundle.trim().replace(/^'(.*)'$/s, '$1'), malformed)
  if (signer !== 'unverified') {
    const own = pinnedPoints(signer).find((point) => bytesToHex(point) === signed.claimedSigner)
    if (!own) throw refusal('OTP_SIGNER_MISMATCH', 'is by a signer that is not pinned')
    if (!(await isSignedBy(own, signed))) throw refusal('OTP_SIGNATURE_INVALID', 'has a wrong signature')
  }
  const { targetPublic } = readJson(Target, new TextDecoder().decode(signed.data), malformed)
  const target = uncompressedPoint(bytesOf(targetPublic))
  if (!target) throw malformed('names a key that is not a point on P-256')
  return target
}

/** The points that may sign, uncompressed. Throws a `TypeError` if one is not on P-256. */
export const pinnedPoints = (signer: OtpSigner): readonly Bytes[] =>
  signer === 'unverified' ? [] : [signer].flat().map((key) => pinnedSigner(key, 'code'))

const refusal = (code: SealedKeyError['code'], what: string, cause?: unknown): SealedKeyError =>
  new SealedKeyError(code, `The bundle for the code ${what}. The code was not sent.`, { cause })

const malformed: Malformed = (what, cause) => refusal('OTP_BUNDLE_MALFORMED', what, cause)
