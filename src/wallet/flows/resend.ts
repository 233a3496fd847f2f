/** Requests another code, and records when the next one may be sent. @module */
import { ServiceError } from '../../errors.js'
import { checkedBundle } from '../guards/code-bundle.js'
import { faultOf } from '../machine/fault-of.js'
import type { MachineEvent } from '../machine/machine.js'
import { advance } from '../record/attempt-commits.js'
import type { Pending } from '../record/record.js'
import { type PreparedSignIn, pausedUntil, requestChallenge } from './challenge.js'
import type { Context } from './context.js'
import { pendingOf } from './pending-slot.js'

/**
 * Requests another code.
 *
 * @param noted called with the changed sign-in and the event to dispatch
 * @throws the errors of the challenge call; for a 429, `noted` is called first
 */
export async function resendCode(
  context: Pick<
    Context,
    'journal' | 'transport' | 'time' | 'clock' | 'pageId' | 'passkey' | 'deliveries' | 'codeSettings'
  >,
  signIn: PreparedSignIn,
  signal: AbortSignal,
  noted: (
    signIn: PreparedSignIn,
    event: Omit<MachineEvent & { readonly event: 'resent' }, 'attempt'>,
  ) => void,
): Promise<void> {
  const { journal, transport } = context
  const note = async (next: PreparedSignIn, at: number, error?: ServiceError): Promise<void> => {
    const { pending } = await journal.read()
    const known = new Date(pending?.resendAt ?? Number.NaN).getTime()
    // Retry-After is in whole seconds, so the rounded time must not replace the exact time that is already known.
    const isKnown = error !== undefined && Math.abs(known - at) < 1000
    const resendAt = new Date(isKnown ? known : at).toISOString()
    const { deadline, otpBundle } = pendingOf(context, next)
    const change = (pending: Pending): Pending => ({
      ...pending,
      resendAt,
      // The next code is encrypted to its own bundle, even if this page has only learned when it may be sent.
      ...(error === undefined && otpBundle && { otpBundle }),
      // Another tab may have requested a later code, whose deadline is kept. While a proof is being verified, the
      // deadline belongs to the verify call and does not change.
      deadline: pending.phase === 'awaiting' ? Math.max(pending.deadline, deadline) : pending.deadline,
    })
    await journal.commit(
      (record) =>
        advance(signIn.attemptId, 'awaiting', change)(record) ??
        advance(signIn.attemptId, 'sent', change)(record),
    )
    noted(
      { ...next, resendAt: Date.parse(resendAt) },
      { event: 'resent', resendAt, ...(error && { fault: faultOf(error) }) },
    )
  }
  try {
    const challenge = await requestChallenge(transport, signIn.credential, undefined, signal)
    const isEncrypted = context.deliveries[signIn.keyDelivery].encryptsCodes
    if (isEncrypted) await checkedBundle(context, challenge)
    await note({ ...signIn, challenge, codeSentAt: transport.now() }, transport.now())
  } catch (error) {
    if (error instanceof ServiceError && error.retryAfter !== undefined) {
      await note(signIn, pausedUntil(transport, error), error)
    }
    throw error
  }
}
