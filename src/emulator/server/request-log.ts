/** The log of requests, with secrets redacted. @module */

/** One request. */
export interface LoggedRequest {
  readonly method: string
  /** The path without the base path, and the query. */
  readonly path: string
  /** Status of the answer, even if the answer was lost. Absent until there is an answer, and for a dropped call. */
  readonly status?: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON, or the text if it is not JSON; `undefined` without a body. */
  readonly body: unknown
}

/** How many requests are kept: enough for a test, and not too many for an emulator that runs for days. */
const kept = 10_000

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization'])
const secretFields = new Set(['otp', 'oidcToken', 'clientSecret', 'accessToken'])
const blackedOut = '[redacted]'

/** An empty log. */
export function createRequestLog(): {
  /** The last ten thousand requests, oldest first. */
  readonly all: () => readonly LoggedRequest[]
  readonly clear: () => void
  /** Logs a request and returns a function that logs its status. */
  readonly enter: (request: Omit<LoggedRequest, 'status'>) => (status: number) => void
} {
  let entries: { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }[] = []
  return {
    all: () => entries.slice(-kept).map((entry) => ({ ...entry })),
    clear: () => {
      entries = []
    },
    enter(request) {
      const entry: (typeof entries)[number] = { ...request }
      entries.push(entry)
      // Trimmed in batches, because removing one entry from the front moves all the others.
      if (entries.length >= 2 * kept) entries = entries.slice(-kept)
      return (status) => {
        entry.status = status
      }
    },
  }
}

/** Headers without credentials. Stamps stay: each is valid only for the request that is logged with it. */
export function redactedHeaders(headers: Headers): Record<string, string> {
  const entries = [...headers].map(
    ([name, value]) => [name, secretHeaders.has(name) ? blackedOut : value] as const,
  )
  return Object.fromEntries(entries)
}

/**
 * A body with its codes and tokens redacted. Text that is not JSON is kept as it is, because secrets cannot be found
 * in it.
 */
export function redactedBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text, (key, value: unknown) => (secretFields.has(key) ? blackedOut : value))
  } catch {
    return text
  }
}
