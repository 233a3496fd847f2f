/** Makes a call in a window of the wallet's origin, where a frame cannot show the question. @module */
import { CeremonyError, SessionError, TransportError } from '../errors.js'
import type { WalletState } from '../index.js'
import { connectTo } from './connect-to.js'
import type { End } from './end.js'
import type { Line, Order } from './line.js'

/** How long the window may take to load, in milliseconds. */
const deadline = 30_000
/** How often it is looked whether the person has closed the window, in milliseconds. */
const interval = 300

/** Opens the window, makes the call there, and closes the window, however the call ends. */
export function callInWindow(end: End, order: Order): Promise<unknown> {
  const { page, clock } = end
  const opened = page.open()
  if (!opened)
    return Promise.reject(
      new CeremonyError('WINDOW_BLOCKED', 'The browser blocked the window. Make the call in a click.'),
    )
  return new Promise((resolve, reject) => {
    let line: Line | undefined
    let isSent = false
    let seen: WalletState | undefined
    let stopLooking = (): void => {}
    const close = (): void => {
      stopListening()
      stopLooking()
      stopWaiting()
      opened.close()
    }
    /** Ends without an answer. If the call was sent, the line knows whether it may have had an effect. */
    const fail = (error: Error = closed()): void => {
      close()
      if (isSent) line?.lose(error)
      else reject(error)
    }
    const stopListening = connectTo(
      { ...end, source: () => opened },
      {
        opened(next) {
          // The window has loaded again, and the call is lost with the page before.
          if (isSent) fail()
          else line = next
        },
        hello() {
          if (!line || isSent) return
          isSent = true
          stopWaiting()
          const answer = line.call(order).finally(() => {
            // The window's wallet shares its record with the frame's, which learns of it in its own time.
            if (seen?.storage === 'indexeddb') end.state.show(seen)
            close()
          })
          answer.then(resolve, reject)
        },
        refused: fail,
        state(state) {
          seen = state
        },
        show() {},
        hide() {},
        silent: fail,
      },
    )
    const look = (): void => {
      if (opened.closed) fail()
      else stopLooking = clock.after(interval, look)
    }
    const stopWaiting = clock.after(deadline, () => fail(unreachable()))
    look()
  })
}

const closed = (): SessionError =>
  new SessionError('CONFIRMATION_REFUSED', 'The window was closed before the person agreed.')

const unreachable = (): TransportError =>
  new TransportError('FRAME_UNREACHABLE', 'The wallet’s window did not answer within 30 s.')
