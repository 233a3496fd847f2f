/** Refreshes a session by a signed retry, whose answer is journaled like that of a verify. @module */

import { refreshSessionRoute } from '../../wire/sessions.js'
import type { ClientKey } from '../crypto/client-key.js'
import { discard } from '../record/attempt-commits.js'
import { holdPageLock } from '../record/page-locks.js'
import type { StoredSession } from '../record/record.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Attempts } from './attempts.js'
import type { Context } from './context.js'
import { journalAnswer, openSession } from './open-session.js'
import { acquire, type SlotContext, sentDeadline } from './pending-slot.js'

const singleUse = {
  ifLost: 'keep using the current session; a new one that did not arrive expires by itself.',
}

type RefreshContext = SlotContext & Pick<Context, 'headerNames' | 'guard' | 'stamp'>

/**
 * Gets a new session for the account, with a new id. The old session stays valid at the service until it expires.
 *
 * @throws SessionError `BUSY` while any tab has another attempt of the account in progress
 */
export async function refreshSession(
  context: RefreshContext,
  attempts: Pick<Attempts, 'track'>,
  session: StoredSession,
  signal: AbortSignal,
): Promise<StoredSession> {
  const { delivery, clock, pageId } = context
  const attemptId = crypto.randomUUID()
  const lock = holdPageLock(pageId, clock)
  const untrack = attempts.track(attemptId)
  try {
    const [clientKey] = await Promise.all([delivery.generate(), delivery.preload(clock), lock.shown])
    return await refreshWith(context, { attemptId, session, clientKey }, signal)
  } finally {
    untrack()
    lock.release()
  }
}

async function refreshWith(
  context: RefreshContext,
  attempt: { readonly attemptId: string; readonly session: StoredSession; readonly clientKey: ClientKey },
  signal: AbortSignal,
): Promise<StoredSession> {
  const { journal, transport, pageId, guard } = context
  const { attemptId, session, clientKey } = attempt
  await acquire(context, {
    attemptId,
    purpose: 'refresh',
    type: session.type,
    credential: session.credential,
    phase: 'sent',
    clientKey,
    replaces: session.id,
    authenticatedAt: session.authenticatedAt,
    pageId,
    deadline: transport.now() + 2 * sentDeadline,
  })
  const answer = await signedRetry(
    context,
    refreshSessionRoute,
    { params: { id: session.id }, body: JSON.stringify({ clientPublicKey: clientKey.publicKey }), signal },
    { stamp: context.stamp, singleUse },
  ).catch(async (error: unknown) => {
    await journal.commit(discard(attemptId))
    throw error
  })
  const next = await openSession(context, await journalAnswer(context, attemptId, answer.value))
  await guard.keep(answer.challenge?.payloadToSign)
  return next
}
