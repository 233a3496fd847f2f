/** Refreshes a session with a signed retry. As in a verify call, the answer is stored before it is opened. @module */
import { untilAborted } from '../../clock.js'
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import { jsonOf } from '../../wire/json.js'
import { refreshSessionRoute } from '../../wire/sessions.js'
import type { AttemptKey } from '../crypto/key-delivery.js'
import type { MachineEvent, SessionInfo } from '../machine/machine.js'
import { discard } from '../record/attempt-commits.js'
import { infoOf, type StoredSession } from '../record/record.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Attempts } from './attempts.js'
import type { Context } from './context.js'
import { explainKey } from './key-delivery-refusal.js'
import { deliverProven, sessionDespite } from './lost-session.js'
import { deliver } from './open-session.js'
import { acquire, recordSend, sentDeadline } from './pending-slot.js'
import { shared } from './shared.js'

const singleUse = {
  ifLost: 'keep using the current session; a new one that did not arrive expires by itself.',
}

/** Refreshes a session. Calls made while a refresh of the session is running share that refresh. */
export type Refresh = (session: StoredSession, signal: AbortSignal | undefined) => Promise<SessionInfo>

/** The parts of the wallet that a refresh changes. */
export interface RefreshTarget {
  readonly dispatch: (event: MachineEvent) => void
  readonly setSession: (session: StoredSession) => void
  /**
   * Called after a 401. An automatic refresh has no caller, so nothing else would notice that the session was revoked.
   */
  readonly refused: (signal?: AbortSignal) => Promise<void>
}

/**
 * Creates the refresh function. A refresh gets a new session for the account, with a new id. The old session stays
 * valid at the service until it expires.
 *
 * The function rejects with `BUSY` while another tab is refreshing the session, and with `SUPERSEDED` if another
 * session or a sign-out ends the old session during the refresh.
 */
export function createRefresh(
  context: Context,
  attempts: Pick<Attempts, 'track'>,
  machine: RefreshTarget,
): Refresh {
  const { dispatch, setSession, refused } = machine
  return shared(async (session: StoredSession, signal) => {
    dispatch({ event: 'refresh' })
    try {
      const attemptId = crypto.randomUUID()
      const work = attempts.track(attemptId, () => lockedRefresh(context, attemptId, session, signal))
      const next = await untilAborted(context.disposed, work)
      // If a sign-in finished during the refresh, its session is the current one, and the refreshed session must not
      // replace it.
      const shown = context.session()
      if (shown === undefined || shown.id === session.id) {
        setSession(next)
        dispatch({ event: 'refreshed', session: infoOf(next) })
      }
      if (context.session()?.id !== next.id) throw superseded()
      return infoOf(next)
    } catch (error) {
      if (error instanceof ServiceError && error.status === 401) await refused()
      // By now a different session may be the current one. That session's own refresh has not failed.
      if (context.session()?.id === session.id) dispatch({ event: 'refreshFailed' })
      throw error
    }
  })
}

const superseded = (): SessionError =>
  new SessionError('SUPERSEDED', 'The session was replaced or signed out during the refresh.')

async function lockedRefresh(
  context: Context,
  attemptId: string,
  session: StoredSession,
  signal: AbortSignal,
): Promise<StoredSession> {
  const { deliveries, keyDelivery, holdPageLock } = context
  const lock = holdPageLock()
  try {
    const [clientKey] = await Promise.all([deliveries[keyDelivery].generate(), lock.shown])
    return await refreshWith(context, { attemptId, session, clientKey }, signal)
  } finally {
    lock.release()
  }
}

async function refreshWith(
  context: Context,
  attempt: { readonly attemptId: string; readonly session: StoredSession; readonly clientKey: AttemptKey },
  signal: AbortSignal,
): Promise<StoredSession> {
  const { journal, transport, pageId, guard, disposed, deliveries, keyDelivery } = context
  const row = deliveries[keyDelivery]
  const { attemptId, session, clientKey } = attempt
  await acquire(context, {
    attemptId,
    type: session.type,
    credential: session.credential,
    phase: 'sent',
    clientKey,
    ...(keyDelivery === 'sealed' ? {} : { keyDelivery }),
    replaces: session.id,
    authenticatedAt: session.authenticatedAt,
    pageId,
    deadline: transport.now() + 2 * sentDeadline,
  })
  const sent = { attemptId, keyDelivery, clientKey }
  const stamp = async (payloadToSign: string): Promise<string> => {
    const current = context.session()
    if (current && current.id !== session.id) throw superseded()
    return context.stamp(payloadToSign)
  }
  const beforeRetry = async (): Promise<void> => {
    if (row.survivesLoss) await recordSend(context, attemptId)
  }
  const answer = await signedRetry(
    context,
    refreshSessionRoute,
    { params: { id: session.id }, body: jsonOf({ clientPublicKey: clientKey.publicKey }), signal },
    { stamp, singleUse, beforeRetry },
  ).catch(async (error: unknown) => {
    const isLost = error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN'
    const proven = await sessionDespite(error, context, sent, signal)
    if (proven) return proven
    // If the outcome is unknown because the wallet was disposed, the attempt stays in the record, and the next page
    // reports it as interrupted.
    if (!(isLost && disposed.aborted)) await journal.commit(discard(attemptId))
    throw explainKey(error, keyDelivery, true)
  })
  if ('found' in answer) return deliverProven(context, sent, answer)
  const next = await deliver(context, sent, answer.value)
  await guard.keep(answer.stamped)
  return next
}
