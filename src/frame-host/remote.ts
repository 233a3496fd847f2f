/**
 * The wallet's page at the other end, in the frame or in a window: loads it, connects to it when it announces itself,
 * makes calls, and notices that it has gone.
 * @module
 */
import { SessionError, TransportError } from '../errors.js'
import type { Clock, GetOidcToken } from '../index.js'
import { rebuilt } from '../port/carried-error.js'
import { type Connect, type FrameMessage, type HostMessage, protocol, version } from '../port/messages.js'
import { reaches, type Verb } from '../port/verbs.js'
import type { HostPage } from './host-page.js'
import type { Place } from './place.js'

/** A call of the page. */
export interface Order {
  readonly verb: Verb
  readonly args: readonly unknown[]
  readonly signal?: AbortSignal | undefined
  readonly getOidcToken?: GetOidcToken | undefined
}

/** A message of the other end. */
type Heard<Type> = Extract<FrameMessage, { readonly type: Type }>

/** What differs between the frame and a window. */
export interface Side {
  readonly page: Pick<HostPage, 'origin' | 'listen'>
  readonly clock: Clock
  readonly accountId: string | undefined
  readonly place: Place
  readonly hello?: (message: Heard<'hello'>) => void
  readonly state: (message: Heard<'state'>) => void
  /** What a call without effect rejects with if the other end goes away. */
  readonly gone: () => Error
  /** The other end has gone, or did not load. The next call loads it again. */
  readonly lost?: () => void
}

export interface Remote {
  /** Makes a call, as soon as the other end is connected. */
  readonly call: (order: Order) => Promise<unknown>
  /** Ends the connection and the other end. Every pending call rejects with `error`. */
  readonly end: (error?: Error) => void
}

/** How often the other end is asked for an answer while something waits for it, in milliseconds. */
const interval = 1_000
/** How many of these questions stay unanswered before the other end counts as lost. A sleep of the device is one. */
const patience = 20

interface Pending extends Order {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** Aborts when the call has settled. */
  readonly settled: AbortController
  /** Whether the call may have an effect: it was sent and needs no question, or the person has agreed. */
  acts?: boolean
  /** Has what `getOidcToken` rejected with. */
  options?: ErrorOptions
}

export function createRemote({ page, clock, accountId, place, hello, state, gone, lost }: Side): Remote {
  /** The calls that have not settled. All of them are sent as soon as the other end is open. */
  const calls = new Map<number, Pending>()
  let status: 'loading' | 'open' | 'lost' = 'loading'
  let port: MessagePort | undefined
  let last = 0
  let unanswered = 0
  let stopTicking: (() => void) | undefined

  const post = (message: HostMessage): void => port?.postMessage(message)
  const watch = (): void => {
    if (calls.size || status === 'loading') stopTicking ??= clock.after(interval, tick)
  }
  const tick = (): void => {
    stopTicking = undefined
    unanswered += 1
    if (!place.window()) lose(gone())
    else if (unanswered > patience) lose(status === 'open' ? gone() : unreachable())
    else post({ type: 'ping' })
    watch()
  }
  const load = (): void => {
    status = 'loading'
    unanswered = 0
    place.load?.()
    watch()
  }
  const take = (id: number): Pending | undefined => {
    const call = calls.get(id)
    calls.delete(id)
    call?.settled.abort()
    return call
  }
  /** Rejects every call: with `doubt` if it may have an effect. */
  const fail = (error: Error, doubt = error): void => {
    port?.close()
    place.hide?.()
    for (const [id, { acts, reject }] of [...calls]) {
      take(id)
      reject(acts ? doubt : error)
    }
  }
  const lose = (error: Error): void => {
    status = 'lost'
    fail(error, unknown())
    place.remove()
    lost?.()
  }
  const send = (id: number, call: Pending): void => {
    const { verb, args, getOidcToken } = call
    call.acts = reaches[verb] === 'acts'
    post({ type: 'call', id, verb, args, token: !!getOidcToken })
  }

  const hears: {
    readonly [Type in FrameMessage['type']]?: ((message: Heard<Type>) => void) | undefined
  } = {
    state,
    show: place.show,
    hide: place.hide,
    hello(message) {
      status = 'open'
      hello?.(message)
      for (const [id, call] of calls) send(id, call)
    },
    refused: ({ error }) => lose(rebuilt(error)),
    async token({ id, nonce, clientPublicKey }) {
      const call = calls.get(id)
      let token: string | undefined
      try {
        token = await call?.getOidcToken?.({ nonce, clientPublicKey, signal: call.settled.signal })
      } catch (error) {
        if (call) call.options = { cause: error }
      }
      post({ type: 'token', id, token: token || undefined })
    },
    acts({ id }) {
      const call = calls.get(id)
      if (call) call.acts = true
    },
    answer({ id, value, error }) {
      const call = take(id)
      if (error) call?.reject(rebuilt(error, call.options))
      else call?.resolve(value)
    },
  }

  const stopListening = page.listen(({ data, origin, source }) => {
    const other = place.window()
    if (origin !== page.origin || !other || source !== other || Object(data).protocol !== protocol) return
    // If the other end was connected, it has loaded again, and what was pending there is lost.
    if (status === 'open') fail(gone(), unknown())
    status = 'loading'
    const { port1, port2 } = new MessageChannel()
    port = port1
    port.onmessage = ({ data: message }: MessageEvent<FrameMessage>) => {
      unanswered = 0
      // The type assertion says that the function is that of the message's type.
      ;(hears[message.type] as ((message: FrameMessage) => void) | undefined)?.(message)
    }
    // To no other origin than that of the wallet's page.
    other.postMessage({ protocol, version, accountId } satisfies Connect, page.origin, [port2])
  })
  load()

  return {
    call: (order) =>
      new Promise((resolve, reject) => {
        const { signal } = order
        const settled = new AbortController()
        const cancelled = (): void => reject(new SessionError('CANCELLED', 'Cancelled.'))
        if (signal?.aborted) return cancelled()
        if (status === 'lost') load()
        last += 1
        const id = last
        const call: Pending = { ...order, resolve, reject, settled }
        calls.set(id, call)
        const abort = (): void => {
          if (status === 'open') post({ type: 'abort', id })
          else if (take(id)) cancelled()
        }
        signal?.addEventListener('abort', abort, { signal: settled.signal })
        if (status === 'open') send(id, call)
        watch()
      }),
    end(error = gone()) {
      stopListening()
      stopTicking?.()
      fail(error)
      place.remove()
    },
  }
}

const unreachable = (): TransportError =>
  new TransportError('FRAME_UNREACHABLE', 'The wallet’s page did not answer within 20 s.')

const unknown = (): TransportError =>
  new TransportError('OUTCOME_UNKNOWN', 'The wallet’s page has gone. The call may have had its effect.')
