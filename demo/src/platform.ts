/** The demo server's calls, as functions. They reject with a `PlatformError`. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { Me, Movement, Payment, QuoteOrder, Receiver, Welcome } from '../contract.js'
import { learnTime } from './server-time.js'
import { callsAnswered } from './worker.js'

/** The error of a call that was refused, or that did not reach the server. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly code: string

  constructor(code: string, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** Calls the demo server. */
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

// The answers are not parsed: they come from this project's own server, which uses the same types.

/** Reads the mode, the people, and the public key that signs exports. */
export const welcome = async (): Promise<Welcome> => (await call('GET', '/demo/welcome')) as Welcome

/** Reads who is logged in. Resolves with `undefined` if nobody is. */
export const me = async (): Promise<Me | undefined> =>
  ((await call('GET', '/demo/me')) as Me | null) ?? undefined

/** Logs in to the platform. */
export const logIn = (person: string): Promise<unknown> => call('POST', '/demo/login', { person })

/** Logs out of the platform. */
export const logOut = (): Promise<unknown> => call('POST', '/demo/logout')

/** Reads who can be paid. */
export const receivers = async (): Promise<readonly Receiver[]> =>
  (await call('GET', '/demo/receivers')) as Receiver[]

/** Reads the payments so far, newest first. */
export const activity = async (): Promise<readonly Movement[]> =>
  (await call('GET', '/demo/activity')) as Movement[]

/** Requests a quote for a payment from this person's wallet. */
export const quote = async (order: QuoteOrder): Promise<Quote> =>
  (await call('POST', '/demo/quotes', order)) as Quote

/** Reads what the platform knows about a quote that it requested. */
export const payment = async (quoteId: string): Promise<Payment> =>
  (await call('GET', `/demo/quotes/${quoteId}`)) as Payment

/** Requests an ID token of the demo's identity provider. */
export async function identityToken(person: string, nonce: string): Promise<string> {
  const answer = (await call('POST', '/demo/identity/token', { person, nonce })) as {
    readonly idToken: string
  }
  return answer.idToken
}

/** Advances the emulator's clock. `minutes` is the number of minutes. */
export const jump = (minutes: number): Promise<unknown> =>
  call('POST', '/emulator/clock', { advance: minutes * 60_000 })

/** Lets the next answer to a call be lost. */
export const loseAnswer = (target: string): Promise<unknown> =>
  call('POST', '/emulator/faults', { call: target, fault: { answer: 'lost' } })

/** Makes the backend lie once about what to stamp. */
export const armLie = (): Promise<unknown> => call('POST', '/demo/workbench/lie')

/** Lets the emulator play another deployment. Its records and sessions stay. */
export const play = (profile: Welcome['profile']): Promise<unknown> =>
  call('POST', '/emulator/profile', { profile })

/** Resets the demo. */
export const startOver = (): Promise<unknown> => call('POST', '/demo/workbench/start-over')
