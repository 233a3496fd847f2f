/** The log of requests, with secrets redacted. @module */

/** One request. */
export interface LoggedRequest {
  readonly method: string
  /** Below the base path, with its query. */
  readonly path: string
  /** Status of the answer, even of a lost one. Absent for a dropped call, and until there is an answer. */
  readonly status?: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON, or the text where it does not parse; `undefined` without a body. */
  readonly body: unknown
}

/** How many requests are kept: enough for a test, and not too many for an emulator that runs for days. */
const kept = 10_000

const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization'])
const secretFields = new Set(['otp', 'oidcToken', 'clientSecret', 'accessToken'])
const blackedOut = '[redacted]'

/** An empty log. */
export function createRequestLog(): {
  /** The newest ten thousand. */
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
      // In batches: removing from the front moves all the others.
      if (entries.length >= 2 * kept) entries = entries.slice(-kept)
      return (status) => {
        entry.status = status
      }
    },
  }
}

/** Headers without credentials. Stamps stay: each is valid for one request only, which has been answered by the time the log is read. */
export function redactedHeaders(headers: Headers): Record<string, string> {
  const entries = [...headers].map(
    ([name, value]) => [name, secretHeaders.has(name) ? blackedOut : value] as const,
  )
  return Object.fromEntries(entries)
}

/** A body without codes and tokens. Text that is not JSON is kept as it is: its secrets cannot be found. */
export function redactedBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text, (key, value: unknown) => (secretFields.has(key) ? blackedOut : value))
  } catch {
    return text
  }
}
