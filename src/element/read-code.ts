/** Extracts a one-time code from typed or pasted text. @module */
import { plainCode } from '../wire/plain-code.js'
import { withPlainDigits } from '../wire/plain-text.js'

/** The format of the platform's codes. `length` is `undefined` if unknown. */
export interface CodeForm {
  readonly length: number | undefined
  readonly isAlphanumeric: boolean
}

/** The attributes of an element in which a code is entered. */
export const codeAttributes = ['code-length', 'code-alphanumeric'] as const

/** Returns the format that an element's attributes say. */
export const codeFormOf = (element: Element): CodeForm => ({
  length: numberIn(element, 'code-length'),
  isAlphanumeric: element.hasAttribute('code-alphanumeric'),
})

/** The value of an attribute, if it is a number above 0. */
export function numberIn(element: Element, attribute: string): number | undefined {
  const value = Number(element.getAttribute(attribute))
  return value > 0 ? value : undefined
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
