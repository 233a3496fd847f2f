/** Ends a session when it expires. @module */
import { later } from '../../clock.js'
import type { MachineEvent } from '../machine/machine.js'
import { expireSession } from '../record/record.js'
import { untilNextLook } from '../time/wake.js'
import type { CoreContext } from './context.js'

export interface Lifetime {
  /** Ends the session if it has expired. Otherwise sets the timer for its expiry, in place of an earlier timer. */
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
    if (expiresAt <= time.surely()) journal.commit(expireSession(sessionId), 'ends').catch(() => {})
  }

  const check = (): void => {
    stop()
    const session = current()
    if (session === undefined || disposed.aborted) return
    const left = Date.parse(session.expiresAt) - time.now()
    if (left > 0) stop = later(clock, untilNextLook(left), check)
    else expire(session.id)
  }

  return { check, expire, stop: () => stop() }
}
