/**
 * Reads the answer to a call. The result is a value, a challenge, an error of the service, or the reason why the answer
 * was lost.
 * @module
 */
import { ServiceError } from '../errors.js'
import { ErrorBody, payableFromOf, reasonOf, refusedFields } from './errors.js'
import { parseAnswer } from './parse-answer.js'
import { readAtMost } from './read-at-most.js'
import { secondsIn } from './retry-after.js'
import type { Route } from './route.js'
import { fieldsOf, parseJson, type Schema } from './schema.js'
import { SignedRequestChallenge } from './signed-request-challenge.js'

/** The maximum size of an answer, in bytes: far more than a page of a hundred items needs. */
const answerLimit = 16 * 1024 * 1024
/** How long to wait after a 429 without a readable `Retry-After`, in seconds. */
const defaultRetryAfter = 30
/** The longest wait after a 429, in seconds: one year. A much longer wait could end later than `Date` can represent. */
const longestRetryAfter = 31_536_000

/** An answer that was received. */
export interface ReceivedAnswer {
  /** The HTTP status. */
  readonly status: number
  /** The value of the header `Retry-After`. */
  readonly retryAfter: string | null
  /** The body, or `undefined` if it is larger than 16 MiB. */
  readonly text: string | undefined
}

/** The result of reading an answer. */
export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The request must be sent again with a stamp. */
  | { readonly kind: 'challenge'; readonly challenge: SignedRequestChallenge }
  /**
   * `isInForm`: whether the body has the shape of the service's error body. If so, the service or the platform backend
   * refused the call. If not, something else did, such as a proxy.
   */
  | { readonly kind: 'refused'; readonly error: ServiceError; readonly isInForm: boolean }
  | LostAnswer

/** An answer that does not contain the result of the call. */
export interface LostAnswer {
  readonly kind: 'lost'
  readonly code: 'GATEWAY' | 'MALFORMED_ANSWER'
  /** The reason, as a sentence for an error message. */
  readonly why: string
  /** Whether the call is single-use and may have taken effect. */
  readonly mayHaveActed: boolean
  /** Whether the status is 502, 503 or 504. The call can then be sent again if it is safe to repeat. */
  readonly isTransient: boolean
  /** The service's error, if the body contains one. */
  readonly cause?: ServiceError
}

/**
 * Reads a response, including its body. Rejects if the connection breaks before the body is complete, and cancels the
 * body when `signal` aborts.
 */
export async function receive(
  { status, headers, body }: Response,
  signal: AbortSignal,
): Promise<ReceivedAnswer> {
  const bytes = await readAtMost(body, answerLimit, signal)
  return { status, retryAfter: headers.get('Retry-After'), text: bytes && new TextDecoder().decode(bytes) }
}

/**
 * Reads the answer to a call. `now` is the current time, in milliseconds since 1970. Never throws.
 *
 * A single-use call signs something, sends a code, or consumes something that works only once. Such a call counts as
 * refused only if the answer proves that the call had no effect:
 * - a status from 400 to 499, except 408, 460, 499 and, without an error body, those that HTTP does not define
 * - a 501
 * - an error with `details.forwarded: false`, which means that the platform backend did not forward the call
 *
 * After any other failure, a single-use call may have taken effect, even if the answer has an error body: a proxy may
 * answer 500, 520 or 524 while the service is still working.
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
    const isTransient = status >= 502 && status <= 504 && !isLimited(status, error)
    const mayHaveActed =
      isSingleUse && !isRefusal(status, error !== undefined) && error?.details?.['forwarded'] !== false
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
  if (text === undefined) return malformed('The answer exceeds 16 MiB.')
  const read = <V>(schema: Schema<V>, json: string | undefined, as: (value: V) => Answer<T>): Answer<T> => {
    const parsed = parseAnswer(schema, json === undefined ? undefined : parseJson(json))
    if (parsed.ok) return as(parsed.value)
    return malformed(`The answer to ${route.operation} is malformed: ${fieldsOf(parsed.issues)}.`)
  }
  if (route.signed === 'retry' && status === 202) {
    return read(SignedRequestChallenge, text, (challenge) => ({ kind: 'challenge', challenge }))
  }
  // If `route.status` is 204, the body is ignored even if the service answers with another 2xx, because the service's
  // interface description leaves some statuses open.
  const isEmpty = status === 204 || route.status === 204
  return read(route.answer, isEmpty ? undefined : text, (value) => ({ kind: 'done', value }))
}

/**
 * Whether an answer proves that the call had no effect. A proxy that stopped waiting for the service, or whose client
 * stopped waiting for it, answers 408, 460 or 499. A status that HTTP does not define proves something only if the body
 * shows that the service or the platform backend chose it.
 */
export const isRefusal = (status: number, isInForm: boolean): boolean =>
  status === 501 ||
  (status >= 400 && status < 500 && !abandoned.has(status) && (isInForm || isDefined(status)))

const abandoned: ReadonlySet<number> = new Set([408, 460, 499])

/** Whether the registry of HTTP statuses has this status from 400 to 499. */
const isDefined = (status: number): boolean =>
  status <= 418 || (status >= 421 && status <= 426) || [428, 429, 431, 451].includes(status)

function parsedError(text: string | undefined): ErrorBody | undefined {
  const parsed = parseAnswer(ErrorBody, text === undefined ? undefined : parseJson(text))
  return parsed.ok ? parsed.value : undefined
}

/** Whether the caller has to wait: there were too many calls, of this person or of the whole platform. */
const isLimited = (status: number, error: ErrorBody | undefined): boolean =>
  status === 429 || error?.code === 'UPSTREAM_RATE_LIMITED'

/**
 * Returns the `ServiceError` for an error answer (Errors; wire-facts 6 [reference]). If the body cannot be read, the
 * error's code is `HTTP_` followed by the status. If there were too many calls, the error's code is `RATE_LIMITED`.
 */
function errorOf(
  status: number,
  body: ErrorBody = {
    code: `HTTP_${status}`,
    message: `The answer was a ${status} without the service's error body, for example from a proxy.`,
  },
  retryAfter: string | null,
  now: number,
): ServiceError {
  const known = { reason: reasonOf(body), fields: refusedFields(body) }
  const read = {
    ...body,
    ...known,
    ...(body.code === 'PAYMENT_NOT_YET' && { payableFrom: payableFromOf(body) }),
  }
  if (!isLimited(status, body)) {
    const error = new ServiceError(status, read)
    if (body.details) details.set(error, body.details)
    return error
  }
  const wait = Math.min(secondsIn(retryAfter ?? '', now) ?? defaultRetryAfter, longestRetryAfter)
  return new ServiceError(status, { ...read, code: 'RATE_LIMITED' }, wait)
}

const details = new WeakMap<ServiceError, NonNullable<ErrorBody['details']>>()

/** Returns the `details` of an error's answer. They are not a property of the error, because errors are logged. */
export const detailsOf = (error: ServiceError): ErrorBody['details'] => details.get(error)
