/**
 * Checks that an export was signed with the pinned key, or that a sandbox's export is unsigned (wire-facts 5.1).
 * @module
 */
import { type Bytes, bytesToHex } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import { isSignedBy, type SignedData } from './signed-envelope.js'

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
export function assertUnsigned({ signature, claimedSigner }: SignedData): void {
  if (signature.length === 0 && claimedSigner === '') return
  throw new SealedKeyError('EXPORT_SIGNER_MISMATCH', 'The export is signed, but no signer is pinned.')
}
