/** Absolute URLs. @module */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/**
 * An absolute URL. Checked with `new URL`, because the schema library uses `URL.canParse`: in Node 20 that begins to refuse
 * addresses with letters such as ß after some thousands of calls.
 */
export const AbsoluteUrl: Schema<string> = v.pipe(v.string(), v.maxLength(2048), v.check(isAbsolute, 'URL'))

function isAbsolute(text: string): boolean {
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}
