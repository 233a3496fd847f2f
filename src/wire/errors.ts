/** The body of the service's error answers (Errors). @module */
import * as v from 'valibot'
import { looseObject, parsedOrNone, type Schema, Timestamp } from './schema.js'

/**
 * The body of every error answer. The field names are from the public API reference [reference]. The reference does not
 * say whether `reason` is at the top level or in `details`, so this library reads both.
 */
export interface ErrorBody {
  readonly status?: number | undefined
  /** Unknown codes are accepted. */
  readonly code: string
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

export const ErrorBody: Schema<ErrorBody> = looseObject({
  status: v.optional(v.number()),
  // No other characters, because codes are printed in logs.
  code: v.pipe(v.string(), v.regex(/^[\w.:-]{1,128}$/)),
  message: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  reason: v.optional(v.pipe(v.string(), v.maxLength(1024))),
  details: v.optional(v.record(v.string(), v.unknown())),
})

/** Returns why a call was refused, from the top level of the body or from `details` (wire-facts 6 [our choice]). */
export function reasonOf({ reason, details }: ErrorBody): string | undefined {
  const nested = details?.['reason']
  return reason ?? (typeof nested === 'string' ? nested : undefined)
}

/** Returns from when on a payment may be proven, if the platform backend refused it until then. */
export const payableFromOf = ({ details }: ErrorBody): string | undefined =>
  parsedOrNone(Timestamp, details?.['from'])

const Issue = v.union([v.string(), looseObject({ path: v.string() })])

/**
 * Returns the fields that an error names as refused, from `details.issues` [reference]: dotted paths, or objects with a
 * `path`. `undefined` if it names none.
 */
export function refusedFields({ details }: ErrorBody): readonly string[] | undefined {
  const issues = parsedOrNone(v.pipe(v.array(Issue), v.minLength(1), v.maxLength(64)), details?.['issues'])
  return issues?.map((issue) => (typeof issue === 'string' ? issue : issue.path).slice(0, 128))
}
