/**
 * Sends the calls of a wallet: returns parsed values, throws typed errors, waits after a 429, repeats reads, and learns
 * the server's time.
 * @module
 */
import { type Clock, withDeadline } from '../../clock.js'
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import { pause } from '../../signals.js'
import { type Answer, type LostAnswer, readAnswer } from '../../wire/read-answer.js'
import type { Route } from '../../wire/route.js'
import type { SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import type { Timed } from '../machine/events.js'
import { createTimeLearner } from '../time/learn-time.js'
import type { ServerTime } from '../time/server-time.js'
import { createExchange, type TimedAnswer } from './exchange.js'
import type { RequestHeaders } from './own-headers.js'
import { type Backend, baseOf, type Call, pathOf, requestOf } from './request.js'

const networkDeadline = 30_000
/** How long to wait before each retry of a read, in milliseconds. */
const readRetries = [250, 1_000]

/** The longest wait after a 429, in milliseconds. Then a call may be sent even if `Retry-After` is longer. */
export const longestPause: number = 15 * 60_000

/** A final answer, or the challenge of a signed request. */
export type Reply<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'challenge'; readonly challenge: SignedRequestChallenge }

/** The result of sending a call once. If `isTransient` is true, a read may be sent again. */
type Outcome<T> = Reply<T> | { readonly kind: 'failed'; readonly error: Error; readonly isTransient: boolean }

/** When calls may be sent again after a 429: milliseconds since 1970, server time. Shared with other tabs. */
export interface Cooldowns {
  until(call: string): number | undefined
  start(call: string, until: number): Promise<void>
}

/** The route of a call that is never answered with a challenge. */
export type Unsigned<Body, Answer> = Route<Body, Answer> & { readonly signed?: 'stamp' }

export interface Transport {
  /** Sends a call that is never answered with a challenge. */
  ask<Body, Answer>(route: Unsigned<Body, Answer>, call: Call): Promise<Answer>
  /** Sends a call that may be answered with a challenge. */
  send<Body, Answer>(route: Route<Body, Answer>, call: Call): Promise<Reply<Answer>>
  /** Sends a request without effect. Rejects if no answer arrives in time. */
  probe(signal: AbortSignal): Promise<unknown>
  /** The server's time in milliseconds since 1970. */
  now(): number
}

export function createTransport(options: {
  readonly backend: Backend
  readonly clock: Clock
  readonly time: ServerTime
  readonly cooldowns: Cooldowns
  /** Returns the platform's own headers; called before each request. */
  readonly ownHeaders?: () => Promise<RequestHeaders>
  /** Reports how long each call took. */
  readonly timed?: Timed
}): Transport {
  const { backend, clock, time, cooldowns, ownHeaders, timed = (work) => work() } = options
  const { now } = time
  const { exchange, probe, reach } = createExchange(backend, clock)
  const learnTime = createTimeLearner(time)

  /**
   * Sends a call once. Resolves with the answer or a failure. Rejects if the call was not sent, timed out, was aborted
   * or was answered with a redirect.
   */
  const attempt = async <Body, T>(route: Route<Body, T>, call: Call): Promise<Outcome<T>> => {
    const { singleUse, signal } = call
    const url = `${baseOf(backend)}${pathOf(route, call)}`
    const key = `${route.method} ${pathOf(route, { ...call, query: {} })}`
    const wait = (cooldowns.until(key) ?? 0) - now()
    if (signal?.aborted) throw cancelled(signal)
    // No wait is longer than `longestPause`. If a wait seems longer, the clock has been set back since the wait began,
    // and the wait is ignored.
    if (wait > 0 && wait <= longestPause) throw rateLimited(Math.ceil(wait / 1000))
    const lost = (code: LostAnswer['code'] | 'NETWORK' | 'TIMEOUT', why: string, cause?: unknown): Error => {
      if (singleUse === undefined) return new TransportError(code, why, { cause })
      const message = `${why} The call may have taken effect: ${singleUse.ifLost}`
      return new TransportError('OUTCOME_UNKNOWN', message, { cause })
    }
    let isSent = false
    const late = (): Error =>
      isSent
        ? lost('TIMEOUT', 'No answer within 30 s.')
        : new TransportError('HEADERS_FAILED', 'The option `headers` did not settle within 30 s.')
    const unanswered = (error: unknown): Outcome<T> => {
      if (signal?.aborted)
        throw singleUse === undefined || !isSent
          ? cancelled(signal)
          : lost('NETWORK', 'The call was aborted.', signal.reason)
      if (error instanceof TransportError || !isSent) throw error
      return {
        kind: 'failed',
        error: lost('NETWORK', 'No answer from the backend.', error),
        isTransient: true,
      }
    }
    const received = await withDeadline(clock, { ms: networkDeadline, signal, late }, async (inner) => {
      const request = requestOf(url, route, call, (await ownHeaders?.()) ?? {}, inner)
      if (singleUse) await reach(inner)
      isSent = true
      return exchange(request, inner)
    }).catch(unanswered)
    if ('kind' in received) return received
    const answeredAt = Date.parse(received.date ?? '') || now()
    const answer = readAnswer(route, received, answeredAt, singleUse !== undefined)
    if (isOfBackend(answer, received)) learnTime(received, route.method === 'GET')
    if (answer.kind === 'lost') {
      const { code, why, mayHaveActed, isTransient, cause } = answer
      const error = mayHaveActed ? lost(code, why, cause) : new TransportError(code, why, { cause })
      return { kind: 'failed', error, isTransient }
    }
    if (answer.kind !== 'refused') return answer
    const { retryAfter } = answer.error
    if (retryAfter !== undefined)
      await cooldowns.start(key, now() + Math.min(retryAfter * 1000, longestPause))
    return { kind: 'failed', error: stepUpOr(answer.error), isTransient: false }
  }

  const transport: Transport = {
    now,
    probe,
    async ask(route, call) {
      const reply = await transport.send(route, call)
      if (reply.kind === 'done') return reply.value
      throw new TransportError('MALFORMED_ANSWER', `${route.operation} was answered with a challenge.`)
    },
    send: (route, call) =>
      timed(
        () => sendOrRetry(route, call),
        () => ({ type: 'call', operation: route.operation }),
      ),
  }

  async function sendOrRetry<Body, T>(route: Route<Body, T>, call: Call): Promise<Reply<T>> {
    for (let tried = 0; ; tried++) {
      const outcome = await attempt(route, call)
      if (outcome.kind !== 'failed') return outcome
      const wait = route.method === 'GET' && outcome.isTransient ? readRetries[tried] : undefined
      if (wait === undefined) throw outcome.error
      await pause(clock, wait, call.signal)
    }
  }
  return transport
}

/** Whether the backend or the service has just made this answer: it is well-formed, and not from a cache. */
const isOfBackend = (answer: Answer<unknown>, { age }: TimedAnswer): boolean =>
  !Number(age) &&
  (answer.kind === 'lost' ? answer.cause !== undefined : answer.kind !== 'refused' || answer.isInForm)

/**
 * The error for a refusal. If the platform asks for a more recent sign-in, the error is a SessionError. Any other
 * refusal stays a ServiceError.
 */
const stepUpOr = (refusal: ServiceError): Error =>
  refusal.status === 403 && refusal.code === 'STEP_UP_REQUIRED'
    ? new SessionError(
        'STEP_UP_REQUIRED',
        'The platform asks for a recent sign-in: sign in again, then repeat the call.',
        { cause: refusal },
      )
    : refusal

/** Whether a single-use call that failed with this error counts as not received by the service. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof TransportError && ['NETWORK', 'HEADERS_FAILED', 'REDIRECTED'].includes(error.code)

/** The error for a call whose signal aborted: the wallet's own reason, such as `DISPOSED`, or else `CANCELLED`. */
export const cancelled = (signal: AbortSignal): Error =>
  signal.reason instanceof SessionError
    ? signal.reason
    : new SessionError('CANCELLED', 'The call was aborted.', { cause: signal.reason })

/** @throws the reason of `disposed`, or that of the call's own signal, once either is aborted */
export function assertOpen(disposed: AbortSignal, signal: AbortSignal | undefined): void {
  disposed.throwIfAborted()
  if (signal?.aborted) throw cancelled(signal)
}

const rateLimited = (seconds: number): ServiceError =>
  new ServiceError(429, { code: 'RATE_LIMITED', message: `Too many calls. Wait ${seconds} s.` }, seconds)
