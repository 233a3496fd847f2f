/**
 * The only `fetch` of a wallet: returns parsed values, throws typed errors, and learns the server's time. Long because every way
 * for a request to fail is told apart in one place.
 *
 * @module
 */
import type { Clock } from '../../clock.js'
import { pause, withDeadline } from '../../clock.js'
import { SessionError, TransportError } from '../../errors.js'
import { ServiceError } from '../../flow-errors.js'
import { fillPath } from '../../wire/address.js'
import { idPattern } from '../../wire/ids.js'
import { type LostAnswer, type ReceivedAnswer, readAnswer, receive } from '../../wire/read-answer.js'
import type { Route } from '../../wire/route.js'
import type { SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import type { ServerTime } from '../time/server-time.js'

const networkDeadline = 30_000
/** How long to wait before each retry of a read, in milliseconds. */
const readRetries = [250, 1_000]

/** Milliseconds that a call waits at most after a 429, however long `Retry-After` is: a person may try again by then. */
export const longestPause: number = 15 * 60_000

/**
 * Base URL of the platform backend, or a handler that is called instead of `fetch`. The handler gets requests with the
 * interface's paths, such as `/auth/credentials`, at an origin that does not exist.
 *
 * @example
 * createWallet({ accountId, backend: createBackend(options) }) // in a test, without a server
 */
export type Backend = string | ((request: Request) => Promise<Response>)

export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Serialised once by the caller: a signed retry sends the same bytes again. */
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Set for a call that sends a code, uses something up or is stamped: its caller must know if the answer is lost. */
  readonly singleUse?: SingleUse
}

/** A call that takes effect each time it is sent, so it is never repeated automatically. */
export interface SingleUse {
  /** What to do if its answer is lost: the second half of a sentence in the error's message. */
  readonly ifLost: string
}

/** A final answer, or the challenge of a signed request. */
export type Reply<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'challenge'; readonly challenge: SignedRequestChallenge }

/** What one attempt came to. `isTransient`: a read may be sent again. */
type Outcome<T> = Reply<T> | { readonly kind: 'failed'; readonly error: Error; readonly isTransient: boolean }

/** Until when calls must wait after a 429, in milliseconds of the server's time. Shared with other tabs. */
export interface Cooldowns {
  until(call: string): number | undefined
  start(call: string, until: number): Promise<void>
}

/** The route of a call that is never answered with a challenge. */
export type Unsigned<Body, Answer> = Route<Body, Answer> & { readonly signed?: 'stamp' }

export interface Transport {
  /** Sends a call that is never challenged. */
  ask<Body, Answer>(route: Unsigned<Body, Answer>, call: Call): Promise<Answer>
  /** Sends a call that may be challenged: one leg of a signed retry. */
  send<Body, Answer>(route: Route<Body, Answer>, call: Call): Promise<Reply<Answer>>
  /** The server's time, milliseconds. */
  now(): number
}

export function createTransport(options: {
  readonly backend: Backend
  readonly clock: Clock
  readonly time: ServerTime
  readonly cooldowns: Cooldowns
}): Transport {
  const { backend, clock, time, cooldowns } = options
  const { now } = time

  const exchange = async (request: Request): Promise<ReceivedAnswer> => {
    const sentAt = clock.now()
    const response = await (typeof backend === 'string' ? fetch(request) : backend(request))
    time.learn(response.headers.get('Date'), sentAt, clock.now())
    return receive(response)
  }

  /** Rejects before the call is sent; what happens after that is the outcome. */
  const attempt = async <Body, Answer>(route: Route<Body, Answer>, call: Call): Promise<Outcome<Answer>> => {
    const { singleUse, signal } = call
    const url = `${baseOf(backend)}${pathOf(route, call)}`
    const key = `${route.method} ${pathOf(route, { ...call, query: {} })}`
    const until = cooldowns.until(key)
    if (signal?.aborted) throw cancelled(signal)
    // A longer wait than was ever begun: the clock has been set back since.
    const isWaiting = until !== undefined && until > now() && until - now() <= longestPause
    if (isWaiting) throw rateLimited(Math.ceil((until - now()) / 1000))
    if (typeof navigator !== 'undefined' && navigator.onLine === false && typeof backend === 'string') {
      const error = new TransportError('NETWORK', 'The device is offline. Nothing was sent.')
      return { kind: 'failed', error, isTransient: true }
    }
    const lost = (code: LostAnswer['code'] | 'NETWORK' | 'TIMEOUT', why: string, cause?: unknown): Error =>
      singleUse === undefined
        ? new TransportError(code, why, { cause })
        : new TransportError(
            'OUTCOME_UNKNOWN',
            `${why} The call may have taken effect: ${singleUse.ifLost}`,
            { cause },
          )
    const late = (): Error => lost('TIMEOUT', 'No answer within 30 s.')
    const unanswered = (error: unknown): Outcome<Answer> => {
      if (signal?.aborted)
        throw singleUse === undefined
          ? cancelled(signal)
          : lost('NETWORK', 'The call was aborted.', signal.reason)
      if (error instanceof TransportError) throw error
      return {
        kind: 'failed',
        error: lost('NETWORK', 'The backend could not be reached.', error),
        isTransient: true,
      }
    }
    const received = await withDeadline(clock, { ms: networkDeadline, signal, late }, (inner) =>
      exchange(requestOf(url, route, call, inner)),
    ).catch(unanswered)
    if ('kind' in received) return received
    const answer = readAnswer(route, received, now(), singleUse !== undefined)
    if (answer.kind === 'lost') {
      const { code, why, mayHaveActed, isTransient, cause } = answer
      const error = mayHaveActed ? lost(code, why, cause) : new TransportError(code, why, { cause })
      return { kind: 'failed', error, isTransient }
    }
    if (answer.kind !== 'refused') return answer
    const { retryAfter } = answer.error
    if (retryAfter !== undefined)
      await cooldowns.start(key, now() + Math.min(retryAfter * 1000, longestPause))
    return { kind: 'failed', error: answer.error, isTransient: false }
  }

  const transport: Transport = {
    now,
    async ask(route, call) {
      const reply = await transport.send(route, call)
      if (reply.kind === 'done') return reply.value
      throw new TransportError('MALFORMED_ANSWER', `${route.operation} was answered with a challenge.`)
    },
    async send(route, call) {
      for (let tried = 0; ; tried++) {
        const outcome = await attempt(route, call)
        if (outcome.kind !== 'failed') return outcome
        const wait = route.method === 'GET' && outcome.isTransient ? readRetries[tried] : undefined
        if (wait === undefined) throw outcome.error
        await pause(clock, wait, call.signal)
      }
    },
  }
  return transport
}

/** Resolved at the first request, not on import: `location` exists only in pages. */
function baseOf(backend: Backend): string {
  if (typeof backend !== 'string') return 'https://backend.invalid'
  const base = typeof location === 'undefined' ? undefined : location.href
  const url = URL.parse?.(backend, base) ?? (base ? new URL(backend, base) : new URL(backend))
  return url.href.replace(/\/$/, '')
}

function pathOf(
  { path: pattern, params = {} }: Pick<Route<never, unknown>, 'path' | 'params'>,
  call: Call,
): string {
  const path = fillPath(pattern, (name) => {
    const [type, value] = [params[name], call.params?.[name] ?? '']
    // Anything else could change the path.
    if (type === undefined || !idPattern(type).test(value))
      throw new TypeError(`\`${name}\` must be an id of the form ${type}:<uuid>.`)
    return value
  })
  const query = new URLSearchParams(call.query).toString()
  return query === '' ? path : `${path}?${query}`
}

function requestOf(
  url: string,
  route: { readonly method: string },
  call: Call,
  signal: AbortSignal,
): Request {
  return new Request(url, {
    method: route.method,
    headers: {
      Accept: 'application/json',
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
    signal,
  })
}

/** The error of a call whose signal aborted: the wallet's own reason, such as `DISPOSED`, or `CANCELLED`. */
export const cancelled = (signal: AbortSignal): Error =>
  signal.reason instanceof SessionError
    ? signal.reason
    : new SessionError('CANCELLED', 'The call was aborted.', { cause: signal.reason })

const rateLimited = (seconds: number): ServiceError =>
  new ServiceError(429, { code: 'RATE_LIMITED', message: `Too many calls: wait ${seconds} s.` }, seconds)
