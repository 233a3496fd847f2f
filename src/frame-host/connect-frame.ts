/** The connection to the frame: made again each time the frame loads, and given up after a deadline. @module */
import { untilAborted } from '../clock.js'
import { SessionError, TransportError } from '../errors.js'
import type { CredentialType } from '../index.js'
import { connectTo } from './connect-to.js'
import type { End } from './end.js'
import type { Line } from './line.js'

/** How long the frame may take to load and to answer, in milliseconds. */
const deadline = 20_000

export interface FrameConnection {
  /** The credential types of the wallet, once the frame is connected. */
  readonly types: readonly CredentialType[]
  /** Whether the frame can ask the person itself. `true` until it has said otherwise. */
  readonly canAsk: () => boolean
  /** The types whose sign-in opens a dialog of the browser. */
  readonly dialogs: () => readonly CredentialType[]
  /** Resolves with the connection. Loads the frame again if that has failed before. */
  readonly connected: (signal: AbortSignal | undefined) => Promise<Line>
  readonly end: (error: Error) => void
}

interface Connecting {
  readonly opened: Promise<Line>
  readonly resolve: (line: Line) => void
  readonly reject: (error: Error) => void
}

export function connectFrame(end: End): FrameConnection {
  const { page, clock, state } = end
  const { place } = page
  const types: CredentialType[] = []
  let dialogs: readonly CredentialType[] = []
  let canAsk = true
  let line: Line | undefined
  let connecting: Connecting | undefined
  let ended: Error | undefined

  const begin = (): Connecting => {
    const stop = clock.after(deadline, () => fail(unreachable()))
    let settle: Pick<Connecting, 'resolve' | 'reject'> | undefined
    const opened = new Promise<Line>((resolve, reject) => {
      settle = { resolve, reject }
    }).finally(stop)
    // Nobody may be waiting.
    opened.catch(() => {})
    connecting = {
      opened,
      resolve: (made) => settle?.resolve(made),
      reject: (error) => settle?.reject(error),
    }
    return connecting
  }
  const drop = (): void => {
    line?.lose()
    line = undefined
    place.hide()
  }
  const fail = (error: Error): void => {
    connecting?.reject(error)
    connecting = undefined
    drop()
    state.unread()
  }

  begin()
  const stop = connectTo(
    { ...end, source: place.window },
    {
      opened(next) {
        // The frame has loaded again: what was pending on the connection before is lost.
        drop()
        line = next
        connecting ??= begin()
      },
      hello(hello) {
        types.splice(0, types.length, ...hello.types)
        ;({ canAsk, dialogs } = hello)
        if (line) connecting?.resolve(line)
        connecting = undefined
      },
      refused: fail,
      state: state.show,
      show: place.show,
      hide: place.hide,
      silent() {
        drop()
        begin()
        place.reload()
      },
    },
  )

  return {
    types,
    canAsk: () => canAsk,
    dialogs: () => dialogs,
    async connected(signal) {
      if (ended) throw ended
      if (line && !connecting) return line
      if (!connecting) place.reload()
      const { opened } = connecting ?? begin()
      return untilAborted(signal, opened, new SessionError('CANCELLED', 'Cancelled.'))
    },
    end(error) {
      ended = error
      stop()
      connecting?.reject(error)
      line?.end(error)
      place.remove()
    },
  }
}

const unreachable = (): TransportError =>
  new TransportError('FRAME_UNREACHABLE', 'The wallet’s page did not answer within 20 s.')
