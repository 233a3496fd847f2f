/** Ends a session when it expires, and refreshes it before that if the options say so. @module */
import type { MachineEvent, SessionInfo } from '../machine/machine.js'
import { expireSession, infoOf, type StoredSession } from '../record/record.js'
import type { CoreContext } from './context.js'

/** The shortest time between two automatic refreshes, in milliseconds. */
const refreshPause = 5_000

/** How long to wait after a refresh that failed or that another attempt prevented, in milliseconds. */
const retryPause = 30_000

export interface Lifetime {
  /** Sets the timers for this session and cancels earlier ones. */
  watch(session: SessionInfo): void
  /** Checks the clock again, because timers stop while the device sleeps. */
  check(): void
  /**
   * Refreshes the session. Only one refresh runs at a time: a second caller gets the result of the first, and the
   * second signal is ignored.
   */
  refresh(session: StoredSession, signal: AbortSignal): Promise<SessionInfo>
  expire(sessionId: string): void
  stop(): void
}

export function createLifetime(
  context: Pick<CoreContext, 'journal' | 'time' | 'clock' | 'disposed' | 'session'>,
  machine: {
    readonly dispatch: (event: MachineEvent) => void
    readonly setSession: (session: StoredSession) => void
  },
  options: {
    /** Seconds before expiry. `undefined`: no automatic refresh. */
    readonly refreshAhead: number | undefined
    readonly refreshSession: (session: StoredSession, signal: AbortSignal) => Promise<StoredSession>
  },
): Lifetime {
  const { refreshAhead, refreshSession } = options
  const { journal, time, clock, disposed, session: current } = context
  let cancelExpiry = (): void => {}
  let cancelRefresh = (): void => {}
  let refreshing: { readonly id: string; readonly ended: Promise<SessionInfo> } | undefined

  const stop = (): void => {
    cancelExpiry()
    cancelRefresh()
  }

  const expire = (sessionId: string): void => {
    machine.dispatch({ event: 'ended', sessionId, reason: 'expired' })
    journal.commit(expireSession(sessionId), 'expired').catch(() => {})
  }

  const watch = (session: SessionInfo, pause: number = refreshPause): void => {
    stop()
    if (disposed.aborted) return
    const left = Date.parse(session.expiresAt) - time.now()
    cancelExpiry = clock.after(left, check)
    if (refreshAhead === undefined) return
    cancelRefresh = clock.after(Math.max(left - refreshAhead * 1000, Math.min(pause, left)), refreshByItself)
  }

  const check = (): void => {
    const session = current()
    if (session === undefined) return
    if (Date.parse(session.expiresAt) <= time.now()) expire(session.id)
    else watch(infoOf(session))
  }

  const refresh = (session: StoredSession, signal: AbortSignal): Promise<SessionInfo> => {
    // Shared only for this session: the refresh of an earlier one may still be running.
    if (refreshing?.id === session.id) return refreshing.ended
    const ended = run(session, signal).finally(() => {
      if (refreshing?.ended === ended) refreshing = undefined
    })
    refreshing = { id: session.id, ended }
    return ended
  }

  const run = async (session: StoredSession, signal: AbortSignal): Promise<SessionInfo> => {
    machine.dispatch({ event: 'refresh' })
    try {
      const next = await refreshSession(session, signal)
      machine.setSession(next)
      machine.dispatch({ event: 'refreshed', session: infoOf(next) })
      return infoOf(next)
    } catch (error) {
      // Another session may be refreshing by now.
      if (current()?.id === session.id) machine.dispatch({ event: 'refreshFailed' })
      throw error
    }
  }

  /**
   * The timer runs in every tab. The record lets only one tab refresh; the others find the new session in the record.
   */
  const refreshByItself = async (): Promise<void> => {
    const session = current()
    const { session: stored, pending } = await journal.read()
    if (session !== undefined && stored?.id === session.id && pending === undefined)
      await refresh(session, disposed).catch(() => {})
    // The timers are set even after a failure, for the next try.
    const now = current()
    if (now) watch(infoOf(now), retryPause)
  }

  return { watch, check, refresh, expire, stop }
}
