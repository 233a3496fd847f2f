/**
 * Refreshes sessions automatically before they expire, in one of the tabs. With `idleTimeout`, sessions are refreshed
 * only while the user is active.
 * @module
 */
import { later } from '../../clock.js'
import { WalletError } from '../../errors.js'
import { onWake, untilNextLook } from '../time/wake.js'
import type { Context } from './context.js'
import type { Refresh } from './refresh.js'

/** Milliseconds to wait after a refresh that failed or that another tab prevented. */
const retryPause = 30_000

/**
 * With these errors the same session is not refreshed again. One needs a sign-in first; with the other, each refresh
 * would begin a session at the service that nobody can use.
 */
const vain: ReadonlySet<string> = new Set(['STEP_UP_REQUIRED', 'KEY_DELIVERY_CONTRADICTED'])

/**
 * Refreshes each session when it has `refreshAhead` seconds left. If less than twice that time is left when this page
 * first sees the session, the session is instead refreshed halfway to its expiry. Returns a function that stops the
 * automatic refresh.
 */
export function createRefreshAhead(
  context: Pick<Context, 'journal' | 'time' | 'clock' | 'session' | 'look'>,
  subscribe: (listener: () => void) => () => void,
  options: {
    /** Seconds before expiry. */
    readonly refreshAhead?: number | undefined
    /** Seconds without input after which sessions are no longer refreshed. Default: no limit. */
    readonly idleTimeout?: number | undefined
  },
  refresh: Refresh,
): () => void {
  const { journal, time, clock, session: current, look } = context
  const { refreshAhead = 0, idleTimeout = Number.POSITIVE_INFINITY } = options
  let watched: string | undefined
  /** When to refresh: milliseconds since 1970, server time. Infinite while a refresh is under way. */
  let dueAt = 0
  let cancel = (): void => {}
  let lastInput = clock.now()

  const arm = (): void => {
    cancel()
    if (watched !== undefined && dueAt < Number.POSITIVE_INFINITY)
      cancel = later(clock, untilNextLook(dueAt - time.now()), () => void due().catch(() => {}))
  }

  const changed = (): void => {
    const session = current()
    if (session?.id === watched) return
    watched = session?.id
    const expiresAt = Date.parse(session?.expiresAt ?? '')
    dueAt = Math.max(expiresAt - refreshAhead * 1000, (expiresAt + time.now()) / 2)
    arm()
  }

  /** The timer runs in every tab. The record lets only one tab refresh; the others read the new session. */
  const due = async (): Promise<void> => {
    const session = current()
    // If the user is idle, the next input sets the timer again.
    if (session === undefined || clock.now() - lastInput >= idleTimeout * 1000) return
    if (time.now() < dueAt) return arm()
    dueAt = Number.POSITIVE_INFINITY
    const { session: stored, refresh: begun } = await journal.read()
    // The wallet may have been disposed, or another session may have begun.
    if (watched !== session.id) return
    if (stored?.id !== session.id) await look()
    else if (begun === undefined) {
      const failure = await refresh(session, undefined).catch((error: unknown) => error)
      if (failure instanceof WalletError && vain.has(failure.code)) return
    }
    if (watched !== session.id) return
    dueAt = time.now() + retryPause
    arm()
  }

  const seen = (): void => {
    const wasIdle = clock.now() - lastInput >= idleTimeout * 1000
    lastInput = clock.now()
    if (wasIdle) arm()
  }

  const stops = [
    subscribe(changed),
    onWake(() => {
      seen()
      arm()
    }),
    idleTimeout < Number.POSITIVE_INFINITY ? onInput(seen) : () => {},
  ]
  changed()
  return () => {
    watched = undefined
    cancel()
    for (const stop of stops) stop()
  }
}

const inputs = ['pointerdown', 'keydown', 'wheel'] as const

/** Calls `fn` at each input. Returns a function that removes the listeners. Does nothing without a `document`. */
function onInput(fn: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  // The listeners use the capture phase, so that they run even if a handler of the page stops the event.
  const options = { capture: true, passive: true }
  for (const input of inputs) addEventListener(input, fn, options)
  return () => {
    for (const input of inputs) removeEventListener(input, fn, options)
  }
}
