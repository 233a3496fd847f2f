/** The verify call of a sign-in, sent once, its answer journaled before it is opened. @module */

import { ServiceError, SessionError } from '../../errors.js'
import { verifyCredentialRoute } from '../../wire/credentials.js'
import type { Proof } from '../credentials/method.js'
import { generateClientKey } from '../crypto/client-key.js'
import { advance, discard } from '../record/attempt-commits.js'
import type { Commit, StoredSession } from '../record/record.js'
import type { Attempt } from './challenge.js'
import { loadVerifyPath, type Surroundings, sentDeadline } from './context.js'
import { journalAnswer, openSession } from './open-session.js'
import { claim, pendingOf, prolong } from './pending-slot.js'

const singleUse = {
  ifLost: 'sign in again; a session that was issued without arriving here cannot be used and ends by itself.',
}

/**
 * Verifies a proof and makes the session that comes back the account's.
 *
 * After a refusal the attempt awaits another input, unless the proof was bound to its client key: that is used up.
 *
 * @throws what check, transport and opening throw; SessionError `SUPERSEDED` when another tab took the proof up
 */
export async function verifyProof(
  surroundings: Surroundings,
  attempt: Attempt,
  proof: Proof,
  signal: AbortSignal,
): Promise<StoredSession> {
  const { journal, transport, owner, headerNames, sandbox } = surroundings
  const { method, attemptId, challenge } = attempt
  const magic = method.proof === 'oidcToken' && sandbox.oidcToken !== undefined
  if (!magic) method.check(proof, { nonce: attempt.nonce, now: transport.now() })
  const clientKey = attempt.clientKey ?? (await generateClientKey())
  // An answer is only asked for once everything that opens it is here.
  await loadVerifyPath(surroundings.clock)
  const deadline = transport.now() + sentDeadline
  let awaitedUntil = 0
  // Not waited for: it has to be there before another tab looks, not before the request.
  if (method.proof === 'assertion') journal.commit(prolong(attemptId, deadline)).catch(() => {})
  else {
    const claimed = await journal.commit((record) => {
      awaitedUntil = record.pending?.deadline ?? 0
      return claim(attemptId, owner, clientKey, deadline)(record)
    })
    if (!claimed) throw new SessionError('SUPERSEDED', 'Another tab took this proof up, or gave it up.')
  }
  const answer = await transport
    .ask(verifyCredentialRoute, {
      params: { id: attempt.credential },
      body: JSON.stringify(method.verifyBody(proof, clientKey.publicKey)),
      headers: challenge?.requestId === undefined ? {} : { [headerNames.requestId]: challenge.requestId },
      singleUse,
      signal,
    })
    .catch(async (error: unknown) => {
      const another = error instanceof ServiceError && attempt.clientKey === undefined
      await journal.commit(another ? reopen(surroundings, attempt, awaitedUntil) : discard(attemptId))
      throw error
    })
  return openSession(surroundings, await journalAnswer(surroundings, attemptId, answer))
}

/**
 * Back to waiting: the next input gets a client key of its own. A wrong code brings the next mail no nearer, and takes none
 * of the time that a later mail has given.
 */
const reopen = (surroundings: Surroundings, attempt: Attempt, awaitedUntil: number): Commit =>
  advance(attempt.attemptId, 'sent', ({ resendAt }) => {
    const again = pendingOf(surroundings, attempt)
    return {
      ...again,
      deadline: Math.max(again.deadline, awaitedUntil),
      ...(resendAt && { resendAt }),
    }
  })
