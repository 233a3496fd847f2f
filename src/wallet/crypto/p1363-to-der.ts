/** Writes ECDSA P-256 signatures as DER, the form on the wire. @module */
import type { Bytes } from '../../encoding.js'

const HALF = 32
const SEQUENCE = 0x30
const INTEGER = 0x02

/**
 * Converts the 64 bytes of r‖s (IEEE P1363), as WebCrypto makes them, to DER: a SEQUENCE of two minimal INTEGERs, at
 * most 72 bytes. A high `s` is kept, because the service accepts high and low values [provider SDK] (wire-facts 2).
 */
export function p1363ToDer(signature: Uint8Array): Bytes {
  const integers = [...integer(signature.subarray(0, HALF)), ...integer(signature.subarray(HALF))]
  return Uint8Array.of(SEQUENCE, integers.length, ...integers)
}

function integer(half: Uint8Array): readonly number[] {
  // If all bytes are zero, the index is -1, and the last zero stays.
  const magnitude = half.subarray(half.findIndex((byte) => byte !== 0))
  // DER integers are signed, so a number whose top bit is set needs a leading zero to stay positive.
  const content = (magnitude[0] ?? 0) < 0x80 ? magnitude : [0, ...magnitude]
  return [INTEGER, content.length, ...content]
}
