/** Converts ECDSA P-256 signatures from WebCrypto's r‖s to DER, the form that a stamp contains. @module */
import type { Bytes } from '../../encoding.js'

const HALF = 32
const SEQUENCE = 0x30
const INTEGER = 0x02
const MAX_DER = 72

/**
 * Converts a 64-byte r‖s to DER: a SEQUENCE of two minimal INTEGERs, at most 72 bytes. A high `s` is not replaced by
 * the low one, because the service accepts both [provider SDK] (wire-facts 2).
 */
export function p1363ToDer(signature: Uint8Array): Bytes {
  const der = new Uint8Array(MAX_DER)
  const middle = writeInteger(der, 2, signature.subarray(0, HALF))
  const end = writeInteger(der, middle, signature.subarray(HALF))
  der[0] = SEQUENCE
  der[1] = end - 2
  return der.slice(0, end)
}

/** Writes one minimal INTEGER and returns where it ends. */
function writeInteger(der: Bytes, start: number, half: Uint8Array): number {
  let zeros = 0
  while (zeros < HALF - 1 && half[zeros] === 0) zeros++
  const magnitude = half.subarray(zeros)
  // DER integers are signed, so a number whose top bit is set needs a leading zero to stay positive.
  const sign = (magnitude[0] ?? 0) >= 0x80 ? 1 : 0
  der[start] = INTEGER
  der[start + 1] = sign + magnitude.length
  der.set(magnitude, start + 2 + sign)
  return start + 2 + sign + magnitude.length
}
