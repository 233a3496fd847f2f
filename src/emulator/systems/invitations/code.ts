/** Invitation codes. @module */

// Without the look-alikes I, L, O, U and 0, 1: people read codes to each other. There are 30, which divides 240.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** A random code of ten characters. */
export function newCode(): string {
  let code = ''
  while (code.length < 10) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Bytes past the last multiple of the alphabet's length would favour its first characters.
    if (byte < 256 - (256 % alphabet.length)) code += alphabet.charAt(byte % alphabet.length)
  }
  return code
}
