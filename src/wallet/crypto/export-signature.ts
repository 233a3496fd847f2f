/**
 * Checks that an export was signed with the pinned key, or that a sandbox's export is unsigned (wire-facts 5.1).
 * @module
 */
import { type Bytes, bytesToHex, hexToBytes } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { derToP1363 } from '../../p1363.js'
import { uncompressedPoint } from './point.js'

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** The pinned key as 65 uncompressed bytes. Throws a `TypeError` unless the hex text is a P-256 public key (SEC1). */
export function pinnedSigner(signer: string): Bytes {
  const point = uncompressedPoint(hexToBytes(signer) ?? new Uint8Array())
  if (!point) throw new TypeError('The export signer must be a P-256 public key in hex.')
  return point
}

/** The signed part of an envelope, with its signature and the signer that the envelope names. */
export interface SignedData {
  readonly data: Bytes
  /** DER, over the bytes of `data`. */
  readonly signature: Bytes
  /** The public key that the envelope names as its signer: uncompressed, hex. */
  readonly claimedSigner: string
}

/**
 * Resolves if `data` was signed with the pinned key.
 *
 * Rejects with {@link SealedKeyError}: `EXPORT_UNSIGNED`, `EXPORT_SIGNER_MISMATCH` if the envelope names another key,
 * or `EXPORT_SIGNATURE_INVALID`.
 */
export async function assertSignedBy(
  pinned: Bytes,
  { data, signature, claimedSigner }: SignedData,
): Promise<void> {
  if (signature.length === 0) throw new SealedKeyError('EXPORT_UNSIGNED', 'The export is not signed.')
  if (claimedSigner.toLowerCase() !== bytesToHex(pinned)) {
    throw new SealedKeyError('EXPORT_SIGNER_MISMATCH', 'The export names a signer other than the pinned one.')
  }
  const p1363 = derToP1363(signature)
  const key = await crypto.subtle.importKey('raw', pinned, ECDSA, false, ['verify'])
  if (!p1363 || !(await crypto.subtle.verify(ECDSA, key, p1363, data))) {
    throw new SealedKeyError('EXPORT_SIGNATURE_INVALID', 'The signature of the export does not verify.')
  }
}

/**
 * Throws {@link SealedKeyError} `EXPORT_SIGNER_MISMATCH` for a signed export, because no key is pinned to check its
 * signature.
 */
export function assertUnsigned({ signature, claimedSigner }: SignedData): void {
  if (signature.length === 0 && claimedSigner === '') return
  throw new SealedKeyError('EXPORT_SIGNER_MISMATCH', 'The export is signed, but no signer is pinned.')
}
