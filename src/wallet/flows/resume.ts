/** Shows in the state the attempts that an earlier page or another tab left in the record. @module */
import { later } from '../../clock.js'
import type { MachineEvent, MachineState } from '../machine/machine.js'
import { isPageAlive } from '../record/page-locks.js'
import { type AccountRecord, infoOf, type Pending, type StoredSession } from '../record/record.js'
import type { Attempts } from './attempts.js'
import { awaitedBy } from './challenge.js'
import type { Context } from './context.js'
import { signInOf } from './recover.js'
import type { Recovery } from './sync.js'

export interface Resume {
  /** Shows in the state what `recover` found in the record. */
  resume(found: readonly Recovery[], when: 'load' | 'look'): Promise<void>
  /**
   * If the flow awaits a code or an ID token, updates the flow from the record: another tab may have submitted the
   * proof, requested another code, or cancelled or replaced the attempt.
   */
  mirror(record: AccountRecord): void
  /**
   * Reads the record again, and shows an ID token that is awaited if the page that began the sign-in is gone. Called
   * before a submitted token is refused. Never rejects.
   */
  takeUp(): Promise<void>
  stop(): void
}

export function createResume(
  context: Pick<Context, 'transport' | 'clock' | 'passkey' | 'journal'>,
  attempts: Attempts,
  machine: {
    readonly state: () => MachineState
    readonly dispatch: (event: MachineEvent) => void
    readonly setSession: (session: StoredSession) => void
    /** Reads the record again and updates the state from it. */
    readonly look: () => Promise<void>
  },
): Resume {
  const { transport, clock, journal } = context
  const { state, dispatch } = machine
  let cancelLook = (): void => {}
  /** The awaited ID tokens that the last look has found and not shown. */
  let unshown: Pending[] = []

  const show = async (pending: Pending): Promise<void> => {
    const signIn = await signInOf(context, pending)
    // The record that `pending` is from may be older than a cancellation in this page.
    if (state().flow.status !== 'idle' || attempts.hasReleased(pending.attemptId)) return
    const slot = { acquired: Promise.resolve(), since: 0 }
    const attempt = attempts.begin({ at: 'awaiting', signIn, request: undefined, slot })
    dispatch({ event: 'found', attempt: attempt.number, awaited: awaitedBy(signIn) })
  }

  return {
    async resume(found, when) {
      cancelLook()
      unshown = []
      const until = Math.min(...found.map((each) => ('until' in each && each.until) || Infinity))
      if (until < Infinity) {
        const left = until - transport.now() + 1
        cancelLook = later(clock, left, () => void machine.look().catch(() => {}))
      }
      for (const each of found) {
        if (each.found === 'awaiting') {
          const { pending } = each
          // An awaited ID token is shown only when a page loads, because the user returns from the identity provider to
          // a page that loads. At any other time it is shown only to a page that has the token. Otherwise it would
          // appear in every other tab while the user is at the identity provider.
          if (pending.proof === 'otp' || when === 'load') await show(pending)
          else unshown.push(pending)
        }
        if (each.found === 'session') {
          machine.setSession(each.session)
          dispatch({ event: 'adopted', session: infoOf(each.session) })
        }
        if (each.found === 'interrupted') {
          dispatch({ event: 'interrupted', fault: { kind: 'session', code: 'INTERRUPTED' } })
        }
      }
    },
    mirror({ pending, revision }) {
      const { flow, attempt: number } = state()
      if (flow.status !== 'awaitingProof' || flow.proof === 'assertion') return
      const stage = attempts.get(number)?.stage
      // A record that is older than the attempt does not tell whether the attempt is over.
      if (stage?.at !== 'awaiting' || stage.slot === undefined || revision < stage.slot.since) return
      if (pending?.attemptId !== stage.signIn.attemptId || pending.phase !== 'awaiting') {
        dispatch({ event: 'gone', attempt: number })
      } else if (pending.resendAt !== undefined && pending.resendAt !== flow.resendAt) {
        dispatch({ event: 'resent', attempt: number, resendAt: pending.resendAt })
      }
    },
    async takeUp() {
      unshown = []
      await journal.retry().catch(() => {})
      await machine.look().catch(() => {})
      for (const pending of unshown) {
        // While the page that awaits the token is open, the token is that page's to submit.
        if ((await isPageAlive(pending.pageId, clock)) === false) await show(pending)
      }
    },
    stop: () => cancelLook(),
  }
}
