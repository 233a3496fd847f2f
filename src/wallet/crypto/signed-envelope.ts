/**
 * Reads what the service signs for a page: exports, and the keys to which codes are encrypted. Both are JSON with
 * signed bytes inside, and the signer is a key that the page knows already (wire-facts 5.1, 11.2).
 * @module
 */
import * as v from 'valibot'
import { type Bytes, hexToBytes } from '../../encoding.js'
import { derToP1363 } from '../../p1363.js'
import { fieldsOf, looseObject, parse, type Schema } from '../../wire/schema.js'
import { uncompressedPoint } from './point.js'

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const MAX_DER = 72

/** An even number of hex digits, in upper or lower case. */
export const Hex: Schema<string> = v.pipe(v.string(), v.regex(/^(?:[\da-f]{2})*$/i))

const Envelope: Schema<{ data: string; dataSignature: string; enclaveQuorumPublic: string }> = looseObject({
  version: v.literal('v1.0.0'),
  data: Hex,
  dataSignature: v.pipe(Hex, v.maxLength(2 * MAX_DER)),
  // Empty, or the form of an uncompressed SEC1 point. It is only compared with the pinned key.
  enclaveQuorumPublic: v.pipe(v.string(), v.regex(/^(?:04[\da-f]{128})?$/i)),
})

/** The signed part of an envelope, with its signature and the signer that the envelope names. */
export interface SignedData {
  readonly data: Bytes
  /** DER, over the bytes of `data`. */
  readonly signature: Bytes
  /** The public key that the envelope names as its signer: uncompressed, hex. */
  readonly claimedSigner: string
}

/** Makes the error for a text that is malformed. The text ends a sentence. */
export type Malformed = (what: string, cause?: unknown) => Error

/** Limit in characters for an envelope, and for the JSON inside it. Real envelopes are much shorter. */
const MAX_ENVELOPE = 16_384

/** Reads an envelope. Throws the error of `malformed`. */
export function readEnvelope(text: string, malformed: Malformed): SignedData {
  const { data, dataSignature, enclaveQuorumPublic } = readJson(Envelope, text, malformed)
  return {
    data: bytesOf(data),
    signature: bytesOf(dataSignature),
    claimedSigner: enclaveQuorumPublic.toLowerCase(),
  }
}

/** Reads JSON text with a schema. Throws the error of `malformed`. */
export function readJson<T>(schema: Schema<T>, text: string, malformed: Malformed): T {
  if (text.length > MAX_ENVELOPE) throw malformed('is too long')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw malformed('is not JSON', cause)
  }
  const parsed = parse(schema, value)
  if (parsed.ok) return parsed.value
  throw malformed(`has fields that are missing or malformed: ${fieldsOf(parsed.issues)}`)
}

/** The bytes of a text that a schema has accepted as hex. */
export const bytesOf = (hex: string): Bytes => hexToBytes(hex) ?? new Uint8Array()

/**
 * The pinned key as 65 uncompressed bytes. Throws a `TypeError` unless the hex text is a P-256 public key (SEC1).
 *
 * @param of - what is signed, for the message of the error
 */
export function pinnedSigner(signer: string, of = 'export'): Bytes {
  const point = uncompressedPoint(bytesOf(signer))
  if (!point) throw new TypeError(`The ${of} signer must be a P-256 public key in hex.`)
  return point
}

/** Whether the signature of an envelope is by the pinned key. */
export async function isSignedBy(pinned: Bytes, { data, signature }: SignedData): Promise<boolean> {
  const p1363 = derToP1363(signature)
  const key = await crypto.subtle.importKey('raw', pinned, ECDSA, false, ['verify'])
  return p1363 !== undefined && crypto.subtle.verify(ECDSA, key, p1363, data)
}
