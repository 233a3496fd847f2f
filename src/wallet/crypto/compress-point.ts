/** Compresses a public key without curve arithmetic. @module */
import type { Bytes } from '../../encoding.js'

/** Compresses a point from 65 bytes to 33: the prefix tells whether the omitted y-coordinate is odd (SEC1). */
export function compressPoint(uncompressed: Uint8Array): Bytes {
  return Uint8Array.of(((uncompressed[64] ?? 0) & 1) === 0 ? 0x02 : 0x03, ...uncompressed.subarray(1, 33))
}
