/**
 * What the Node server and a handler of this package exchange instead of a `Request` and a `Response`, which cost more
 * than all checks of a call together.
 * @module
 */
import type { Bytes } from '../encoding.js'

/** A request whose body is not part of a `Request`. */
export interface DirectRequest {
  /** The request's URL, method and headers. Its body, if it has one, must not be read from here. */
  readonly request: Request
  /** A real `Request` without a body. */
  readonly bare: () => Request
  /** Reads the whole body. Resolves with `undefined` as soon as more than `limit` bytes have arrived. */
  readonly read: (limit: number) => Promise<Bytes | undefined>
}

/** The parts of a response. */
export interface DirectAnswer {
  readonly status: number
  /** The names are in title case, each at most once. */
  readonly headers: Readonly<Record<string, string>>
  /** `null`: no body. */
  readonly body: Bytes | string | null
}

/** Answers a request. Never rejects. */
export type DirectHandler = (request: DirectRequest) => Promise<DirectAnswer>

/** By the handler that a platform has. A handler that wraps it is another function, and gets a `Request`. */
const directly = new WeakMap<object, DirectHandler>()

/** Remembers the direct form of a handler. Returns the handler. */
export function withDirect<T extends object>(handler: T, direct: DirectHandler): T {
  directly.set(handler, direct)
  return handler
}

/** The direct form of a handler; `undefined` if it has none. */
export const directOf = (handler: object): DirectHandler | undefined => directly.get(handler)
