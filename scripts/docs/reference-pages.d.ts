/** The pages of the reference, for the tests that read them. @module */
import type { ClientInputs } from './client-inputs.js'
import type { Reference } from './reference.js'

export function referencePages(reference?: Reference, inputs?: ClientInputs): ReadonlyMap<string, string>
