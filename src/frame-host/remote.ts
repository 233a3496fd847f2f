/**
 * The wallet's page at the other end, in the frame or in a window: waits for its announcement, connects to it, makes
 * calls, and notices that it has gone.
 * @module
 */
import { SessionError, TransportError } from '../errors.js'
import type { Clock, GetOidcToken } from '../index.js'
import { rebuilt } from '../port/carried-error.js'
import {
  type Connect,
  type FrameMessage,
  type HostMessage,
  isAnnouncement,
  protocol,
  version,
} from '../port/messages.js'
import type { Verb } from '../port/verbs.js'
import type { HostPage } from './host-page.js'

/** A call of the page. */
export interface Order {
  readonly verb: Verb
  readonly args: readonly unknown[]
  readonly signal?: AbortSignal | undefined
  readonly getOidcToken?: GetOidcToken | undefined
}

/** What the other end sends that belongs to no call. */
type Heard = {
  readonly [Type in 'hello' | 'state' | 'show' | 'hide']: (
    message: Extract<FrameMessage, { readonly type: Type }>,
  ) => void
}

/** What differs between the frame and a window. */
export interface Side {
  readonly page: HostPage
  readonly clock: Clock
  readonly accountId: string | undefined
  /** The other window, or nothing if it has gone. Read each time: a frame that has moved has another window. */
  readonly source: () => unknown
  readonly heard: Heard
  /** What a call without effect rejects with if the other end goes away. */
  readonly gone: () => Error
  /** The other end has gone, or did not load. */
  readonly lost: () => void
  /** Whether an end that does not answer is closed at once, so that it makes no call that it has not heard yet. */
  readonly closes: boolean
}

export interface Remote {
  /** Makes a call, as soon as the other end is connected. */
  readonly call: (order: Order) => Promise<unknown>
  /** Ends the connection. Every pending call rejects with `error`. */
  readonly end: (error: Error) => void
}

/** How often the other end is asked for an answer while something waits for it, in milliseconds. */
const interval = 1_000
/** How many of these questions stay unanswered before the other end counts as lost. A sleep of the device is one. */
const patience = { loading: 20, open: 10 }

interface Pending {
  readonly order: Order
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** Aborts when the call has settled. */
  readonly settled: AbortController
  isSent?: boolean
  /** Whether the other end has said that the call may have an effect from now on. */
  acts?: boolean
  /** What `getOidcToken` rejected with. */
  cause?: unknown
}

export function createRemote({ page, clock, accountId, source, heard, gone, lost, closes }: Side): Remote {
  const calls = new Map<number, Pending>()
  let port: MessagePort | undefined
  let isOpen = false
  /** The verbs that never have an effect. */
  let reading: readonly string[] = []
  /** Whether the page at the other end is loading for the first time. */
  let isAwaited = true
  let last = 0
  let unanswered = 0
  let stopTicking: (() => void) | undefined

  const post = (message: HostMessage): void => port?.postMessage(message)
  const watch = (): void => {
    if (calls.size || isAwaited) stopTicking ??= clock.after(interval, tick)
  }
  const tick = (): void => {
    stopTicking = undefined
    unanswered += 1
    if (!source()) lose(gone())
    else if (unanswered > (isOpen ? patience.open : patience.loading)) lose(isOpen ? gone() : unreachable())
    else post({ type: 'ping' })
    watch()
  }
  const take = (id: number): Pending | undefined => {
    const call = calls.get(id)
    calls.delete(id)
    call?.settled.abort()
    return call
  }
  /** Rejects every call: with `error`, or with `OUTCOME_UNKNOWN` if it may have an effect. */
  const fail = (error: Error, mayAct: (call: Pending) => boolean | undefined): void => {
    isOpen = isAwaited = false
    unanswered = 0
    port?.close()
    port = undefined
    for (const [id, call] of [...calls]) {
      take(id)
      call.reject(mayAct(call) ? unknown() : error)
    }
  }
  const lose = (error: Error): void => {
    // An end that only does not answer may still make a call that it has not heard yet.
    const hangs = !closes && isOpen && unanswered > patience.open
    fail(error, ({ acts, isSent, order }) => acts || (hangs && isSent && !reading.includes(order.verb)))
    lost()
  }
  const send = (id: number, call: Pending): void => {
    const { verb, args, getOidcToken } = call.order
    call.isSent = true
    post({ type: 'call', id, verb, args, ...(getOidcToken && { token: true }) })
  }

  const hears: {
    readonly [Type in FrameMessage['type']]: (message: Extract<FrameMessage, { type: Type }>) => void
  } = {
    ...heard,
    hello(hello) {
      isOpen = true
      isAwaited = false
      reading = hello.reading
      heard.hello(hello)
      for (const [id, call] of calls) send(id, call)
    },
    refused: ({ error }) => lose(rebuilt(error)),
    async token({ id, nonce, clientPublicKey }) {
      const call = calls.get(id)
      const signal = call?.settled.signal
      try {
        const token = signal && (await call.order.getOidcToken?.({ nonce, clientPublicKey, signal }))
        post({ type: 'token', id, ...(token && { token }) })
      } catch (error) {
        if (call) call.cause = error
        post({ type: 'token', id })
      }
    },
    acts({ id }) {
      const call = calls.get(id)
      if (call) call.acts = true
    },
    answer({ id, value, error }) {
      const call = take(id)
      if (error) call?.reject(rebuilt(error, call.cause))
      else call?.resolve(value)
    },
    pong() {},
  }

  const stopListening = page.listen(({ data, origin, source: from }) => {
    if (origin !== page.origin || !from || from !== source() || !isAnnouncement(data)) return
    if (data.version !== version) return lose(otherVersion(data.version))
    // If the other end was connected, it has loaded again, and what was pending there is lost.
    if (isOpen) lose(gone())
    const { port1, port2 } = new MessageChannel()
    port = port1
    port.onmessage = ({ data: message }: MessageEvent<FrameMessage>) => {
      unanswered = 0
      // A message of another kind is ignored. The type assertion says that the function is that of the message's type.
      if (Object.hasOwn(hears, message?.type))
        (hears[message.type] as (message: FrameMessage) => void)(message)
    }
    const connect: Connect = { protocol, version, connect: true, ...(accountId && { accountId }) }
    // Only a window announces itself. The message goes to no other origin than that of the wallet's page.
    const other = from as Window
    other.postMessage(connect, page.origin, [port2])
  })
  watch()

  return {
    call: (order) =>
      new Promise((resolve, reject) => {
        const { signal } = order
        const settled = new AbortController()
        const call: Pending = { order, resolve, reject, settled }
        last += 1
        const id = last
        const abort = (): void => {
          if (call.isSent) post({ type: 'abort', id })
          else take(id)?.reject(new SessionError('CANCELLED', 'Cancelled.'))
        }
        calls.set(id, call)
        signal?.addEventListener('abort', abort, { signal: settled.signal })
        if (signal?.aborted) abort()
        else if (isOpen) send(id, call)
        watch()
      }),
    end(error) {
      stopListening()
      stopTicking?.()
      fail(error, () => false)
    },
  }
}

const unreachable = (): TransportError =>
  new TransportError('FRAME_UNREACHABLE', 'The wallet’s page did not answer within 20 s.')

const unknown = (): TransportError =>
  new TransportError('OUTCOME_UNKNOWN', 'The wallet’s page has gone. The call may have had its effect.')

const otherVersion = (theirs: number): TransportError =>
  new TransportError('FRAME_VERSION', `The wallet’s page has version ${theirs}, this page ${version}.`)
