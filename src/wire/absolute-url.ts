/** The schema of an absolute URL. @module */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/**
 * An absolute URL of at most 2048 characters. Valibot's own check uses `URL.canParse`. In Node 20, after a few thousand
 * calls, that function rejects valid URLs with letters such as ß. This schema uses `new URL` instead.
 */
export const AbsoluteUrl: Schema<string> = v.pipe(v.string(), v.maxLength(2048), v.check(isAbsolute, 'URL'))

function isAbsolute(text: string): boolean {
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}
