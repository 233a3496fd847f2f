/** Reads the answer to a call: a value, a challenge, an error of the service, or why it cannot be read. @module */
import { ServiceError } from '../errors.js'
import { ErrorBody } from './errors.js'
import { readAtMost } from './read-at-most.js'
import type { Route } from './route.js'
import { fieldsOf, parse, parseJson, type Schema } from './schema.js'
import { SignedRequestChallenge } from './signed-request-challenge.js'

/** Bytes. A page of a list has at most a hundred entries, so this is generous. */
const answerLimit = 16 * 1024 * 1024
/** Seconds to wait after a 429 without a readable `Retry-After`. */
const defaultRetryAfter = 30
/** Seconds: longer waits are cut to a year, which a date can still represent. */
const longestRetryAfter = 31_536_000

/** An answer, received to its end. */
export interface ReceivedAnswer {
  /** HTTP status. */
  readonly status: number
  /** The header `Retry-After`. */
  readonly retryAfter: string | null
  /** The body; `undefined` if it has more than 16 MiB, of which the rest is not received. */
  readonly text: string | undefined
}

/** The result of reading an answer. */
export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The request has to be stamped and sent again. */
  | { readonly kind: 'challenge'; readonly challenge: SignedRequestChallenge }
  | { readonly kind: 'refused'; readonly error: ServiceError }
  /** The answer cannot be read, so whether the call took effect is unknown. */
  | {
      readonly kind: 'lost'
      readonly code: 'GATEWAY' | 'MALFORMED_ANSWER'
      /** The reason, as a sentence. */
      readonly why: string
    }

/** Receives a response with its body. Rejects when the body breaks off. */
export async function receive({ status, headers, body }: Response): Promise<ReceivedAnswer> {
  const bytes = await readAtMost(body, answerLimit)
  return { status, retryAfter: headers.get('Retry-After'), text: bytes && new TextDecoder().decode(bytes) }
}

/** Reads the answer to a call at `now`, in milliseconds since 1970. Never throws. */
export function readAnswer<T>(
  route: Pick<Route<never, T>, 'operation' | 'status' | 'answer' | 'signed'>,
  { status, retryAfter, text }: ReceivedAnswer,
  now: number,
): Answer<T> {
  if (status >= 502 && status <= 504) {
    return { kind: 'lost', code: 'GATEWAY', why: `A gateway answered ${status}.` }
  }
  if (text === undefined) return malformed('The answer has more than 16 MiB.')
  if (status < 200 || status >= 300) {
    return { kind: 'refused', error: errorOf(status, text, retryAfter, now) }
  }
  const read = <V>(schema: Schema<V>, json: string | undefined, as: (value: V) => Answer<T>): Answer<T> => {
    const parsed = parse(schema, json === undefined ? undefined : parseJson(json))
    if (parsed.ok) return as(parsed.value)
    return malformed(`The answer to ${route.operation} is malformed: ${fieldsOf(parsed.issues)}.`)
  }
  if (route.signed === 'retry' && status === 202) {
    return read(SignedRequestChallenge, text, (challenge) => ({ kind: 'challenge', challenge }))
  }
  // For a call without an answer, any final success is accepted: the interface leaves some statuses open.
  const isEmpty = status === 204 || route.status === 204
  return read(route.answer, isEmpty ? undefined : text, (value) => ({ kind: 'done', value }))
}

const malformed = (why: string): Answer<never> => ({ kind: 'lost', code: 'MALFORMED_ANSWER', why })

/**
 * The error of the service (Errors; wire-facts 6 [at date]). Without a readable body its code is `HTTP_` and the status;
 * that of a 429 is always `RATE_LIMITED`.
 */
function errorOf(status: number, text: string, retryAfter: string | null, now: number): ServiceError {
  const parsed = parse(ErrorBody, parseJson(text))
  const body: ErrorBody = parsed.ok ? parsed.value : { code: `HTTP_${status}` }
  if (status !== 429) return new ServiceError(status, body)
  const seconds = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter ?? '') - now) / 1000)
  const wait = seconds > 0 ? Math.min(seconds, longestRetryAfter) : defaultRetryAfter
  return new ServiceError(status, { ...body, code: 'RATE_LIMITED' }, wait)
}
