/**
 * What a typed code is. It has one home, so that the element, the wallet, the backend and the emulator agree about it.
 * @module
 */
import { withoutInvisible, withPlainDigits } from './plain-text.js'

/**
 * Returns a code as it is sent, from a code as it was typed or copied: with ASCII digits, and without spaces and
 * invisible characters. If the code consists of digits and dashes, the dashes are removed too, because e-mails often
 * group digits with dashes.
 */
export function plainCode(typed: string): string {
  const code = withPlainDigits(withoutInvisible(typed)).replace(/\s+/g, '')
  const digits = code.replace(/[\p{Pd}\u2212]/gu, '')
  return /^\d+$/.test(digits) ? digits : code
}
