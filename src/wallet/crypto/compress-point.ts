/** Compresses public keys without curve arithmetic. @module */
import { type Bytes, bytesToHex, hexToBytes } from '../../encoding.js'

/** Compresses a point from 65 bytes to 33: the prefix tells whether the omitted y-coordinate is odd (SEC1). */
export function compressPoint(uncompressed: Uint8Array): Bytes {
  return Uint8Array.of(((uncompressed[64] ?? 0) & 1) === 0 ? 0x02 : 0x03, ...uncompressed.subarray(1, 33))
}

/** A public key in hex as compressed SEC1 in lower case. Any other text is only converted to lower case. */
export function compressedHex(publicKey: string): string {
  const bytes = /^04[\da-f]{128}$/i.test(publicKey) ? hexToBytes(publicKey) : undefined
  return bytes ? bytesToHex(compressPoint(bytes)) : publicKey.toLowerCase()
}
