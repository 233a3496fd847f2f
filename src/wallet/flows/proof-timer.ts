/** Ends an attempt without a timely proof. For a code, any tab's request for another restarts the time. @module */
import { later } from '../../clock.js'
import { SessionError } from '../../errors.js'
import { discard } from '../record/attempt-commits.js'
import { untilNextLook } from '../time/wake.js'
import type { Attempt, Step } from './attempt.js'
import type { Context } from './context.js'

/** @param run does work of an attempt, which fails if the work does */
export function createProofTimer(
  {
    journal,
    transport,
    clock,
    pageId,
    passkey,
  }: Pick<Context, 'journal' | 'transport' | 'clock' | 'pageId' | 'passkey'>,
  run: (attempt: Attempt, doing: () => Promise<void>) => void,
): Step<'awaiting'> {
  return async (attempt, { signIn }) => {
    const { attemptId, method, codeSentAt } = signIn
    const arm = (deadline: number): void => {
      const { stage } = attempt
      // After a refusal of the proof that is being verified, the timer is set again.
      if (stage.at !== 'awaiting') return
      stage.cancelDeadline?.()
      const left = deadline - transport.now()
      const cancelDeadline = later(clock, untilNextLook(left), () =>
        transport.now() < deadline ? arm(deadline) : run(attempt, due),
      )
      attempt.stage = { ...stage, cancelDeadline }
    }
    const due = async (): Promise<void> => {
      const { pending } = await journal.read()
      const isOurs = pending?.attemptId === attemptId
      if (isOurs && (pending.phase === 'awaiting' || pending.pageId === pageId)) {
        const isOver =
          pending.deadline <= transport.now() &&
          (await journal.commit(discard(attemptId, 'awaiting'))) !== undefined
        // The deadline has been extended, or this page has begun to verify a proof.
        if (!isOver) return arm(Math.max(pending.deadline, transport.now() + 1_000))
      }
      throw new SessionError('PROOF_TIMEOUT', 'No proof was given in time.')
    }
    arm(codeSentAt + method.deadline(passkey))
  }
}
