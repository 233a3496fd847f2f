/** Reads and checks the bundle that names the key to which a code is encrypted (wire-facts 11.2 [current]). @module */
import * as v from 'valibot'
import { type Bytes, bytesToHex, hexToBytes } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { derToP1363 } from '../../p1363.js'
import { ClientPublicKey } from '../../wire/client-public-key.js'
import { looseObject, parse, type Schema } from '../../wire/schema.js'
import { uncompressedPoint } from './point.js'

/**
 * The public keys that may sign a bundle, in hex, compressed or not. `unverified` accepts any bundle: whoever relays it
 * can then read the code and take the session.
 */
export type OtpSigner = string | readonly string[]

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const MAX_BUNDLE = 4096

const hex = v.pipe(v.string(), v.regex(/^(?:[\da-f]{2})+$/i))
const Bundle: Schema<{ data: string; dataSignature: string; enclaveQuorumPublic: string }> = looseObject({
  version: v.literal('v1.0.0'),
  data: hex,
  dataSignature: hex,
  enclaveQuorumPublic: ClientPublicKey,
})
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
  const { data, dataSignature, enclaveQuorumPublic } = read(Bundle, bundle.trim().replace(/^'(.*)'$/s, '$1'))
  const signed = bytesOf(data)
  if (signer !== 'unverified') {
    const by = enclaveQuorumPublic.toLowerCase()
    const pinned = [signer].flat().map(pointOfSigner)
    const own = pinned.find((point) => bytesToHex(point) === by)
    if (!own)
      throw refusal('OTP_SIGNER_MISMATCH', 'The bundle for the code is by a signer that is not pinned.')
    const p1363 = derToP1363(bytesOf(dataSignature))
    const key = await crypto.subtle.importKey('raw', own, ECDSA, false, ['verify'])
    if (!p1363 || !(await crypto.subtle.verify(ECDSA, key, p1363, signed)))
      throw refusal('OTP_SIGNATURE_INVALID', 'The signature of the bundle for the code does not verify.')
  }
  const { targetPublic } = read(Target, new TextDecoder().decode(signed))
  const target = uncompressedPoint(bytesOf(targetPublic))
  if (!target) throw malformed('names a key that is not a point on P-256')
  return target
}

function pointOfSigner(signer: string): Bytes {
  const point = uncompressedPoint(hexToBytes(signer) ?? new Uint8Array())
  if (!point) throw new TypeError('`otpSigner` must be a P-256 public key in hex.')
  return point
}

const bytesOf = (text: string): Bytes => hexToBytes(text) ?? new Uint8Array()

function read<T>(schema: Schema<T>, text: string): T {
  if (text.length > MAX_BUNDLE) throw malformed('is too long')
  const parsed = parse(schema, fromJson(text))
  if (parsed.ok) return parsed.value
  const fields = [...new Set(parsed.issues.map(({ path }) => path))].join(', ')
  throw malformed(`has fields that are missing or malformed: ${fields}`)
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformed('is not JSON', cause)
  }
}

const refusal = (code: SealedKeyError['code'], message: string): SealedKeyError =>
  new SealedKeyError(code, `${message} The code was not sent.`)

const malformed = (what: string, cause?: unknown): SealedKeyError =>
  new SealedKeyError('OTP_BUNDLE_MALFORMED', `The bundle for the code ${what}. The code was not sent.`, {
    cause,
  })
