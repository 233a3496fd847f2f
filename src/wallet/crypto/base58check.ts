/** The text form of what is sealed: base58check without a version byte (Session; wire-facts 1.1 [provider SDK]). @module */
import bs58check from 'bs58check'
import type { Bytes } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'

const ALPHABET = /^[1-9A-HJ-NP-Za-km-z]+$/

/**
 * The payload of a base58check text.
 *
 * Throws {@link SealedKeyError} `SEALED_KEY_LENGTH` past `maxLength` characters (before decoding, whose cost grows with
 * the square), `SEALED_KEY_BASE58` for a character outside the alphabet or no character at all, `SEALED_KEY_CHECKSUM`.
 */
export function decodeBase58check(text: string, maxLength: number): Bytes {
  if (text.length > maxLength) throw new SealedKeyError('SEALED_KEY_LENGTH', 'The sealed text is too long.')
  if (!ALPHABET.test(text)) throw new SealedKeyError('SEALED_KEY_BASE58', 'The sealed text is not base58.')
  const payload = bs58check.decodeUnsafe(text)
  if (!payload) throw new SealedKeyError('SEALED_KEY_CHECKSUM', 'The checksum of the sealed text is wrong.')
  // The decoder allocated it, so no shared memory is behind it; a copy would be one more thing to wipe.
  return payload as Bytes
}
