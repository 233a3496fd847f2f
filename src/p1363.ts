/** Reads ECDSA P-256 signatures from DER, the form on the wire, as WebCrypto's r‖s (IEEE P1363). @module */
import type { Bytes } from './encoding.js'

const HALF = 32
const SEQUENCE = 0x30
const INTEGER = 0x02

/**
 * Converts a DER signature to the 64 bytes of r‖s. Returns `undefined` unless the bytes are the only valid DER encoding
 * of two integers of at most 256 bits each. Other tags, other length forms, negative numbers, padding, truncation and
 * trailing bytes are therefore refused.
 */
export function derToP1363(der: Uint8Array): Bytes | undefined {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) return undefined
  const r = readInteger(der, 2)
  const s = r && readInteger(der, r.end)
  if (!s || s.end !== der.length) return undefined
  const signature = new Uint8Array(2 * HALF)
  signature.set(r.magnitude, HALF - r.magnitude.length)
  signature.set(s.magnitude, 2 * HALF - s.magnitude.length)
  return signature
}

function readInteger(der: Uint8Array, start: number): { magnitude: Uint8Array; end: number } | undefined {
  const length = der[start + 1] ?? 0
  const end = start + 2 + length
  if (der[start] !== INTEGER || length === 0) return undefined
  const content = der.subarray(start + 2, end)
  const [first = 0, second = 0] = content
  if (first >= 0x80) return undefined
  if (first === 0 && length > 1 && second < 0x80) return undefined
  const magnitude = first === 0 ? content.subarray(1) : content
  return magnitude.length > HALF ? undefined : { magnitude, end }
}
