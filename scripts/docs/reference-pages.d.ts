/** The pages of the reference, for the tests that read them. @module */
import type { Reference } from './reference.js'

export function referencePages(reference?: Reference): ReadonlyMap<string, string>
