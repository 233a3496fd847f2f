/** Absolute URLs. @module */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/**
 * An absolute URL. It is checked with `new URL` instead of the schema library's own check, which uses `URL.canParse`.
 * In Node 20, after some thousands of calls, `URL.canParse` starts to refuse valid URLs with letters such as ß.
 */
export const AbsoluteUrl: Schema<string> = v.pipe(v.string(), v.maxLength(2048), v.check(isAbsolute, 'URL'))

function isAbsolute(text: string): boolean {
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}
