/** The only `fetch` of a wallet. @module */
import { type Clock, withDeadline } from '../../clock.js'
import { TransportError } from '../../errors.js'
import { type ReceivedAnswer, receive } from '../../wire/read-answer.js'
import type { DatedAnswer } from '../time/learn-time.js'
import { type Backend, baseOf, everyRequest } from './request.js'

/** The longest wait for an answer to a probe, in milliseconds. */
const probeDeadline = 10_000

/** An answer, with the headers and times from which the server's time is learned. */
export interface TimedAnswer extends ReceivedAnswer, DatedAnswer {
  readonly age: string | null
}

export interface Exchange {
  /** Sends a request once. */
  readonly exchange: (request: Request, signal: AbortSignal) => Promise<TimedAnswer>
  /** Sends a request without effect. Rejects if no answer arrives in time. */
  readonly probe: (signal: AbortSignal) => Promise<Response>
  /**
   * If the browser reports that the device is offline, tests whether the backend can be reached, because the report may
   * be wrong. Rejects if the backend cannot be reached.
   */
  readonly reach: (signal: AbortSignal) => Promise<void>
}

export function createExchange(backend: Backend, clock: Clock): Exchange {
  const deliver = (request: Request): Response | Promise<Response> =>
    typeof backend === 'string' ? fetch(request) : backend(request)

  const probe = (signal: AbortSignal): Promise<Response> => {
    const late = (): Error => new TransportError('TIMEOUT', 'No answer within 10 s.')
    return withDeadline(clock, { ms: probeDeadline, signal, late }, async (inner) =>
      deliver(new Request(baseOf(backend), { ...everyRequest, method: 'HEAD', signal: inner })),
    )
  }

  const reach = async (signal: AbortSignal): Promise<void> => {
    if (typeof backend !== 'string' || globalThis.navigator?.onLine !== false) return
    await probe(signal).catch((cause: unknown) => {
      throw new TransportError('NETWORK', 'The device is offline. Nothing was sent.', { cause })
    })
  }

  const exchange = async (request: Request, signal: AbortSignal): Promise<TimedAnswer> => {
    const sentAt = clock.now()
    const response = await deliver(request)
    const receivedAt = clock.now()
    const { headers, type, status } = response
    // The service's API has no redirects, so something in front of the backend has answered.
    if (type === 'opaqueredirect' || (status >= 300 && status < 400))
      throw new TransportError('REDIRECTED', 'The answer was a redirect, for example to a login page.')
    const [date, age] = [headers.get('Date'), headers.get('Age')]
    return { ...(await receive(response, signal)), date, age, sentAt, receivedAt }
  }

  return { exchange, probe, reach }
}
