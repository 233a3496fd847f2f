/** Refreshing a session: a signed retry whose answer is journaled like that of a verify. @module */

import { refreshSessionRoute } from '../../wire/sessions.js'
import { type ClientKey, generateClientKey } from '../crypto/client-key.js'
import { discard } from '../record/attempt-commits.js'
import { holdOwner } from '../record/page-locks.js'
import type { StoredSession } from '../record/record.js'
import { signedRetry } from '../transport/signed-retry.js'
import { warm } from './challenge.js'
import { loadVerifyPath, type Surroundings, sentDeadline } from './context.js'
import { journalAnswer, openSession } from './open-session.js'
import { takePlace } from './pending-slot.js'

const singleUse = {
  ifLost: 'go on with the session you have; one that was issued without arriving here ends by itself.',
}

/**
 * Gives the account a new session under a new id; the old one stays valid at the service until its own expiry.
 *
 * @throws SessionError `BUSY` while another attempt of the account is under way, in any tab
 */
export async function refreshOf(
  surroundings: Surroundings,
  session: StoredSession,
  signal: AbortSignal,
): Promise<StoredSession> {
  warm(surroundings.clock)
  const attemptId = crypto.randomUUID()
  const held = holdOwner(surroundings.owner, surroundings.clock)
  surroundings.underWay.add(attemptId)
  try {
    const clientKey = await generateClientKey()
    await Promise.all([loadVerifyPath(surroundings.clock), held.shown])
    return await refreshWith(surroundings, { attemptId, session, clientKey }, signal)
  } finally {
    surroundings.underWay.delete(attemptId)
    held.release()
  }
}

async function refreshWith(
  surroundings: Surroundings,
  attempt: { readonly attemptId: string; readonly session: StoredSession; readonly clientKey: ClientKey },
  signal: AbortSignal,
): Promise<StoredSession> {
  const { journal, transport, owner } = surroundings
  const { attemptId, session, clientKey } = attempt
  await takePlace(surroundings, {
    attemptId,
    purpose: 'refresh',
    type: session.type,
    credential: session.credential,
    phase: 'sent',
    clientKey,
    replaces: session.id,
    owner,
    deadline: transport.now() + 2 * sentDeadline,
  })
  const answer = await signedRetry(
    surroundings,
    refreshSessionRoute,
    { params: { id: session.id }, body: JSON.stringify({ clientPublicKey: clientKey.publicKey }), signal },
    { stamp: surroundings.stamp, singleUse },
  ).catch(async (error: unknown) => {
    await journal.commit(discard(attemptId))
    throw error
  })
  return await openSession(surroundings, await journalAnswer(surroundings, attemptId, answer.value))
}
