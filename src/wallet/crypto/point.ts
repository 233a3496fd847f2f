/**
 * Checks that points are on P-256 before WebCrypto imports them, because WebKit also imports points that are not. Only
 * modular arithmetic is imported from @noble/curves: no point is multiplied here, and the whole curve with its tables
 * would be many times as large.
 * @module
 */
import { mod, pow } from '@noble/curves/abstract/modular.js'
import { type Bytes, bytesToHex, hexToBytes } from '../../encoding.js'

/** `p` is the prime of P-256's field, and `b` the constant in its equation y² = x³ − 3x + b (SP 800-186). */
const p = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

/**
 * Converts a point in SEC1 form (33 or 65 bytes) to the uncompressed form (65 bytes). Returns `undefined` if it is not
 * a point on P-256.
 */
export function uncompressedPoint(sec1: Uint8Array): Bytes | undefined {
  const [prefix = 0] = sec1
  const points = pointsWithX(sec1.subarray(1, 33))
  // Prefix 2 means an even y, prefix 3 an odd y. Any other prefix gives `undefined`.
  if (sec1.length === 33) return points[prefix - 2]
  return points.find((point) => bytesToHex(point) === bytesToHex(sec1))
}

/** Both points with the x-coordinate `x` (32 bytes): uncompressed, even y first. Empty if there is no such point. */
export function pointsWithX(x: Uint8Array): readonly Bytes[] {
  if (x.length !== 32) return []
  const value = BigInt(`0x${bytesToHex(x)}`)
  if (value >= p) return []
  const square = mod((value * value - 3n) * value + b, p)
  // If there is a square root, this is one, because p mod 4 is 3.
  const root = pow(square, (p + 1n) / 4n, p)
  if (mod(root * root, p) !== square) return []
  const [even, odd] = root % 2n === 0n ? [root, mod(-root, p)] : [mod(-root, p), root]
  return [even, odd].map((y) => Uint8Array.of(4, ...x, ...bytesOf(y)))
}

const bytesOf = (value: bigint): Bytes =>
  hexToBytes(value.toString(16).padStart(64, '0')) ?? new Uint8Array(32)
