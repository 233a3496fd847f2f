/** Opens the sealed recovery phrase of an export: a signed envelope or base58check (wire-facts 5.1). @module */
import * as v from 'valibot'
import { type Bytes, hexToBytes } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { ClientPublicKey } from '../../wire/client-public-key.js'
import { looseObject, parse, type Schema } from '../../wire/schema.js'
import { decodeBase58check } from './base58check.js'
import type { ClientKey } from './client-key.js'
import { assertSignedBy, assertUnsigned, pinnedSigner } from './export-signature.js'
import { openForClient } from './hpke.js'
import { uncompressedPoint } from './point.js'
import { isUtf8 } from './utf8-check.js'

/** The key that must have signed an export, and the organization that the export must name. */
export interface ExportSigner {
  /** The pinned public key of the signer: hex SEC1, compressed or not. */
  readonly signer: string
  /** If set, the signed export must name this organization [our choice]. */
  readonly organizationId?: string
}

/** Limit in characters for the envelope, and for the JSON inside it. Real envelopes are much shorter. */
const MAX_ENVELOPE = 16_384
/**
 * Limit in characters, because decoding base58 takes quadratic time. The longest BIP-39 phrase needs 370 characters.
 */
const MAX_BASE58 = 1024
const ENC = 33
const TAG = 16
const MAX_DER = 72

const hex = /^(?:[\da-f]{2})*$/i

const Envelope: Schema<{ data: string; dataSignature: string; enclaveQuorumPublic: string }> = looseObject({
  version: v.literal('v1.0.0'),
  data: v.pipe(v.string(), v.regex(hex)),
  dataSignature: v.pipe(v.string(), v.maxLength(2 * MAX_DER), v.regex(hex)),
  // Empty, or the form of an uncompressed SEC1 point. It is only compared with the pinned key.
  enclaveQuorumPublic: v.pipe(v.string(), v.regex(/^(?:04[\da-f]{128})?$/i)),
})

const Sealed: Schema<{ encappedPublic: string; ciphertext: string; organizationId?: string }> = looseObject({
  encappedPublic: ClientPublicKey,
  ciphertext: v.pipe(v.string(), v.regex(hex)),
  organizationId: v.exactOptional(v.pipe(v.string(), v.maxLength(256))),
})

/**
 * Opens an export. Resolves with the phrase as UTF-8 bytes, never as a string. The caller must wipe the bytes.
 *
 * With a signer, the envelope is opened only after its signature and any expected organization have been checked.
 * `'unsigned'` accepts the two forms that a sandbox sends: an envelope whose signature and signer are empty, or
 * base58check [reference].
 *
 * Rejects with {@link SealedKeyError}: `EXPORT_MALFORMED`, `EXPORT_UNSIGNED`, `EXPORT_SIGNER_MISMATCH`,
 * `EXPORT_SIGNATURE_INVALID`, `EXPORT_ORGANIZATION_MISMATCH`, or `SEALED_KEY_OPEN` if the export was sealed to another
 * client key; and with a `TypeError` if `signer` is not a P-256 public key.
 *
 * @example
 * const phrase = await openExport(answer.encryptedWalletCredentials, clientKey, { signer: exportSigner })
 */
export async function openExport(
  encrypted: string,
  clientKey: ClientKey,
  options: ExportSigner | 'unsigned',
): Promise<Bytes> {
  const { enc, ciphertext } = encrypted.startsWith('{')
    ? await fromEnvelope(encrypted, options)
    : fromBase58check(encrypted, options)
  const point = uncompressedPoint(enc)
  if (!point) throw malformed('The encapsulated key of the export is not a point on P-256.')
  const phrase = await openForClient(point, ciphertext, clientKey)
  if (phrase.length > 0 && isUtf8(phrase)) return phrase
  phrase.fill(0)
  throw malformed('The exported phrase is not UTF-8 text.')
}

/** The encapsulated key as a SEC1 point, compressed or uncompressed, and the ciphertext with its tag. */
interface Parts {
  readonly enc: Bytes
  readonly ciphertext: Bytes
}

async function fromEnvelope(text: string, options: ExportSigner | 'unsigned'): Promise<Parts> {
  const envelope = read(Envelope, text)
  const data = fromHex(envelope.data)
  const signed = {
    data,
    signature: fromHex(envelope.dataSignature),
    claimedSigner: envelope.enclaveQuorumPublic,
  }
  if (options === 'unsigned') assertUnsigned(signed)
  else await assertSignedBy(pinnedSigner(options.signer), signed)
  const { encappedPublic, ciphertext, organizationId } = read(Sealed, new TextDecoder().decode(data))
  const expected = options === 'unsigned' ? undefined : options.organizationId
  if (expected !== undefined && organizationId !== expected) {
    throw new SealedKeyError(
      'EXPORT_ORGANIZATION_MISMATCH',
      'The export and the stamped request name different organizations.',
    )
  }
  return { enc: fromHex(encappedPublic), ciphertext: fromHex(ciphertext) }
}

/** The bytes of a text that the schemas have accepted as hex. */
function fromHex(text: string): Bytes {
  const bytes = hexToBytes(text)
  if (!bytes) throw malformed('A field of the export is not hex.')
  return bytes
}

function fromBase58check(text: string, options: ExportSigner | 'unsigned'): Parts {
  if (options !== 'unsigned') {
    pinnedSigner(options.signer)
    throw new SealedKeyError('EXPORT_UNSIGNED', 'The export is not a signed envelope.')
  }
  const payload = decode(text)
  if (payload.length <= ENC + TAG) throw malformed('The export is too short.')
  return { enc: payload.slice(0, ENC), ciphertext: payload.slice(ENC) }
}

function decode(text: string): Bytes {
  try {
    return decodeBase58check(text, MAX_BASE58)
  } catch (cause) {
    throw malformed('The export is neither an envelope nor base58check.', cause)
  }
}

function read<T>(schema: Schema<T>, text: string): T {
  if (text.length > MAX_ENVELOPE) throw malformed('The export is too long.')
  const parsed = parse(schema, fromJson(text))
  if (parsed.ok) return parsed.value
  throw malformed(
    `Fields of the export are missing or malformed: ${[...new Set(parsed.issues.map((issue) => issue.path))].join(', ')}.`,
  )
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw malformed('The export is not JSON.', cause)
  }
}

function malformed(message: string, cause?: unknown): SealedKeyError {
  return new SealedKeyError('EXPORT_MALFORMED', message, { cause })
}
