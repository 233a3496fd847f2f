/**
 * How requests to the service are sent: with the global `fetch`, with the platform's own, or by the Node server.
 * @module
 */
import type { Bytes } from '../encoding.js'
import { readAtMost } from '../wire/read-at-most.js'

/** A request to the service. */
export interface OutgoingCall {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | undefined
  /** Ends the request and closes its connection. A request that was not sent yet must not be sent any more. */
  readonly signal: AbortSignal
}

/** What the service answered. */
export interface ReceivedAnswer {
  readonly status: number
  readonly headers: ReceivedHeaders
  /** The whole body, decoded; `undefined` if it is larger than {@link answerLimit}. */
  readonly bytes: Bytes | undefined
}

/** The headers of an answer, a part of the standard `Headers`. */
export interface ReceivedHeaders {
  /** Returns the value of a header, or `null`. The values of a repeated header are joined. The case does not matter. */
  get(name: string): string | null
}

export const noHeaders: ReceivedHeaders = { get: () => null }

/**
 * Sends a request once, and reads its answer. Does not follow redirects. Rejects unless the whole answer has arrived,
 * and as soon as {@link checkStatus} throws.
 */
export type Send = (call: OutgoingCall) => Promise<ReceivedAnswer>

/** The maximum size of an answer, in bytes: generous, because the lists that pages read are not paginated. */
export const answerLimit: number = 4 * 1024 * 1024

/** Throws for a status that the interface does not have: informational answers, redirects and 304. */
export function checkStatus(status: number): void {
  if (status < 200 || (status >= 300 && status < 400)) throw new Error(`The service answered ${status}.`)
}

/**
 * The name of the method with which the Node server tells a backend's handler how to send to the service. It is a
 * symbol, so that no property of another handler can be mistaken for it.
 */
export const sendWith: unique symbol = Symbol('sendWith')

/** A handler that can be told how to send. The platform's own `fetch` comes first. */
export interface SendsWith {
  readonly [sendWith]: (send: Send) => void
}

/** A followed redirect could send the stamp to another server, or return that server's answer. */
const manual = { redirect: 'manual' } as const
/** The same for Node, where `fetch` copies each request and its body unless it gets these two options. */
const uncopied = { redirect: 'error', window: null } as const

/** Sends with the global `fetch`. Some edge platforms do not have the redirect mode `error`. */
export function globalSend(): Send {
  let mode: RequestInit = uncopied
  try {
    new Request('https://backend.invalid', uncopied)
  } catch {
    mode = manual
  }
  return fetched((call) => fetch(call.address, { ...initOf(call), ...mode }))
}

/** Sends with the platform's own `fetch`, which expects a `Request`. */
export const platformSend = (send: (request: Request) => Promise<Response>): Send =>
  fetched((call) => send(new Request(call.address, { ...initOf(call), ...manual })))

const initOf = ({ method, headers, body, signal }: OutgoingCall): RequestInit => ({
  ...{ method, headers, signal },
  body: body ?? null,
})

const fetched =
  (send: (call: OutgoingCall) => Promise<Response>): Send =>
  async (call) => {
    const { status, headers, body } = await send(call)
    checkStatus(status)
    return { status, headers, bytes: await readAtMost(body, answerLimit, call.signal) }
  }
