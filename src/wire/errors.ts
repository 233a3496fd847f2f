/** The error body of the interface (Errors). @module */
import * as v from 'valibot'
import type { Schema } from './schema.js'

/**
 * Body of every error answer. The field names are those of the public reference [at date]; the position of `reason`
 * is not documented, so both positions are read.
 */
export interface ErrorBody {
  readonly status?: number | undefined
  /** An open set: unknown codes pass through. */
  readonly code: string
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | null | undefined
}

export const ErrorBody: Schema<ErrorBody> = v.looseObject({
  status: v.optional(v.number()),
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  message: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  reason: v.optional(v.pipe(v.string(), v.maxLength(1024))),
  details: v.nullish(v.record(v.string(), v.unknown())),
})
