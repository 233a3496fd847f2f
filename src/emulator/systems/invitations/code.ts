/** Invitation codes. @module */

// Leaves out I, L, O, U, 0 and 1, which are easily confused when a person reads a code to another.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** A random code of ten characters. */
export function newCode(): string {
  let code = ''
  while (code.length < 10) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Bytes past the last multiple of the alphabet's length would favor its first characters.
    if (byte < 256 - (256 % alphabet.length)) code += alphabet.charAt(byte % alphabet.length)
  }
  return code
}
