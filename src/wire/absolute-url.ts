/** Absolute URLs. @module */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/**
 * An absolute URL. Not the schema library's own check: that asks `URL.canParse`, which in Node 20 refuses addresses with
 * letters such as ß once it has been called some thousands of times; `new URL` still accepts them.
 */
export const AbsoluteUrl: Schema<string> = v.pipe(v.string(), v.maxLength(2048), v.check(isAbsolute, 'URL'))

function isAbsolute(text: string): boolean {
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}
