/** Opens the sealed recovery phrase of an export: a signed envelope or base58check (wire-facts 5.1). @module */
import * as v from 'valibot'
import { type Bytes, bytesToHex } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { ClientPublicKey } from '../../wire/client-public-key.js'
import { looseObject, type Schema } from '../../wire/schema.js'
import { decodeBase58check } from './base58check.js'
import type { ClientKey } from './client-key.js'
import { openForClient } from './hpke.js'
import { uncompressedPoint } from './point.js'
import {
  bytesOf,
  Hex,
  isSignedBy,
  type Malformed,
  pinnedSigner,
  readEnvelope,
  readJson,
  type SignedData,
} from './signed-envelope.js'
import { isUtf8 } from './utf8-check.js'

/** The key that must have signed an export, and the organization that the export must name. */
export interface ExportSigner {
  /** The pinned public key of the signer: hex SEC1, compressed or not. */
  readonly signer: string
  /** If set, the signed export must name this organization [our choice]. */
  readonly organizationId?: string
}

/**
 * Limit in characters, because decoding base58 takes quadratic time. The longest BIP-39 phrase needs 370 characters.
 */
const MAX_BASE58 = 1024
const ENC = 33
const TAG = 16

const Sealed: Schema<{ encappedPublic: string; ciphertext: string; organizationId?: string }> = looseObject({
  encappedPublic: ClientPublicKey,
  ciphertext: Hex,
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
  if (!point) throw malformed('has an encapsulated key that is not a point on P-256')
  const phrase = await openForClient(point, ciphertext, clientKey)
  if (phrase.length > 0 && isUtf8(phrase)) return phrase
  phrase.fill(0)
  throw malformed('is not UTF-8 text')
}

/** The encapsulated key as a SEC1 point, compressed or uncompressed, and the ciphertext with its tag. */
interface Parts {
  readonly enc: Bytes
  readonly ciphertext: Bytes
}

async function fromEnvelope(text: string, options: ExportSigner | 'unsigned'): Promise<Parts> {
  const signed = readEnvelope(text, malformed)
  if (options === 'unsigned') assertUnsigned(signed)
  else await assertSignedBy(pinnedSigner(options.signer), signed)
  const { encappedPublic, ciphertext, organizationId } = readJson(
    Sealed,
    new TextDecoder().decode(signed.data),
    malformed,
  )
  const expected = options === 'unsigned' ? undefined : options.organizationId
  if (expected !== undefined && organizationId !== expected) {
    throw new SealedKeyError(
      'EXPORT_ORGANIZATION_MISMATCH',
      'The export and the stamped request name different organizations.',
    )
  }
  return { enc: bytesOf(encappedPublic), ciphertext: bytesOf(ciphertext) }
}

/**
 * Resolves if `data` was signed with the pinned key.
 *
 * Rejects with {@link SealedKeyError}: `EXPORT_UNSIGNED`, `EXPORT_SIGNER_MISMATCH` if the envelope names another key,
 * or `EXPORT_SIGNATURE_INVALID`.
 */
export async function assertSignedBy(pinned: Bytes, signed: SignedData): Promise<void> {
  const { signature, claimedSigner } = signed
  if (signature.length === 0) throw new SealedKeyError('EXPORT_UNSIGNED', 'The export is not signed.')
  if (claimedSigner !== bytesToHex(pinned)) {
    throw new SealedKeyError('EXPORT_SIGNER_MISMATCH', 'The export names a signer other than the pinned one.')
  }
  if (!(await isSignedBy(pinned, signed))) {
    throw new SealedKeyError('EXPORT_SIGNATURE_INVALID', 'The signature of the export does not verify.')
  }
}

/**
 * Throws {@link SealedKeyError} `EXPORT_SIGNER_MISMATCH` for a signed export, because no key is pinned to check its
 * signature.
 */
function assertUnsigned({ signature, claimedSigner }: SignedData): void {
  if (signature.length === 0 && claimedSigner === '') return
  throw new SealedKeyError('EXPORT_SIGNER_MISMATCH', 'The export is signed, but no signer is pinned.')
}

function fromBase58check(text: string, options: ExportSigner | 'unsigned'): Parts {
  if (options !== 'unsigned') {
    pinnedSigner(options.signer)
    throw new SealedKeyError('EXPORT_UNSIGNED', 'The export is not a signed envelope.')
  }
  const payload = decode(text)
  if (payload.length <= ENC + TAG) throw malformed('is too short')
  return { enc: payload.slice(0, ENC), ciphertext: payload.slice(ENC) }
}

function decode(text: string): Bytes {
  try {
    return decodeBase58check(text, MAX_BASE58)
  } catch (cause) {
    throw malformed('is neither an envelope nor base58check', cause)
  }
}

const malformed: Malformed = (what, cause) =>
  new SealedKeyError('EXPORT_MALFORMED', `The export ${what}.`, { cause })
