/** Reading a refusal: its body and how long to wait (Errors; wire-facts 6 [at date]). @module */
import { ErrorBody } from './errors.js'
import { parse } from './schema.js'

/** Seconds to wait after a 429 without a readable `Retry-After`. */
const defaultRetryAfter = 30
/** Seconds at most: a year is longer than any wait, and a date still holds it. */
const longestRetryAfter = 31_536_000

/** An answer that is no success, read to its end. */
export interface RefusedAnswer {
  /** HTTP status. */
  readonly status: number
  readonly text: string
  /** The header of that name. */
  readonly retryAfter: string | null
}

/** What a refusal says. */
export interface ReadRefusal {
  /** Without a readable body its code is `HTTP_` and the status; that of a 429 is always `RATE_LIMITED`. */
  readonly body: ErrorBody
  /** Seconds, for a 429. */
  readonly retryAfter?: number
}

/** The value of a JSON text, `undefined` for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a refusal at `now`, in milliseconds since 1970. Never throws: whatever came back becomes an error with a code. */
export function readRefusal({ status, text, retryAfter }: RefusedAnswer, now: number): ReadRefusal {
  const parsed = parse(ErrorBody, parseJson(text))
  const body: ErrorBody = parsed.ok ? parsed.value : { code: `HTTP_${status}` }
  if (status !== 429) return { body }
  const seconds = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter ?? '') - now) / 1000)
  return {
    body: { ...body, code: 'RATE_LIMITED' },
    retryAfter: seconds > 0 ? Math.min(seconds, longestRetryAfter) : defaultRetryAfter,
  }
}
