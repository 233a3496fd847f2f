/** Generates invitation codes. @module */

// I, L, O, U, 0 and 1 are left out, because people confuse them with other characters.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Returns a random code of ten characters. */
export function newCode(): string {
  let code = ''
  while (code.length < 10) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Larger bytes are skipped, because they would make the first characters of the alphabet more likely.
    if (byte < 256 - (256 % alphabet.length)) code += alphabet.charAt(byte % alphabet.length)
  }
  return code
}
