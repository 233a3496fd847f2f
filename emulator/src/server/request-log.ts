/** A log of all requests, in which secrets are redacted. @module */
import { type EmulatorClock, timestamp } from '../time/clock.js'
import type { Fault } from './faults.js'

/** A request in the log. */
export interface LoggedRequest {
  /** A sequence number that starts at 1. A reset does not restart it. */
  readonly id: number
  /** When the request arrived: the emulator's time in ISO 8601. */
  readonly at: string
  readonly method: string
  /** The path and the query. The base path is left out. */
  readonly path: string
  /**
   * The status of the answer, even if the answer was lost because of a fault. Absent while the call is being processed,
   * and for a call that was dropped because of a fault.
   */
  readonly status?: number
  /** The `code` in the answer's body. Absent unless the answer is an error with a code. */
  readonly code?: string
  /** How long the answer took, in milliseconds on the emulator's clock. Present whenever `status` is present. */
  readonly duration?: number
  /** The fault that was applied to this request. */
  readonly fault?: Fault
  /** The request headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The parsed JSON, or the text if the body is not JSON. For a form, only its size: `512 bytes of form data`.
   * `undefined` for an empty body, and for a body over the limit that is not a form.
   */
  readonly body: unknown
}

/** How many requests are kept: enough for a test, but not too many for an emulator that runs for days. */
const longestLog = 10_000

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization'])
const secretFields = new Set(['otp', 'code', 'oidcToken', 'clientSecret', 'accessToken'])
const blackedOut = '[redacted]'

/** The fields that the log itself fills in. */
type Added = 'id' | 'at' | 'status' | 'code' | 'duration'

/** Creates an empty log. `touched` is called after each change. */
export function createRequestLog(
  clock: Pick<EmulatorClock, 'now'>,
  touched: () => void,
): {
  /** Returns the latest 10,000 requests, oldest first. */
  readonly all: () => readonly LoggedRequest[]
  readonly clear: () => void
  /** Logs a request. Returns a function that adds the answer's status and error code to the entry. */
  readonly enter: (request: Omit<LoggedRequest, Added>) => (status: number, code?: string) => void
} {
  let entries: { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }[] = []
  let latest = 0
  return {
    all: () => entries.slice(-longestLog).map((entry) => ({ ...entry })),
    clear: () => {
      entries = []
      touched()
    },
    enter(request) {
      const since = clock.now()
      latest += 1
      const entry: (typeof entries)[number] = { id: latest, at: timestamp(since), ...request }
      entries.push(entry)
      // The list is trimmed in batches, because removing one entry from its start moves all the others.
      if (entries.length >= 2 * longestLog) entries = entries.slice(-longestLog)
      touched()
      return (status, code) => {
        entry.status = status
        if (code !== undefined) entry.code = code
        entry.duration = Math.max(0, clock.now() - since)
        touched()
      }
    },
  }
}

/**
 * Returns the headers with credentials redacted. Stamps are kept, because a stamp is valid only for the request with
 * which it is logged.
 */
export function redactedHeaders(headers: Headers): Record<string, string> {
  const entries = [...headers].map(
    ([name, value]) => [name, secretHeaders.has(name) ? blackedOut : value] as const,
  )
  return Object.fromEntries(entries)
}

/**
 * Returns the body with one-time codes and tokens redacted. Text that is not JSON is returned unchanged, because the
 * secrets in it cannot be found. Returns `undefined` for an empty body.
 */
export function redactedBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text, (key, value: unknown) => (secretFields.has(key) ? blackedOut : value))
  } catch {
    return text
  }
}
