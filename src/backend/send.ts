/** How requests to the service are sent: with the global `fetch`, with the platform's own, or by the Node server. @module */
import type { Bytes } from '../encoding.js'
import { readAtMost } from '../wire/read-at-most.js'

/** A request to the service. */
export interface OutgoingCall {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | undefined
  /** Throws if an answer with this status is of no use. The rest of the answer is then not read. */
  readonly checkStatus: (status: number) => void
  /** The maximum size of the answer's body, in bytes. */
  readonly limit: number
  /** Registers the function that ends the request and closes its connection. It is called when the time is up. */
  readonly onLate: (end: (reason: Error) => void) => void
}

/** What the service answered. */
export interface ReceivedAnswer {
  readonly status: number
  readonly headers: ReceivedHeaders
  /** The whole body, decoded; `undefined` if it is larger than the limit. */
  readonly bytes: Bytes | undefined
}

/** The headers of an answer, a part of the standard `Headers`. */
export interface ReceivedHeaders {
  /** Returns the value of a header, or `null`. The values of a repeated header are joined. The case does not matter. */
  get(name: string): string | null
}

export const noHeaders: ReceivedHeaders = { get: () => null }

/** Sends a request once, and reads its answer. Does not follow redirects. Rejects unless the whole answer has arrived. */
export type Send = (call: OutgoingCall) => Promise<ReceivedAnswer>

/**
 * Sends a request as the global `fetch` would, in less time. Returns `undefined`, and sends nothing, whenever it cannot
 * tell that `fetch` would do the same.
 */
export type DirectSend = (call: OutgoingCall) => Promise<ReceivedAnswer> | undefined

/** A followed redirect could send the stamp to another server, or return that server's answer. */
const manual = { redirect: 'manual' } as const
/** The same for Node, where `fetch` copies each request and its body unless it gets these two options. */
const uncopied = { redirect: 'error', window: null } as const

/**
 * Sends with the global `fetch`, or with the function that `directly` returns. Some edge platforms do not have the
 * redirect mode `error`.
 */
export function ownSend(directly: () => DirectSend | undefined): Send {
  let mode: RequestInit = uncopied
  try {
    new Request('https://backend.invalid', uncopied)
  } catch {
    mode = manual
  }
  const fetching = fetched((call) => fetch(call.address, { ...initOf(call), ...mode }))
  return (call) => directly()?.(call) ?? fetching(call)
}

/** Sends with the platform's own `fetch`, which expects a `Request`. */
export const platformSend = (send: (request: Request) => Promise<Response>): Send =>
  fetched((call) => send(new Request(call.address, { ...initOf(call), ...manual })))

function initOf({ method, headers, body, onLate }: OutgoingCall): RequestInit {
  const controller = new AbortController()
  onLate((reason) => controller.abort(reason))
  return { method, headers, body: body ?? null, signal: controller.signal }
}

const fetched =
  (send: (call: OutgoingCall) => Promise<Response>): Send =>
  async (call) => {
    const { status, headers, body } = await send(call)
    call.checkStatus(status)
    return { status, headers, bytes: await readAtMost(body, call.limit) }
  }
