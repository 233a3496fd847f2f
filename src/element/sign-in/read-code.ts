/** Extracts a one-time code from typed or pasted text. @module */

/** The format of the platform's codes. `length` is `undefined` if unknown. */
export interface CodeForm {
  readonly length: number | undefined
  readonly isAlphanumeric: boolean
}

/** Replaces full-width, Arabic and Persian digits with ASCII digits. */
const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))

/**
 * Returns a typed code with ASCII digits and without spaces. If the code consists of digits and dashes, the dashes are
 * removed too, because e-mails often group digits with dashes.
 */
export function plainCode(typed: string): string {
  const code = withPlainDigits(typed).replace(/[\s\p{Cf}]+/gu, '')
  const digits = code.replace(/[-\u2010-\u2015]/g, '')
  return /^\d+$/.test(digits) ? digits : code
}

/** Whether a code has the expected length and characters. `false` if the length is unknown. */
export const isComplete = (code: string, { length, isAlphanumeric }: CodeForm): boolean =>
  length !== undefined && code.length === length && (isAlphanumeric ? /^[\p{L}\p{N}]+$/u : /^\d+$/).test(code)

/**
 * Finds the code in pasted text, such as a sentence from an e-mail. Returns `undefined` if there is no code, or more
 * than one. A word without digits counts as a code only if it is in capital letters and no word with a digit fits the
 * format.
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
