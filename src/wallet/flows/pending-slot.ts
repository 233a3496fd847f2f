/** The account's one place for an attempt: taken before a single-use call, given back after. @module */

import { SessionError } from '../../errors.js'
import type { ClientKey } from '../crypto/client-key.js'
import { advance, begin, discard } from '../record/attempt-commits.js'
import type { Commit, Pending } from '../record/record.js'
import type { Attempt } from './challenge.js'
import { type Surroundings, sentDeadline } from './context.js'
import { recover } from './recover.js'

/** The attempt's entry in the record. */
export function pendingOf(surroundings: Surroundings, attempt: Attempt): Pending {
  const { method, attemptId, credential, clientKey, mailedAt } = attempt
  const { transport, owner, passkey } = surroundings
  const { proof, type } = method
  const since = proof === 'otp' ? mailedAt : transport.now()
  return {
    attemptId,
    purpose: 'signIn',
    type,
    credential,
    owner,
    // A ceremony cannot be taken up by another page, so its entry only guards the answer that may come.
    ...(proof === 'assertion' ? { phase: 'sent' } : { phase: 'awaiting', proof }),
    ...(clientKey ? { clientKey } : {}),
    ...(proof === 'otp' ? { resendAt: new Date(mailedAt).toISOString() } : {}),
    deadline: since + method.deadline(passkey) + (proof === 'assertion' ? sentDeadline : 0),
  }
}

/**
 * Takes the account's one place for an attempt.
 *
 * @throws SessionError `BUSY` while another tab's answer may still come
 */
export async function takePlace(surroundings: Surroundings, pending: Pending): Promise<void> {
  const { journal, transport, isUnderWay } = surroundings
  const take = (): Promise<unknown> => journal.commit(begin(pending, transport.now(), isUnderWay))
  if (await take()) return
  // What is in the way may be an answer that nobody is left to open.
  await recover(surroundings, await journal.read())
  if (await take()) return
  throw new SessionError('BUSY', 'Another sign-in or refresh of this account is under way.')
}

/** Claims an awaited proof for this page's verify, with a client key that is used this once. */
export const claim = (attemptId: string, owner: string, clientKey: ClientKey, deadline: number): Commit =>
  advance(attemptId, 'awaiting', (pending) => ({ ...pending, phase: 'sent', owner, clientKey, deadline }))

/** Leaves a ceremony's attempt, whose dialog may have used up its time, enough for the verify. */
export const prolong =
  (attemptId: string, deadline: number): Commit =>
  (record) =>
    record.pending !== undefined && record.pending.deadline < deadline
      ? advance(attemptId, 'sent', (pending) => ({ ...pending, deadline }))(record)
      : undefined

/** Gives the place of this page's own attempt back, but never that of one whose sealed key has arrived. */
export const giveUp =
  (attemptId: string, owner: string): Commit =>
  (record) =>
    record.pending?.owner !== owner || record.pending.phase === 'delivered'
      ? undefined
      : discard(attemptId)(record)

/** Gives an awaited proof up, whoever asked for it; one that another tab is verifying is left alone. */
export const withdraw =
  (attemptId: string, owner: string): Commit =>
  (record) =>
    record.pending?.phase === 'awaiting' ? discard(attemptId)(record) : giveUp(attemptId, owner)(record)
