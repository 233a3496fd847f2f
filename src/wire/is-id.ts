/** Checks an id before anything else has loaded. @module */
import type { IdType } from './ids.js'

/** The types of the ids that a wallet gets from its caller. None has a k: two characters have it as their lower case. */
export type CheckedType = Extract<IdType, 'AuthMethod' | 'InternalAccount' | 'Quote' | 'Session'>

/**
 * Whether a text is an id of this type: the same as a test with `idPattern`. A page checks one id before it reads its
 * storage, and the first regular expression of a page takes longer than this.
 */
export function isId(type: CheckedType, text: string): boolean {
  const form = `${type.toLowerCase()}:00000000-0000-0000-0000-000000000000`
  const isDigit = (char: string): boolean => '0123456789abcdef'.includes(char)
  return (
    text.length === form.length &&
    [...text.toLowerCase()].every((char, i) => (form[i] === '0' ? isDigit(char) : char === form[i]))
  )
}
