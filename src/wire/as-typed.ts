/**
 * What people type or paste: codes, e-mail addresses and phone numbers. Each has one function here, so that the
 * element, the wallet, the backend, the client and the emulator agree about what it is.
 * @module
 */

/**
 * Characters that are not visible and not meant: control characters, and marks that come along with a copy, such as
 * zero-width spaces, direction marks, soft hyphens and byte order marks.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu

/**
 * Returns the text with the decimal digits of every script as ASCII digits. Full-width letters and digits, which some
 * input methods produce, become ASCII too.
 */
export const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, asciiDigit)

/** The digits of a script are ten code points in a row, and a row begins with its zero in the Unicode Standard. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let above = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(point - above - 1))) above += 1
  return String(above % 10)
}

/**
 * Returns a code as it is sent, from a code as it was typed or copied: with ASCII digits, and without spaces and
 * invisible characters. If the code consists of digits and dashes, the dashes are removed too, because e-mails often
 * group digits with dashes.
 */
export function plainCode(typed: string): string {
  const code = withPlainDigits(typed.replace(invisible, '')).replace(/\s+/g, '')
  const digits = code.replace(/[\p{Pd}\u2212]/gu, '')
  return /^\d+$/.test(digits) ? digits : code
}

/**
 * Returns an e-mail address as it is sent, from an address as it was typed or copied: without invisible characters, the
 * spaces around it and a full stop at its end, and with full-width characters as ASCII. Returns `undefined` if the rest
 * is not an address that {@link isEmailAddress} accepts.
 */
export function plainEmail(typed: string): string | undefined {
  const email = typed
    .replace(invisible, '')
    .trim()
    // Only these are certain to mean the ASCII character. Other letters beyond ASCII may be those of the address.
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\.$/, '')
  return isEmailAddress(email) ? email : undefined
}

/**
 * Returns a phone number in E.164, from a number as it was typed or copied: with ASCII digits, and without invisible
 * characters, spaces and the punctuation that groups digits. Returns `undefined` if the rest is not a number with its
 * country code, such as `+15551234567`, or has a zero in brackets, which most countries leave out behind the country
 * code and Italy does not.
 */
export function plainPhoneNumber(typed: string): string | undefined {
  const digits = withPlainDigits(typed.replace(invisible, ''))
  if (/\(\s*0\s*\)/.test(digits)) return undefined
  const number = digits.replace(/[\s\p{Pd}().]/gu, '')
  return phoneNumberPattern.test(number) ? number : undefined
}

/** Matches a whole phone number in E.164 [reference]. */
export const phoneNumberPattern: RegExp = /^\+[1-9]\d{6,14}$/

const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-zA-Z\\d](?:[a-zA-Z\\d-]{0,61}[a-zA-Z\\d])?'
const emailPattern = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)${label}$`)

/**
 * Whether a text is an e-mail address that mail can be sent to: a local part of at most 64 characters in the form of a
 * dot-string, and a domain name of at least two labels (RFC 5321, 4.1.2). At most 254 characters (RFC 5321, 4.5.3.1.3).
 * Quoted local parts, address literals and characters beyond ASCII are not accepted, because few services deliver to
 * them.
 */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && emailPattern.test(text)
