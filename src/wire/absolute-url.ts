/** Absolute URLs. @module */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/**
 * An absolute URL. It is checked with `new URL` instead of the schema library's own check: that uses `URL.canParse`,
 * which in Node 20 starts to refuse valid URLs with letters such as ß after some thousands of calls.
 */
export const AbsoluteUrl: Schema<string> = v.pipe(v.string(), v.maxLength(2048), v.check(isAbsolute, 'URL'))

function isAbsolute(text: string): boolean {
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}
