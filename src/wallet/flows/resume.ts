/** Brings attempts of an earlier page or another tab from the record into the state. @module */
import type { MachineEvent, MachineState } from '../machine/machine.js'
import { type AccountRecord, infoOf, type Pending, type StoredSession } from '../record/record.js'
import type { Attempts } from './attempts.js'
import { awaitedBy } from './challenge.js'
import type { Context } from './context.js'
import { signInOf } from './recover.js'
import type { Recovery } from './sync.js'

export interface Resume {
  /** Brings what was found in the record into the state. */
  resume(recovery: Recovery, when: 'load' | 'look'): Promise<void>
  /**
   * Updates an awaited proof from the record: another tab may have given it, requested another code or abandoned it.
   */
  mirror(record: AccountRecord): void
  stop(): void
}

export function createResume(
  context: Pick<Context, 'transport' | 'clock' | 'passkey'>,
  attempts: Attempts,
  machine: {
    readonly state: () => MachineState
    readonly dispatch: (event: MachineEvent) => void
    readonly setSession: (session: StoredSession) => void
    /** Reads the record again and updates the state from it. */
    readonly look: () => Promise<void>
  },
): Resume {
  const { transport, clock } = context
  const { state, dispatch } = machine
  let cancelLook = (): void => {}

  const show = async (pending: Pending): Promise<void> => {
    const signIn = await signInOf(context, pending)
    if (state().flow.status !== 'idle') return
    const attempt = attempts.begin()
    attempt.signIn = signIn
    attempt.since = 0
    const { resendAt } = pending
    const awaited = { ...awaitedBy(signIn), ...(resendAt && { resendAt }) }
    dispatch({ event: 'found', attempt: attempt.number, awaited })
  }

  return {
    async resume(recovery, when) {
      cancelLook()
      if (recovery.found === 'nothing' && recovery.until !== undefined) {
        const left = recovery.until - transport.now() + 1
        cancelLook = clock.after(left, () => void machine.look().catch(() => {}))
      }
      if (recovery.found === 'awaiting') {
        const { pending } = recovery
        // The user returns from the identity provider by loading a page, whether or not the page that they left is
        // still open.
        if (pending.proof === 'otp' || when === 'load') await show(pending)
      }
      if (recovery.found === 'session') {
        machine.setSession(recovery.session)
        dispatch({ event: 'adopted', session: infoOf(recovery.session) })
      }
      if (recovery.found === 'interrupted') {
        dispatch({ event: 'interrupted', fault: { kind: 'session', code: 'INTERRUPTED' } })
      }
    },
    mirror({ pending, revision }) {
      const { flow, attempt: number } = state()
      if (flow.status !== 'awaitingProof' || flow.proof === 'assertion') return
      const attempt = attempts.get(number)
      // A record that was read before it contained the attempt tells nothing about it.
      if (attempt === undefined || revision < (attempt.since ?? Number.POSITIVE_INFINITY)) return
      if (pending?.attemptId !== attempt.signIn?.attemptId || pending?.phase !== 'awaiting') {
        dispatch({ event: 'gone', attempt: number })
      } else if (pending.resendAt !== undefined && pending.resendAt !== flow.resendAt) {
        dispatch({ event: 'resent', attempt: number, resendAt: pending.resendAt })
      }
    },
    stop: () => cancelLook(),
  }
}
