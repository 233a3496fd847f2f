/**
 * Checks the range of a P-256 private key (wire-facts 1.3), more strictly than the provider's SDK does [our choice].
 * @module
 */
import { p256 } from '@noble/curves/nist.js'
import { numberToBytesBE } from '@noble/curves/utils.js'

/** The order of the P-256 group, big-endian. */
const ORDER: Uint8Array = /* @__PURE__ */ numberToBytesBE(p256.Point.Fn.ORDER, 32)

/** Whether `bytes` is a big-endian number of exactly 32 bytes, from 1 to the group's order minus one. */
export function isScalar(bytes: Uint8Array): boolean {
  if (bytes.length !== ORDER.length) return false
  let any = 0
  // Not with `isValidSecretKey` of the curve, which makes a `bigint` of the key that cannot be wiped. Every byte is
  // always read, so that the running time reveals nothing about the key.
  const borrow = ORDER.reduceRight((borrow: number, limit, i) => {
    const byte = bytes[i] ?? 0
    any |= byte
    return (byte - limit - borrow) >>> 31
  }, 0)
  return any !== 0 && borrow === 1
}
