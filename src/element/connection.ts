/** Finds out whether the browser is offline: asks the wallet, because the browser may be wrong. @module */
import type { Wallet } from '../index.js'

/** What the connection needs from its element. */
interface ConnectionHost {
  readonly wallet: () => Pick<Wallet, 'isReachable'> | undefined
  /** Whether the element shows that something failed for want of a connection. */
  readonly isCut: () => boolean
  /** Called when `isOffline` may have changed. */
  readonly changed: () => void
  /** Called when the connection is back. */
  readonly back: () => void
  /** Aborts when the element leaves the document. */
  readonly signal: AbortSignal
}

export interface Connection {
  /** Whether the browser reports no connection, and the wallet could not reach the backend either. */
  readonly isOffline: () => boolean
  /** Asks a wallet that has not been asked, if the browser reports no connection. */
  readonly look: () => void
}

/** The pauses before the wallet is asked again while nothing can be reached, in milliseconds. */
const pauses = { first: 2_500, longest: 20_000 } as const

/** Follows the connection until the signal aborts. */
export function watchConnection({ wallet, isCut, changed, back, signal }: ConnectionHost): Connection {
  let isOffline = false
  let asked: Pick<Wallet, 'isReachable'> | undefined
  /** The number of the last question. An answer to an earlier one is out of date. */
  let last = 0
  let isAsking = false

  const ask = async (): Promise<void> => {
    asked = wallet()
    if (asked === undefined) return
    last += 1
    const number = last
    isAsking = true
    const isReached = await asked.isReachable()
    if (signal.aborted || number !== last) return
    isAsking = false
    const wasAway = isOffline || isCut()
    isOffline = !isReached && navigator.onLine === false
    if (isReached && wasAway) back()
    else changed()
  }
  const isBack = (): void => {
    last += 1
    isAsking = isOffline = false
    back()
  }
  addEventListener('online', isBack, { signal })
  addEventListener('offline', () => void ask(), { signal })

  // The event `online` is not enough: a browser that was wrong about the connection does not send it.
  let pause: number = pauses.first
  let timer: ReturnType<typeof setTimeout> | undefined
  const repeat = (): void => {
    const isAway = isOffline || isCut()
    pause = isAway ? Math.min(2 * pause, pauses.longest) : pauses.first
    if (isAway && !isAsking) void ask()
    timer = setTimeout(repeat, pause)
  }
  timer = setTimeout(repeat, pause)
  signal.addEventListener('abort', () => clearTimeout(timer))

  return {
    isOffline: () => isOffline,
    look() {
      if (navigator.onLine === false && wallet() !== asked) void ask()
    },
  }
}
