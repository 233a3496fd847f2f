/** Extracts a one-time code from typed or pasted text. @module */
import { plainCode, withPlainDigits } from '../../wire/as-typed.js'

/** The format of the platform's codes. `length` is `undefined` if unknown. */
export interface CodeForm {
  readonly length: number | undefined
  readonly isAlphanumeric: boolean
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
