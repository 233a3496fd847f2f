/**
 * The stored record's slot for a pending attempt, such as a sign-in. An attempt acquires the slot before its
 * single-use call and releases it after the call.
 * @module
 */
import { SessionError } from '../../errors.js'
import { credentialTypes } from '../../wire/credential-type.js'
import type { AttemptKey } from '../crypto/key-delivery.js'
import { advance, begin, discard, givesWay, sendingOnce } from '../record/attempt-commits.js'
import type { Commit, Pending } from '../record/record.js'
import type { PreparedSignIn } from './challenge.js'
import type { Context } from './context.js'

export type SlotContext = Pick<
  Context,
  'journal' | 'transport' | 'isRunning' | 'look' | 'pageId' | 'passkey' | 'time'
>

/** Any tab may end an attempt this many milliseconds after its call was sent. Longer than the call's own deadline. */
export const sentDeadline = 35_000

/** Returns the entry that a sign-in has in the record. */
export function pendingOf(
  { time, pageId, passkey }: Pick<Context, 'time' | 'pageId' | 'passkey'>,
  signIn: PreparedSignIn,
): Pending {
  const { method, attemptId, credential, keyDelivery, clientKey, challenge, codeSentAt, resendAt } = signIn
  const { otpEncryptionTargetBundle: otpBundle } = challenge ?? {}
  const { type } = method
  const { proof } = credentialTypes[type]
  const waitsSince = proof === 'otp' ? codeSentAt : time.now()
  return {
    attemptId,
    type,
    credential,
    pageId,
    since: time.now(),
    // No other page can resume a ceremony, so the entry only reserves the slot until the answer arrives.
    ...(proof === 'assertion' ? { phase: 'sent' } : { phase: 'awaiting', proof }),
    ...(keyDelivery === 'sealed' ? {} : { keyDelivery }),
    // Kept with sealed keys, too: if the code is refused as plain text, the bundle tells why.
    ...(otpBundle && { otpBundle }),
    ...(clientKey ? { clientKey } : {}),
    ...(proof === 'otp' ? { resendAt: new Date(resendAt).toISOString() } : {}),
    deadline: waitsSince + method.deadline(passkey) + (proof === 'assertion' ? sentDeadline : 0),
  }
}

/**
 * Acquires an attempt's slot. Resolves with the first revision of the record that contains the attempt.
 *
 * @throws SessionError `BUSY` while the answer to a call of the same kind may still arrive, in this tab or another
 */
export function acquire(context: SlotContext, attempt: Pending): Promise<number> {
  const { journal, transport, isRunning } = context
  return unlessBusy(
    context,
    async () => (await journal.commit(begin(attempt, transport.now(), isRunning)))?.after.revision,
  )
}

/**
 * Checks that a sign-in can acquire its slot now.
 *
 * @throws SessionError `BUSY` in the same case as `acquire`
 */
export async function assertFree(context: SlotContext): Promise<void> {
  const { journal, transport, isRunning } = context
  await unlessBusy(
    context,
    async () => givesWay((await journal.read()).pending, transport.now(), isRunning) || undefined,
  )
}

async function unlessBusy<T>({ look }: SlotContext, enter: () => Promise<T | undefined>): Promise<T> {
  const first = await enter()
  if (first !== undefined) return first
  // The slot may hold an answer whose page has been closed. `look` opens that answer and shows its session.
  await look()
  const second = await enter()
  if (second !== undefined) return second
  throw new SessionError('BUSY', 'Another sign-in or refresh of this account is running.')
}

/**
 * Claims an awaited proof for this page's verify call, with a client key that only this call uses. `sentAt` is set if
 * the answer to this call is the session, and the session survives the loss of that answer.
 */
export const claim = (
  attemptId: string,
  pageId: string,
  clientKey: AttemptKey,
  deadline: number,
  sentAt?: number,
): Commit =>
  advance(attemptId, 'awaiting', (pending) => {
    const claimed: Pending = { ...pending, phase: 'sent', pageId, clientKey, deadline }
    return sentAt === undefined ? claimed : { ...claimed, sentAt }
  })

/** Extends the deadline of a ceremony's attempt, because the dialog may have used up most of the time. */
export const extend =
  (attemptId: string, deadline: number): Commit =>
  (record) =>
    record.pending !== undefined && record.pending.deadline < deadline
      ? advance(attemptId, 'sent', (pending) => ({ ...pending, deadline }))(record)
      : undefined

/** Releases the slot of this page's own attempt, unless its sealed key has been delivered. */
export const release =
  (attemptId: string, pageId: string): Commit =>
  (record) =>
    record.pending?.pageId !== pageId || record.pending.phase === 'delivered'
      ? undefined
      : discard(attemptId)(record)

/**
 * Abandons an attempt that is waiting for its proof, even if another page started the attempt. Changes nothing while
 * another tab is verifying the proof.
 */
export const abandon =
  (attemptId: string, pageId: string): Commit =>
  (record) =>
    record.pending?.phase === 'awaiting' ? discard(attemptId)(record) : release(attemptId, pageId)(record)

/**
 * Records that the call is about to be sent whose answer is the session. `before` is the page that has run the attempt
 * until now.
 *
 * @throws SessionError `SUPERSEDED` if another page has recorded it, or if the attempt has ended
 */
export async function recordSend(
  { journal, transport, pageId }: Pick<Context, 'journal' | 'transport' | 'pageId'>,
  attemptId: string,
  before: string = pageId,
): Promise<void> {
  const at = transport.now()
  const sent = sendingOnce(attemptId, { before, pageId, at, deadline: at + sentDeadline })
  if ((await journal.commit(sent)) === undefined) throw takenOver()
}

export const takenOver = (): SessionError =>
  new SessionError('SUPERSEDED', 'Another tab has taken over or ended the attempt.')
