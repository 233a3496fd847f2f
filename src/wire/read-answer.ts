/** Reads the answer to a call: a value, a challenge, an error of the service, or why it cannot be read. @module */
import { ServiceError } from '../flow-errors.js'
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
  /** `isInForm`: the body is the interface's error, so the refusal is of the service or the backend and of nothing in between. */
  | { readonly kind: 'refused'; readonly error: ServiceError; readonly isInForm: boolean }
  | LostAnswer

/** An answer that does not say what the call came to. */
export interface LostAnswer {
  readonly kind: 'lost'
  readonly code: 'GATEWAY' | 'MALFORMED_ANSWER'
  /** A sentence. */
  readonly why: string
  /** The call is single-use and may have taken effect. */
  readonly mayHaveActed: boolean
  /** A gateway's answer (502, 503, 504), after which a read may be sent again. */
  readonly isTransient: boolean
  /** The service's error, where the body has one. */
  readonly cause?: ServiceError
}

/** Receives a response with its body. Rejects when the body breaks off. */
export async function receive({ status, headers, body }: Response): Promise<ReceivedAnswer> {
  const bytes = await readAtMost(body, answerLimit)
  return { status, retryAfter: headers.get('Retry-After'), text: bytes && new TextDecoder().decode(bytes) }
}

/**
 * Reads the answer to a call at `now`, in milliseconds since 1970. Never throws.
 *
 * A single-use call (one that signs, consumes or sends a code) was refused only where the answer proves it: by a status of
 * 400 to 499 except 408, by 501, or by the mark `details.forwarded: false`, with which the platform backend says that the
 * call has not left it. After any other failure it may have taken effect, even where the body is an error: a proxy answers
 * 500, 520 or 524 for a service that is still at work.
 */
export function readAnswer<T>(
  route: Pick<Route<never, T>, 'operation' | 'status' | 'answer' | 'signed'>,
  { status, retryAfter, text }: ReceivedAnswer,
  now: number,
  isSingleUse: boolean,
): Answer<T> {
  const malformed = (why: string): Answer<T> => ({
    kind: 'lost',
    code: 'MALFORMED_ANSWER',
    why,
    mayHaveActed: isSingleUse,
    isTransient: false,
  })
  if (status < 200 || status >= 300) {
    const error = parsedError(text)
    const isTransient = status >= 502 && status <= 504
    const mayHaveActed = isSingleUse && !isRefusal(status) && error?.details?.['forwarded'] !== false
    const refusal = (): ServiceError => errorOf(status, error, retryAfter, now)
    if (!mayHaveActed && !isTransient && (error !== undefined || status < 500 || status === 501))
      return { kind: 'refused', error: refusal(), isInForm: error !== undefined }
    return {
      kind: 'lost',
      code: 'GATEWAY',
      why: `The answer was a ${status}.`,
      mayHaveActed,
      isTransient,
      ...(error && { cause: refusal() }),
    }
  }
  if (text === undefined) return malformed('The answer has more than 16 MiB.')
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

/** Statuses by which the service says that it has done nothing. A 408 may come from a proxy that has given up waiting. */
const isRefusal = (status: number): boolean =>
  (status >= 400 && status < 500 && status !== 408) || status === 501

function parsedError(text: string | undefined): ErrorBody | undefined {
  const parsed = parse(ErrorBody, text === undefined ? undefined : parseJson(text))
  return parsed.ok ? parsed.value : undefined
}

/**
 * The error of the service (Errors; wire-facts 6 [at date]). Without a readable body its code is `HTTP_` and the status;
 * that of a 429 is always `RATE_LIMITED`.
 */
function errorOf(
  status: number,
  body: ErrorBody = {
    code: `HTTP_${status}`,
    message: `The answer was a ${status} that is not in the form of the service: it comes from something in between, such as a proxy or a check of the web framework.`,
  },
  retryAfter: string | null,
  now: number,
): ServiceError {
  if (status !== 429) return new ServiceError(status, body)
  const seconds = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter ?? '') - now) / 1000)
  const wait = seconds > 0 ? Math.min(seconds, longestRetryAfter) : defaultRetryAfter
  return new ServiceError(status, { ...body, code: 'RATE_LIMITED' }, wait)
}
