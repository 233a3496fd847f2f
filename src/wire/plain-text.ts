/** Cleans what people type or paste, before it is read as a code, an e-mail address or a phone number. @module */

/**
 * Characters that are not visible and not meant: control characters, and marks that come along with a copy, such as
 * zero-width spaces, direction marks, soft hyphens and byte order marks.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu

/** Returns the text without invisible characters. */
export const withoutInvisible = (typed: string): string => typed.replace(invisible, '')

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
