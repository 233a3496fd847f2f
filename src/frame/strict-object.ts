/** The schemas of what a page may send: an object has the fields that are named, and no others. @module */
import * as v from 'valibot'

/** As in `object` of `src/wire/schema.ts`, the entries inherit nothing. */
export const strictObject: typeof v.strictObject = (entries: v.ObjectEntries) =>
  v.strictObject(Object.setPrototypeOf(entries, null))
