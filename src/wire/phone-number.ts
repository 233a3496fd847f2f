/** What a phone number is. It has one home, so that the wallet, the client and the emulator agree about it. @module */
import { withoutInvisible, withPlainDigits } from './plain-text.js'

/**
 * Returns a phone number in E.164, from a number as it was typed or copied: with ASCII digits, and without invisible
 * characters, spaces and the punctuation that groups digits. Returns `undefined` if the rest is not a number with its
 * country code, such as `+15551234567`, or has a zero in brackets, which most countries leave out behind the country
 * code and Italy does not.
 */
export function plainPhoneNumber(typed: string): string | undefined {
  const digits = withPlainDigits(withoutInvisible(typed))
  if (/\(\s*0\s*\)/.test(digits)) return undefined
  const number = digits.replace(/[\s\p{Pd}().]/gu, '')
  return phoneNumberPattern.test(number) ? number : undefined
}

/** Matches a whole phone number in E.164 [reference]. */
export const phoneNumberPattern: RegExp = /^\+[1-9]\d{6,14}$/
