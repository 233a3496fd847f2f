/**
 * Encodes base58check as the service does: Bitcoin's alphabet, a double SHA-256 checksum, and no version byte.
 * @module
 */
import { type Bytes, sha256 } from 'embedded-wallet-auth/wire'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Appends the first four bytes of the payload's double SHA-256, then encodes the result in base58 (wire-facts 1.1). */
export async function base58check(payload: Bytes): Promise<string> {
  const checksum = (await sha256(await sha256(payload))).subarray(0, 4)
  const bytes = [...payload, ...checksum]
  let number = 0n
  for (const byte of bytes) number = (number << 8n) | BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text
  const first = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(first === -1 ? bytes.length : first) + text
}
