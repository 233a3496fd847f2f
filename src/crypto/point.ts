/** Points of P-256 checked before WebCrypto sees them: WebKit imports points that are not on the curve. @module */
import { p256 } from '@noble/curves/nist.js'
import type { Bytes } from '../encoding.js'

type Point = ReturnType<typeof p256.Point.fromBytes>

/** The 65 uncompressed bytes of a point given as 33 or 65 bytes of SEC1, or `undefined` when it is none of P-256. */
export function uncompressedPoint(sec1: Uint8Array): Bytes | undefined {
  const point = decode(sec1)
  return point && new Uint8Array(point.toBytes(false))
}

/** Both points with the x-coordinate `x` (32 bytes), uncompressed, even y first; none when no point has it. */
export function pointsWithX(x: Uint8Array): readonly Bytes[] {
  const point = decode(Uint8Array.of(0x02, ...x))
  return point ? [new Uint8Array(point.toBytes(false)), new Uint8Array(point.negate().toBytes(false))] : []
}

function decode(sec1: Uint8Array): Point | undefined {
  try {
    return p256.Point.fromBytes(sec1)
  } catch {
    return undefined
  }
}
