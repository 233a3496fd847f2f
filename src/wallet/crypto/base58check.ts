/**
 * Decodes the text form of sealed bytes: base58check without a version byte (Session; wire-facts 1.1 [provider SDK]).
 * @module
 */
import bs58check from 'bs58check'
import type { Bytes } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'

/** `bs58check` does not tell a character outside its alphabet from a wrong checksum, except in words. */
const ALPHABET = /^[1-9A-HJ-NP-Za-km-z]+$/

/**
 * Decodes a base58check text to its payload.
 *
 * Throws {@link SealedKeyError}: `SEALED_KEY_LENGTH` for more than `maxLength` characters, `SEALED_KEY_BASE58`
 * for empty text or a character outside the alphabet, or `SEALED_KEY_CHECKSUM`. The length is checked first, because
 * decoding takes quadratic time.
 */
export function decodeBase58check(text: string, maxLength: number): Bytes {
  if (text.length > maxLength) throw new SealedKeyError('SEALED_KEY_LENGTH', 'The sealed text is too long.')
  if (!ALPHABET.test(text)) throw new SealedKeyError('SEALED_KEY_BASE58', 'The sealed text is not base58.')
  const payload = bs58check.decodeUnsafe(text)
  if (!payload) throw new SealedKeyError('SEALED_KEY_CHECKSUM', 'The checksum of the sealed text is wrong.')
  // The decoder allocated these bytes, so their buffer is not a `SharedArrayBuffer`. A copy would also have to be
  // wiped.
  return payload as Bytes
}
