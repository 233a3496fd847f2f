/** A connection to the wallet's page: the calls that are pending on it, and whether the other end is there. @module */
import { type Clock, onAbort } from '../clock.js'
import { SessionError, TransportError } from '../errors.js'
import type { GetOidcToken, WalletState } from '../index.js'
import { rebuilt } from '../port/carried-error.js'
import type { FrameMessage, HostMessage } from '../port/messages.js'
import { type Verb, verbs } from '../port/verbs.js'

/** A call of the page. */
export interface Order {
  readonly verb: Verb
  readonly args: readonly unknown[]
  readonly signal?: AbortSignal | undefined
  readonly getOidcToken?: GetOidcToken | undefined
}

/** What the rest of the host does about messages that belong to no call. */
export interface Heard {
  readonly hello: (hello: Extract<FrameMessage, { readonly type: 'hello' }>) => void
  readonly refused: (error: Error) => void
  readonly state: (state: WalletState, offset: number) => void
  readonly show: () => void
  readonly hide: () => void
  /** The other end has not answered for ten seconds. */
  readonly silent: () => void
}

export interface Line {
  readonly call: (order: Order) => Promise<unknown>
  /** Ends the connection. Every pending call rejects with `error`. */
  readonly end: (error: Error) => void
  /** The other end has gone. A call that had no effect rejects with `error`, any other with `OUTCOME_UNKNOWN`. */
  readonly lose: (error?: Error) => void
}

/** How often the other end is asked whether it is there while calls are pending, in milliseconds. */
const interval = 2_000
/** How many of these questions in a row stay unanswered before the other end counts as lost. */
const patience = 5

/** The fields of each message of the frame, with their types. */
const shapes: {
  readonly [Type in FrameMessage['type']]: Readonly<Record<string, string>>
} = {
  hello: { types: 'object', canAsk: 'boolean', dialogs: 'object' },
  refused: { error: 'object' },
  state: { state: 'object', offset: 'number' },
  answer: { id: 'number' },
  show: { id: 'number' },
  hide: { id: 'number', agreed: 'boolean' },
  pong: { id: 'number' },
  token: { id: 'number', nonce: 'string', clientPublicKey: 'string' },
}

function isMessage(data: unknown): data is FrameMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  const fields = new Map(Object.entries(shapes)).get(String(data.type))
  // A message of another form is ignored.
  return !!fields && Object.entries(fields).every(([name, type]) => typeof Reflect.get(data, name) === type)
}

interface Pending {
  readonly order: Order
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly settled: AbortController
  agreed?: boolean
  /** What `getOidcToken` rejected with. */
  cause?: unknown
}

export function openLine(port: MessagePort, clock: Clock, heard: Heard): Line {
  const calls = new Map<number, Pending>()
  let last = 0
  let unanswered = 0
  let stopPinging: (() => void) | undefined
  const post = (message: HostMessage): void => port.postMessage(message)

  const ping = (): void => {
    stopPinging = undefined
    if (calls.size === 0) return
    if (unanswered === patience) heard.silent()
    else {
      unanswered += 1
      post({ type: 'ping', id: last })
      stopPinging = clock.after(interval, ping)
    }
  }
  const take = (id: number): Pending | undefined => {
    const call = calls.get(id)
    calls.delete(id)
    call?.settled.abort()
    return call
  }
  const getToken = async (id: number, nonce: string, clientPublicKey: string): Promise<void> => {
    const call = calls.get(id)
    if (!call) return
    try {
      const { signal } = call.settled
      const token = await call.order.getOidcToken?.({ nonce, clientPublicKey, signal })
      post({ type: 'token', id, ...(token !== undefined && { token }) })
    } catch (error) {
      call.cause = error
      post({ type: 'token', id })
    }
  }

  const close = (errorOf: (call: Pending) => Error): void => {
    stopPinging?.()
    port.close()
    for (const id of [...calls.keys()]) {
      const call = take(id)
      call?.reject(errorOf(call))
    }
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    unanswered = 0
    if (!isMessage(data)) return
    if (data.type === 'hello') heard.hello(data)
    else if (data.type === 'refused') heard.refused(rebuilt(data.error))
    else if (data.type === 'state') heard.state(data.state, data.offset)
    else if (data.type === 'token') void getToken(data.id, data.nonce, data.clientPublicKey)
    else if (data.type === 'show') heard.show()
    else if (data.type === 'hide') {
      const call = calls.get(data.id)
      if (call && data.agreed) call.agreed = true
      heard.hide()
    } else if (data.type === 'answer') {
      const call = take(data.id)
      if (data.error) call?.reject(rebuilt(data.error, call.cause))
      else call?.resolve(data.value)
    }
  }

  return {
    call: (order) =>
      new Promise((resolve, reject) => {
        const { verb, args, signal, getOidcToken } = order
        if (signal?.aborted) return reject(new SessionError('CANCELLED', 'Cancelled.'))
        last += 1
        const id = last
        const settled = new AbortController()
        post({ type: 'call', id, verb, args, ...(getOidcToken && { token: true }) })
        calls.set(id, { order, resolve, reject, settled })
        const letGo = onAbort(signal, () => post({ type: 'abort', id }))
        settled.signal.addEventListener('abort', letGo)
        unanswered = 0
        stopPinging ??= clock.after(interval, ping)
      }),
    end: (error) => close(() => error),
    lose(error = lost()) {
      close(({ order: { verb }, agreed }) => {
        const isHarmless = verbs[verb] === 'reads' || (verbs[verb] === 'agreed' && !agreed)
        return isHarmless ? error : unknown()
      })
    },
  }
}

const lost = (): TransportError =>
  new TransportError('FRAME_LOST', 'The wallet’s page went away. The call had no effect; repeat it.')

const unknown = (): TransportError =>
  new TransportError(
    'OUTCOME_UNKNOWN',
    'The wallet’s page went away after the call was sent. Read what the call changes to see whether it did.',
  )
