/** Serves a page whose frame the browser keeps from its login: each call is to be made in a window. @module */
import { CeremonyError } from '../errors.js'
import type { WalletState } from '../index.js'
import type { FrameMessage } from '../port/messages.js'
import { parsedOrNone } from '../wire/schema.js'
import { carried } from './carry-error.js'
import { Message } from './messages.js'

/** What a call rejects with that this frame cannot make. The page then makes it in a window. */
export const windowNeeded = (): CeremonyError =>
  new CeremonyError(
    'WINDOW_BLOCKED',
    'The browser keeps the login from this frame, so the call needs a window. Make it in a click.',
  )

const unread: WalletState = {
  session: { status: 'none', reason: 'unread' },
  flow: { status: 'idle' },
  storage: 'memory',
  unsettled: [],
}

/** Serves a port. `heard` and `ignore` are called with each message, and with each that has another form. */
export function serveElsewhere(
  port: MessagePort,
  { heard, ignore }: { readonly heard: () => void; readonly ignore: () => void },
): { readonly end: () => void } {
  const post = (message: FrameMessage): void => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    heard()
    const message = parsedOrNone(Message, data)
    if (message === undefined) ignore()
    else if (message.type === 'ping') post({ type: 'pong' })
    else if (message.type === 'call') post({ type: 'answer', id: message.id, error: carried(windowNeeded()) })
  }
  post({ type: 'hello', types: [], canAsk: false })
  post({ type: 'state', state: unread, offset: 0 })
  return { end: () => port.close() }
}
