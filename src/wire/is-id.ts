/** Checks the id of a wallet's account before anything else has loaded. @module */
import type { IdType } from './ids.js'

/**
 * Whether a text is an id of this type: the same as a test with `idPattern`. A page checks one id before it
 * reads its storage, and the first regular expression of a page takes longer than this.
 */
export function isId(type: IdType, text: string): boolean {
  const [name, uuid = '', more] = text.toLowerCase().split(':')
  return (
    name === type.toLowerCase() &&
    more === undefined &&
    uuid
      .split('-')
      .map((part) => part.length)
      .join() === '8,4,4,4,12' &&
    [...uuid].every((digit) => '0123456789abcdef-'.includes(digit))
  )
}
