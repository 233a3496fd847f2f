/** The demo server's calls, as functions. Rejects with an error that has the answer's `code`. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { FaultKind, Me, Movement, Payment, QuoteOrder, Receiver, Welcome } from '../contract.js'
import { learnTime } from './server-time.js'
import { callsAnswered } from './worker.js'

/** A call that was refused or did not get through. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly code: string

  constructor(code: string, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** One call of the demo server. */
export async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const request: RequestInit = { method, cache: 'no-store' }
  if (body !== undefined) {
    request.body = JSON.stringify(body)
    request.headers = { 'Content-Type': 'application/json' }
  }
  await callsAnswered().catch((cause: unknown) => {
    throw new PlatformError('NO_WORKER', { cause })
  })
  const response = await fetch(path, request).catch((cause: unknown) => {
    throw new PlatformError('NETWORK', { cause })
  })
  learnTime(response.headers)
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : undefined
  throw new PlatformError(typeof code === 'string' ? code : 'GATEWAY')
}

// The answers come from our own server of the same checkout, which builds them with the same types: that is why they are
// taken at their word here.

/** Mode, people, export signer. */
export const welcome = async (): Promise<Welcome> => (await call('GET', '/demo/welcome')) as Welcome

/** Who is logged in, or `undefined`. */
export const me = async (): Promise<Me | undefined> =>
  ((await call('GET', '/demo/me')) as Me | null) ?? undefined

/** Logs in to the platform. */
export const logIn = (person: string): Promise<unknown> => call('POST', '/demo/login', { person })

/** Logs out of the platform. */
export const logOut = (): Promise<unknown> => call('POST', '/demo/logout')

/** Who can be paid. */
export const receivers = async (): Promise<readonly Receiver[]> =>
  (await call('GET', '/demo/receivers')) as Receiver[]

/** Payments so far, the newest first. */
export const activity = async (): Promise<readonly Movement[]> =>
  (await call('GET', '/demo/activity')) as Movement[]

/** An offer for a payment from this person's wallet. */
export const quote = async (order: QuoteOrder): Promise<Quote> =>
  (await call('POST', '/demo/quotes', order)) as Quote

/** What this platform knows of a quote that it asked for. */
export const payment = async (quoteId: string): Promise<Payment> =>
  (await call('GET', `/demo/quotes/${quoteId}`)) as Payment

/** An ID token of the demo's identity provider. */
export async function identityToken(person: string, nonce: string): Promise<string> {
  const answer = (await call('POST', '/demo/identity/token', { person, nonce })) as {
    readonly idToken: string
  }
  return answer.idToken
}

/** Moves the emulator's clock on. */
export const jump = (minutes: number): Promise<unknown> => call('POST', '/demo/workbench/clock', { minutes })

/** Lets something go wrong with the next call of that kind. */
export const arm = (target: string, kind: FaultKind): Promise<unknown> =>
  call('POST', '/demo/workbench/faults', { call: target, kind })

/** Lets the backend ask for another stamp than it should, once. */
export const armLie = (): Promise<unknown> => call('POST', '/demo/workbench/lie')

/** Takes back what was armed and has not happened. */
export const disarm = (): Promise<unknown> => call('POST', '/demo/workbench/faults/clear')

/** Everything as at the beginning. */
export const startOver = (): Promise<unknown> => call('POST', '/demo/workbench/start-over')
