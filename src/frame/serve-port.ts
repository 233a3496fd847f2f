/** Serves one connection: parses every message, makes the calls, and sends the state. @module */
import type { Clock } from '../clock.js'
import { CeremonyError, SessionError } from '../errors.js'
import type { ExportedWallet, GetOidcToken, Wallet } from '../index.js'
import type { FrameMessage, HostMessage } from '../port/messages.js'
import { reaches, shows } from '../port/verbs.js'
import { parsedOrNone } from '../wire/schema.js'
import { calls } from './calls.js'
import { carried } from './carry-error.js'
import { Message } from './messages.js'
import { publicState } from './public-state.js'
import type { Questions } from './questions.js'
import { windowNeeded } from './serve-elsewhere.js'

/** How many calls of one connection may be pending. */
const mostCalls = 32

/** A difference of the clocks that is worth a message, in milliseconds. */
const drift = 50

/** What a connection is served with. */
export interface Serving {
  readonly wallet: Wallet
  /** The origin of the page that is served. */
  readonly parent: string
  readonly questions: Questions
  readonly clock: Clock
  readonly canAsk: boolean
  /** Whether this is a window, which has its session from what is stored. */
  readonly isWindow: boolean
  /** Whether the browser keeps the login from this frame. */
  readonly isCutOff: () => boolean
  readonly reveal: ((exported: ExportedWallet, signal: AbortSignal) => Promise<void>) | undefined
  /** Called with each message that is not in the form of the protocol. */
  readonly ignore: () => void
  /** Called with each message. */
  readonly heard: () => void
}

export interface Connection {
  /** Ends the connection, and aborts its calls. */
  readonly end: () => void
}

/** A call that has not settled. */
interface Pending {
  readonly stop: AbortController
  /** Called with the token that the page got, or with none. */
  token?: ((token: string | undefined) => void) | undefined
}

export function servePort(port: MessagePort, serving: Serving): Connection {
  const { wallet, parent, questions, clock, reveal } = serving
  const pending = new Map<number, Pending>()
  let last = 0
  const post = (message: FrameMessage): void => port.postMessage(message)

  let shown: unknown
  let offset = 0
  /** Whether this frame has turned out to be cut off. Its state is not that of the window, which makes the calls. */
  let isElsewhere = false
  /** Whether the wallet has read what is stored: the session, and then a flow that goes on, as after a redirect. */
  let isRead = false
  /** Sends the state, if the page does not have it. Its first one is what its `ready` waits for. */
  const publish = (): void => {
    const state = wallet.getState()
    if (isElsewhere || !isRead) return
    const now = wallet.now() - clock.now()
    if (state === shown && Math.abs(now - offset) < drift) return
    shown = state
    offset = now
    post({ type: 'state', state: publicState(state), offset })
  }

  const tokenFor =
    (id: number, call: Pending): GetOidcToken =>
    ({ nonce, clientPublicKey, signal }) =>
      new Promise((resolve, reject) => {
        call.token = (token) => {
          if (token === undefined) reject(new Error('The page has no ID token.'))
          else resolve(token)
        }
        signal.addEventListener('abort', () => reject(signal.reason))
        post({ type: 'token', id, nonce, clientPublicKey })
      })

  const make = (
    message: Extract<HostMessage, { readonly type: 'call' }>,
    call: Pending,
  ): Promise<unknown> => {
    const { verb, args, token } = message
    const { signal } = call.stop
    const work = async (): Promise<unknown> => {
      if (serving.isWindow && reaches[verb] !== 'reads') await mustStore(wallet)
      return calls[verb](
        {
          wallet,
          signal,
          token: token ? { getOidcToken: tokenFor(message.id, call) } : {},
          ask: (question) => questions.ask(question, signal),
          async reveal(read) {
            if (reveal === undefined)
              throw new TypeError('exportWallet() needs the option `reveal` of serveWallet().')
            const exported = await read()
            try {
              await questions.showing(() => reveal(exported, signal))
            } finally {
              exported.wipe()
            }
          },
        },
        args,
      )
    }
    // The page learns this with the first message, and makes the call in a window.
    if (!serving.canAsk && shows(verb, args))
      throw new CeremonyError('WINDOW_BLOCKED', 'This call needs a window. Make it in a click.')
    if (reaches[verb] !== 'agreed') return work()
    return questions.during({ id: message.id, post, parent, now: wallet.now }, work)
  }

  /** Returns the error, or another one if that would lead nowhere in this frame. */
  const withWayOut = (error: unknown): unknown => {
    const { code }: { readonly code?: unknown } = Object(error)
    if (code === 'NOT_LOGGED_IN' && serving.isCutOff()) {
      isElsewhere = true
      return windowNeeded()
    }
    return error
  }

  const answer = async (message: Extract<HostMessage, { readonly type: 'call' }>): Promise<void> => {
    const call: Pending = { stop: new AbortController() }
    let settled: Pick<Extract<FrameMessage, { readonly type: 'answer' }>, 'value' | 'error'>
    try {
      if (pending.size >= mostCalls) throw new SessionError('BUSY', `${mostCalls} calls are pending.`)
      pending.set(message.id, call)
      if (isElsewhere) throw windowNeeded()
      settled = { value: await make(message, call) }
    } catch (error) {
      settled = { error: carried(withWayOut(error)) }
    }
    if (pending.get(message.id) === call) pending.delete(message.id)
    publish()
    post({ type: 'answer', id: message.id, ...settled })
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    serving.heard()
    const message = parsedOrNone(Message, data)
    if (message === undefined) return serving.ignore()
    if (message.type === 'ping') return post({ type: 'pong' })
    if (message.type === 'call') {
      // Each call has a number of its own.
      if (message.id <= last) return serving.ignore()
      last = message.id
      return void answer(message)
    }
    const call = pending.get(message.id)
    if (message.type === 'abort') return call?.stop.abort()
    call?.token?.(message.token)
  }

  post({ type: 'hello', types: wallet.credentials.types, canAsk: serving.canAsk })
  const unsubscribe = wallet.subscribe(publish)
  void wallet.ready.then(() => {
    isRead = true
    publish()
  })
  return {
    end() {
      unsubscribe()
      for (const { stop } of pending.values()) stop.abort()
      port.close()
    },
  }
}

/** Rejects in a window that has nothing of the frame's session, and whose own would end with it. */
async function mustStore({ ready, getState }: Wallet): Promise<void> {
  await ready
  if (getState().storage === 'memory')
    throw new SessionError(
      'SESSION_REQUIRED',
      'The browser stores nothing for the wallet’s page, so its windows have no session. Allow site data for it.',
    )
}
