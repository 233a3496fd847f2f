/** ECDSA P-256 signatures between WebCrypto's r‖s and the DER of the wire. @module */
import type { Bytes } from './encoding.js'

const HALF = 32
const SEQUENCE = 0x30
const INTEGER = 0x02
const MAX_DER = 72

/**
 * DER of a 64-byte r‖s: a SEQUENCE of two minimal INTEGERs, at most 72 bytes. `s` stays as it is, high or low:
 * the service accepts both [provider SDK] (wire-facts 2).
 */
export function p1363ToDer(signature: Uint8Array): Bytes {
  const der = new Uint8Array(MAX_DER)
  const middle = writeInteger(der, 2, signature.subarray(0, HALF))
  const end = writeInteger(der, middle, signature.subarray(HALF))
  der[0] = SEQUENCE
  der[1] = end - 2
  return der.slice(0, end)
}

/**
 * The 64-byte r‖s of a DER signature, or `undefined` when it is not the one DER encoding of two integers of at most
 * 256 bits: another tag or length form, a sign bit, padding, truncation, trailing bytes.
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

/** Writes one minimal INTEGER and says where it ends. */
function writeInteger(der: Bytes, start: number, half: Uint8Array): number {
  let zeros = 0
  while (zeros < HALF - 1 && half[zeros] === 0) zeros++
  const magnitude = half.subarray(zeros)
  // DER integers are signed: a leading zero keeps a set top bit from meaning "negative".
  const sign = (magnitude[0] ?? 0) >= 0x80 ? 1 : 0
  der[start] = INTEGER
  der[start + 1] = sign + magnitude.length
  der.set(magnitude, start + 2 + sign)
  return start + 2 + sign + magnitude.length
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
