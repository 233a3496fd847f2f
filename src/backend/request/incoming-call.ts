/** A checked request that has not been answered yet. @module */
import type { AnyRoute } from '../../wire/route.js'
import type { Learned } from '../events.js'
import type { RequestBody } from './body.js'
import type { InterfaceHeaders } from './interface-headers.js'
import type { Person } from './person.js'

/** The checked parts of a request. No other part of its URL or headers is forwarded. */
export interface IncomingCall {
  readonly route: AnyRoute
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: RequestBody
  readonly headers: InterfaceHeaders
  readonly person: Person
  /** The account that the call acts on. It is one of the user's accounts. */
  readonly accountId: string
  /** The received request without its body, for the platform's own functions. */
  readonly request: Request
  /** What the event of the call says about it. */
  readonly learned: Learned
  /** Called just before the call is forwarded. From then on it may take effect even without an answer. */
  readonly forwarding: () => void
}

/** Returns a request for the platform's own functions: a copy without the body, or the same request if it has none. */
export const withoutBody = (request: Request): Request => {
  const { url, method, headers, body } = request
  return body === null ? request : new Request(url, { method, headers })
}
