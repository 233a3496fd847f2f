/**
 * Checks that points are on P-256 before WebCrypto imports them, because WebKit also imports points that are not.
 * Points are only read here: the first multiplication would build tables for 30 ms.
 * @module
 */
import { p256 } from '@noble/curves/nist.js'
import type { Bytes } from '../../encoding.js'

/** The base point of P-256, uncompressed. */
export const generator = (): Bytes => Uint8Array.from(p256.Point.BASE.toBytes(false))

/**
 * Converts a point in SEC1 form (33 or 65 bytes) to the uncompressed form (65 bytes). Returns `undefined` if it is not
 * a point on P-256.
 */
export function uncompressedPoint(sec1: Uint8Array): Bytes | undefined {
  try {
    return Uint8Array.from(p256.Point.fromBytes(sec1).toBytes(false))
  } catch {
    return undefined
  }
}

/** Both points with the x-coordinate `x` (32 bytes): uncompressed, even y first. Empty if there is no such point. */
export function pointsWithX(x: Uint8Array): readonly Bytes[] {
  return [2, 3].flatMap((prefix) => uncompressedPoint(Uint8Array.of(prefix, ...x)) ?? [])
}
