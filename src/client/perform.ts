/** Makes a call, sends it again where that is safe, and turns a lost answer into an error. @module */
import { type Clock, withDeadline } from '../clock.js'
import { SessionError, TransportError } from '../errors.js'
import { pause } from '../signals.js'
import { secretsOf } from '../wire/address.js'
import type { HeaderNames } from '../wire/headers.js'
import type { AnyRoute } from '../wire/route.js'
import type { Authorization } from './authorization.js'
import { type BrowserScope, browserScope } from './browser-scope.js'
import { type AnyCallOptions, type CallHeaders, callHeaders } from './call-headers.js'
import { type Attempt, exchange } from './exchange.js'
import { type Prepared, prepare } from './prepare.js'

/** The settings and functions that all calls of a client share. */
export interface Caller {
  readonly base: string
  readonly authorization: Authorization
  readonly send: (request: Request) => Promise<Response>
  readonly clock: Clock
  readonly headerNames: HeaderNames
  /** In milliseconds. */
  readonly timeout: number
  /** In seconds. */
  readonly longestRetryAfter: number
}

/** The longest delay that a timer accepts, in milliseconds: about 24 days. */
const longestTimeout = 2 ** 31 - 1

/** The maximum number of times that a call is sent. */
const attempts = 3
/**
 * The first pause between attempts, in milliseconds. The pause doubles after each attempt, and a random part of at most
 * one half is subtracted from it.
 */
const firstPause = 250

/**
 * Makes a call, and repeats it where that is safe: at most three attempts, all with the same key and body. A read is
 * repeated when the network or a gateway fails, or after a 429 with a short `Retry-After`. A call with an idempotency
 * key and without a stamp is repeated when the network or a gateway fails. A gateway's `Retry-After` is waited for, or
 * the call is not repeated if it is too long. Every other call is sent only once, because
 * it may sign something, send a code or use up a challenge.
 */
export async function perform(
  caller: Caller,
  row: AnyRoute,
  inputs: unknown,
  options: AnyCallOptions = {},
): Promise<unknown> {
  const { clock } = caller
  const prepared = prepare(row, inputs)
  const asked = callHeaders(row, caller.headerNames, options)
  const timeout = options.timeout ?? caller.timeout
  if (!(timeout > 0 && timeout <= longestTimeout))
    throw new TypeError(`\`timeout\` must be more than 0 and at most ${longestTimeout} milliseconds.`)
  const isRead = row.method === 'GET'
  const mayRepeat = isRead || (asked.idempotencyKey !== undefined && !asked.isStamped)
  let isSent = false

  const lost = (
    code: 'NETWORK' | 'TIMEOUT' | 'GATEWAY' | 'MALFORMED_ANSWER',
    why: string,
    cause?: unknown,
  ) => {
    if (isRead || !isSent) return new TransportError(code, why, { cause })
    const { idempotencyKey } = asked
    const message = `${why} ${row.operation} may have taken effect: ${advice(asked)}`
    return new TransportError('OUTCOME_UNKNOWN', message, { cause, idempotencyKey })
  }
  const aborted = (cause: unknown): Error =>
    isRead || !isSent
      ? new SessionError('CANCELLED', 'The call was aborted.', { cause })
      : lost('NETWORK', 'The call was aborted.', cause)

  const run = async (signal: AbortSignal): Promise<unknown> => {
    const authorization = await caller.authorization(row)
    // If the deadline passed while the access token was being fetched, nothing is sent.
    signal.throwIfAborted()
    const headers = { ...asked.headers, ...(authorization && { Authorization: authorization }) }
    for (let tried = 1; ; tried++) {
      const request = requestOf(caller.base, row, prepared, headers, signal)
      isSent = true
      const attempt = await exchange(caller.send, request, row, clock.now, secretsOf(authorization))
      const wait = mayRepeat && tried < attempts ? pauseAfter(attempt, tried, isRead, caller) : undefined
      if (wait !== undefined) await pause(clock, wait, signal)
      if (wait === undefined || signal.aborted) return resultOf(attempt, asked, lost)
    }
  }
  const late = (): Error => lost('TIMEOUT', `No answer within ${timeout} ms.`)
  const { signal } = options
  return withDeadline(clock, { ms: timeout, late, signal }, run).catch((error: unknown) => {
    throw signal?.aborted && error === signal.reason ? aborted(error) : error
  })
}

/** Milliseconds until the next attempt, or `undefined` if there is none. */
function pauseAfter(
  attempt: Attempt,
  tried: number,
  isRead: boolean,
  { longestRetryAfter }: Caller,
): number | undefined {
  if (attempt.kind === 'lost') {
    const { isTransient, retryAfter: asked = 0 } = attempt
    if (!isTransient || asked > longestRetryAfter) return undefined
    return Math.max(asked * 1000, firstPause * 2 ** (tried - 1) * (0.5 + Math.random() / 2))
  }
  if (attempt.kind !== 'refused' || !isRead) return undefined
  const { retryAfter = Number.POSITIVE_INFINITY } = attempt.error
  return retryAfter <= longestRetryAfter ? retryAfter * 1000 : undefined
}

function resultOf(
  attempt: Attempt,
  { isStamped }: CallHeaders,
  lost: (code: 'NETWORK' | 'GATEWAY' | 'MALFORMED_ANSWER', why: string, cause?: unknown) => TransportError,
): unknown {
  if (attempt.kind === 'refused') throw attempt.error
  if (attempt.kind === 'lost') {
    const { code, why, mayHaveActed, cause, retryAfter } = attempt
    // `mayHaveActed` is false for a read, and for a call whose answer proves that it had no effect.
    const error = mayHaveActed ? lost(code, why, cause) : new TransportError(code, why, { cause })
    throw retryAfter === undefined ? error : Object.assign(error, { retryAfter })
  }
  if (attempt.kind === 'done') return attempt.value
  if (!isStamped) return attempt.challenge
  throw new SessionError(
    'CHALLENGE_EXPIRED',
    'The service asked for another stamp instead of accepting this one.',
  )
}

const advice = ({ idempotencyKey }: CallHeaders): string =>
  idempotencyKey === undefined
    ? 'read the resource to find out.'
    : 'send it again with the `idempotencyKey` of this error.'

// Used only in browsers. A server has neither cookies nor a cache, and edge platforms throw for options that they do
// not support.
const browserOptions = { cache: 'no-store', credentials: 'omit' } as const

function requestOf(
  base: string,
  { method }: AnyRoute,
  { target, body }: Prepared,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Request {
  const scope: BrowserScope | undefined = browserScope(globalThis)
  return new Request(base + target, {
    method,
    headers: {
      Accept: 'application/json',
      // For a form, `Request` sets this header itself, with the boundary.
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    body: body ?? null,
    // Redirects are not followed, because a redirect could send the credentials to another server. The value is not
    // `error`, because edge platforms do not support it.
    redirect: 'manual',
    signal,
    ...(scope === undefined ? {} : browserOptions),
  })
}
