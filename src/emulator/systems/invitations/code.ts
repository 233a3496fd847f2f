/** Generates the codes of invitations. @module */

// The characters of a code. I, L, O, U, 0 and 1 are left out, because people easily confuse them when they read a code
// aloud.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Returns a random code of ten characters. */
export function newCode(): string {
  let code = ''
  while (code.length < 10) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Larger bytes are skipped. If all 256 values were used, the first characters of the alphabet would be more likely.
    if (byte < 256 - (256 % alphabet.length)) code += alphabet.charAt(byte % alphabet.length)
  }
  return code
}
