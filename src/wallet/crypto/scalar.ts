/**
 * Checks the range of a P-256 private key (wire-facts 1.3), more strictly than the provider's SDK does [our choice].
 * @module
 */

/** The order of the P-256 group, big-endian. */
const ORDER = [
  0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6,
  0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
] as const

/** Whether `bytes` is a big-endian number of exactly 32 bytes, from 1 to the group's order minus one. */
export function isScalar(bytes: Uint8Array): boolean {
  if (bytes.length !== ORDER.length) return false
  let any = 0
  // Every byte is always read, so that the running time reveals nothing about the key.
  const borrow = ORDER.reduceRight((borrow: number, limit, i) => {
    const byte = bytes[i] ?? 0
    any |= byte
    return (byte - limit - borrow) >>> 31
  }, 0)
  return any !== 0 && borrow === 1
}
