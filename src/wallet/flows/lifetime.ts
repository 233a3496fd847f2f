/** Ends a session when it expires. @module */
import type { MachineEvent, SessionInfo } from '../machine/machine.js'
import { expireSession, infoOf } from '../record/record.js'
import type { CoreContext } from './context.js'

export interface Lifetime {
  /** Sets the timer for this session and cancels an earlier one. */
  watch(session: SessionInfo): void
  /** Checks the clock again, because timers stop while the device sleeps. */
  check(): void
  expire(sessionId: string): void
  stop(): void
}

export function createLifetime(
  { journal, time, clock, disposed, session: current }: CoreContext,
  dispatch: (event: MachineEvent) => void,
): Lifetime {
  let stop = (): void => {}

  const expire = (sessionId: string): void => {
    const expiresAt = Date.parse(current()?.expiresAt ?? '')
    dispatch({ event: 'ended', sessionId, reason: 'expired' })
    if (expiresAt <= time.surely()) journal.commit(expireSession(sessionId), 'expired').catch(() => {})
  }

  const watch = ({ expiresAt }: SessionInfo): void => {
    stop()
    if (!disposed.aborted) stop = clock.after(Date.parse(expiresAt) - time.now(), check)
  }

  const check = (): void => {
    const session = current()
    if (session === undefined) return
    if (Date.parse(session.expiresAt) <= time.now()) expire(session.id)
    else watch(infoOf(session))
  }

  return { watch, check, expire, stop: () => stop() }
}
