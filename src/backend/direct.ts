/**
 * The form in which the Node server passes a request to a handler of this package and gets the answer. It avoids
 * creating a `Request` with a body and a `Response`, which takes longer than all checks of a call together.
 * @module
 */
import type { Bytes } from '../encoding.js'
import type { DirectSend } from './send.js'

/** A request whose body is read separately. */
export interface DirectRequest {
  /** The request's URL, method and headers. Do not read a body from this object; call `read`. */
  readonly request: Request
  /** Creates a standard `Request` that has the same URL, method and headers, and no body. */
  readonly bare: () => Request
  /** Reads the whole body. Resolves with `undefined` as soon as more than `limit` bytes have arrived. */
  readonly read: (limit: number) => Promise<Bytes | undefined>
}

/** The parts of a response. */
export interface DirectAnswer {
  readonly status: number
  /** The names are in title case. Each name occurs at most once. */
  readonly headers: Readonly<Record<string, string>>
  /** `null` if there is no body. */
  readonly body: Bytes | string | null
}

/** The direct form of a handler. */
export interface DirectHandler {
  /** Answers a request. Never rejects. */
  readonly answer: (request: DirectRequest) => Promise<DirectAnswer>
  /** From now on the handler sends its requests to the service with this function, unless the platform has its own. */
  readonly sendWith: (send: DirectSend) => void
}

/**
 * The direct form of each handler. If the platform wraps a handler in a function of its own, that function has no
 * direct form, so it gets a standard `Request`.
 */
const directly = new WeakMap<object, DirectHandler>()

/** Registers `direct` as the direct form of the handler, and returns the handler. */
export function withDirect<T extends object>(handler: T, direct: DirectHandler): T {
  directly.set(handler, direct)
  return handler
}

/** Returns the direct form of a handler; `undefined` if the handler has none. */
export const directOf = (handler: object): DirectHandler | undefined => directly.get(handler)

/** How to send to the service, for requests that a server with a way of its own has received. */
const senders = new WeakMap<Request, DirectSend>()

/** Notes how a backend that gets this request can send to the service, and returns the request. */
export function withSend(request: Request, send: DirectSend): Request {
  senders.set(request, send)
  return request
}

/** Returns what was noted for a request. */
export const sendOf = (request: Request): DirectSend | undefined => senders.get(request)
