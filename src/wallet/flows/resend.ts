/** Asking for another code, and when the next one may be asked for. @module */

import { faultOf, ServiceError } from '../../errors.js'
import type { MachineEvent } from '../machine/machine.js'
import { advance } from '../record/attempt-commits.js'
import { type Attempt, askChallenge } from './challenge.js'
import type { Surroundings } from './context.js'
import { pendingOf } from './pending-slot.js'

/**
 * Has another code mailed.
 *
 * @param noted takes the attempt as it is from then on, and the event that tells of it
 * @throws what the challenge call throws; after a 429 the attempt has been noted all the same
 */
export async function resendCode(
  surroundings: Surroundings,
  attempt: Attempt,
  signal: AbortSignal,
  noted: (attempt: Attempt, event: Omit<MachineEvent & { readonly event: 'resent' }, 'attempt'>) => void,
): Promise<void> {
  const { journal, transport } = surroundings
  const note = async (next: Attempt, at: number, error?: ServiceError): Promise<void> => {
    const { pending } = await journal.read()
    const known = Date.parse(pending?.resendAt ?? '')
    // A call that was turned away here knows only whole seconds: it must not move the time that is known already.
    const isKnown = error !== undefined && Math.abs(known - at) < 1000
    const resendAt = new Date(isKnown ? known : at).toISOString()
    const { deadline } = pendingOf(surroundings, next)
    await journal.commit(
      advance(attempt.attemptId, 'awaiting', (pending) => ({
        ...pending,
        resendAt,
        // Another tab may have had a later code mailed.
        deadline: Math.max(pending.deadline, deadline),
      })),
    )
    noted(next, { event: 'resent', resendAt, ...(error && { fault: faultOf(error) }) })
  }
  try {
    await askChallenge(surroundings, attempt.credential, undefined, signal)
    await note({ ...attempt, mailedAt: transport.now() }, transport.now())
  } catch (error) {
    if (error instanceof ServiceError && error.retryAfter !== undefined) {
      await note(attempt, transport.now() + error.retryAfter * 1000, error)
    }
    throw error
  }
}
