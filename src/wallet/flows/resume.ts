/** Brings into the state what the record says of attempts: an earlier page's, or another tab's. @module */
import type { MachineEvent, MachineState } from '../machine/machine.js'
import type { AccountRecord, Pending, StoredSession } from '../record/record.js'
import { type Attempt, awaitedBy } from './challenge.js'
import type { Surroundings } from './context.js'
import { infoOf } from './public-view.js'
import { attemptOf } from './recover.js'
import type { Recovery } from './sync.js'

export interface TakeUp {
  apply(recovery: Recovery, when: 'load' | 'look'): Promise<void>
  follow(record: AccountRecord): void
  stop(): void
}

export function createTakeUp(
  surroundings: Surroundings,
  parts: {
    readonly state: () => MachineState
    readonly dispatch: (event: MachineEvent) => void
    readonly hold: (session: StoredSession) => void
    readonly nextAttempt: () => number
    readonly adopt: (attempt: number, found: Attempt) => void
    /** Forgets an attempt, and leaves its place alone. */
    readonly forget: (attempt: number) => void
    /** The record's identity of the attempt that the flow is about. */
    readonly attemptId: () => string | undefined
    /** Another look at the record. */
    readonly look: () => Promise<void>
  },
): TakeUp {
  const { transport, clock } = surroundings
  const { state, dispatch } = parts
  let cancelRecheck = (): void => {}

  const show = async (pending: Pending): Promise<void> => {
    const found = await attemptOf(surroundings, pending)
    if (state().flow.status !== 'idle') return
    const attempt = parts.nextAttempt()
    parts.adopt(attempt, found)
    const { resendAt } = pending
    dispatch({ event: 'found', attempt, awaited: { ...awaitedBy(found), ...(resendAt && { resendAt }) } })
  }

  return {
    async apply(recovery, when) {
      cancelRecheck()
      if (recovery.found === 'nothing' && recovery.until !== undefined) {
        const left = recovery.until - transport.now() + 1
        cancelRecheck = clock.after(left, () => void parts.look().catch(() => {}))
      }
      if (recovery.found === 'awaiting') {
        const { pending, gone } = recovery
        // The page that left for the identity provider is gone, and a load is where the person comes back to.
        if (pending.proof === 'otp' || (gone && when === 'load')) await show(pending)
      }
      if (recovery.found === 'session') {
        parts.hold(recovery.session)
        dispatch({ event: 'adopted', session: infoOf(recovery.session) })
      }
      if (recovery.found === 'interrupted') {
        dispatch({ event: 'interrupted', fault: { kind: 'session', code: 'INTERRUPTED' } })
      }
    },
    /** A code that is awaited here may be entered, asked for again or given up in another tab. */
    follow({ pending }) {
      const { flow, attempt } = state()
      if (flow.status !== 'awaitingProof' || flow.proof !== 'otp') return
      if (pending?.attemptId !== parts.attemptId() || pending?.phase !== 'awaiting') {
        dispatch({ event: 'gone', attempt })
        // Its time-out would strike at what takes the attempt up again.
        parts.forget(attempt)
      } else if (pending.resendAt !== undefined && pending.resendAt !== flow.resendAt) {
        dispatch({ event: 'resent', attempt, resendAt: pending.resendAt })
      }
    },
    stop: () => cancelRecheck(),
  }
}
