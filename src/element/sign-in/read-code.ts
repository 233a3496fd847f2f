/** Extracts a one-time code from typed or pasted text. @module */

/** The form of the platform's codes, if it is known. */
export interface CodeForm {
  readonly length: number | undefined
  readonly isAlphanumeric: boolean
}

/** Replaces full-width, Arabic and Persian digits with ASCII digits. */
const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))

/**
 * Removes the spaces and dashes with which e-mails group the characters of a code. Dashes are removed only if all other
 * characters are digits.
 */
export function plainCode(typed: string): string {
  const code = withPlainDigits(typed).replace(/[\s\p{Cf}]+/gu, '')
  const digits = code.replace(/[-\u2010-\u2015]/g, '')
  return /^\d+$/.test(digits) ? digits : code
}

/** Whether a code is complete. Always `false` if the length is unknown: then the user has to submit the code. */
export const isComplete = (code: string, { length, isAlphanumeric }: CodeForm): boolean =>
  length !== undefined && code.length === length && (isAlphanumeric ? /^[\p{L}\p{N}]+$/u : /^\d+$/).test(code)

/**
 * Returns the code in a pasted text, such as a whole sentence of an e-mail; `undefined` if there is not exactly one. A
 * word without a digit counts as a code only if it is in capital letters and no word of the same length has a digit.
 */
export function codeIn(pasted: string, form: CodeForm): string | undefined {
  const whole = plainCode(pasted)
  if (isComplete(whole, form)) return whole
  const words = withPlainDigits(pasted).split(/[^\p{L}\p{N}]+/u)
  const candidates = new Set(words.filter((word) => isComplete(word, form)))
  const withDigits = [...candidates].filter((word) => /\d/.test(word))
  const [found, ...others] =
    withDigits.length > 0 ? withDigits : [...candidates].filter((word) => /^\p{Lu}+$/u.test(word))
  return others.length === 0 ? found : undefined
}
