/** Converts ECDSA P-256 signatures from WebCrypto's r‖s to DER, the form that a stamp contains. @module */

const SEQUENCE = '30'
const INTEGER = '02'

/**
 * Converts r‖s to DER: a SEQUENCE of two minimal INTEGERs, at most 72 bytes. Input and output are lower-case hex; r‖s
 * has 128 characters. A high `s` is kept, because the service accepts high and low values [provider SDK]
 * (wire-facts 2).
 */
export const p1363ToDer = (signature: string): string =>
  element(SEQUENCE, integer(signature.slice(0, 64)) + integer(signature.slice(64)))

function integer(half: string): string {
  let start = 0
  while (start < half.length - 2 && half.startsWith('00', start)) start += 2
  const magnitude = half.slice(start)
  // DER integers are signed, so a number whose top bit is set needs a leading zero to stay positive.
  return element(INTEGER, magnitude < '8' ? magnitude : `00${magnitude}`)
}

/** Encodes a DER element: tag, length in one byte, content. */
const element = (tag: string, content: string): string =>
  tag + (content.length / 2).toString(16).padStart(2, '0') + content
