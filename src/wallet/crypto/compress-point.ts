/** The compressed form of a public key, without curve code. @module */
import type { Bytes } from '../../encoding.js'

/** The 33 compressed bytes of 65 uncompressed ones: the prefix says whether the dropped y-coordinate is odd (SEC1). */
export function compressPoint(uncompressed: Uint8Array): Bytes {
  return Uint8Array.of(((uncompressed[64] ?? 0) & 1) === 0 ? 0x02 : 0x03, ...uncompressed.subarray(1, 33))
}
