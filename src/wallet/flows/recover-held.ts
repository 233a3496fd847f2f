/**
 * Recovers an attempt with a client-held key whose page was closed before the session arrived: the key is still here,
 * so the session can be completed, or found in the list of sessions and proven.
 * @module
 */
import { withDeadline } from '../../clock.js'
import { SealedKeyError, ServiceError, SessionError, TransportError } from '../../errors.js'
import { advance, attemptIn, discard } from '../record/attempt-commits.js'
import type { Pending, StoredSession } from '../record/record.js'
import { isUnsent } from '../transport/transport.js'
import { continueCode } from './confirm-code.js'
import type { Context } from './context.js'
import { deliverProven, proveLostSession } from './lost-session.js'
import { deliver, type OpenContext, type SentAttempt } from './open-session.js'
import type { Recovery } from './sync.js'

/** How long a page that loads waits for the service, in milliseconds. Until then it shows no session. */
const recoveryWait = 10_000
/** How soon a request that could not be sent is tried again, in milliseconds. */
const again = 30_000

export type RecoverContext = OpenContext &
  Pick<
    Context,
    'transport' | 'clock' | 'pageId' | 'isRunning' | 'disposed' | 'holdPageLock' | 'guard' | 'timed'
  >

/** Resolves with `undefined` if the attempt has led to no session, as far as this page can tell. */
export async function recoverHeld(context: RecoverContext, attempt: Pending): Promise<Recovery | undefined> {
  const { transport, clock, journal, holdPageLock, pageId } = context
  const { attemptId, confirmation, sentAt, pageId: before } = attempt
  const isLeft = sentAt === undefined
  if (isLeft && confirmation === undefined) return undefined
  const lock = holdPageLock()
  const late = (): Error => new TransportError('OUTCOME_UNKNOWN', 'No answer in 10 s.')
  /** Ends the attempt if this page has taken it over to prove a session, and proved none. */
  const endOwn = async (): Promise<Recovery | undefined> =>
    (await journal.commit((record) =>
      attemptIn(record, attemptId)?.pageId === pageId ? discard(attemptId, 'sent')(record) : undefined,
    )) && { found: 'interrupted' }
  try {
    await lock.shown
    const session = await withDeadline(clock, { ms: recoveryWait, late }, (signal) =>
      isLeft ? completed(context, attempt, signal) : found(context, attempt, before, signal),
    )
    if (session) return { found: 'session', session }
    return isLeft ? undefined : await endOwn()
  } catch (error) {
    // An answer that contradicts the request has ended the attempt.
    if (error instanceof SealedKeyError) return { found: 'interrupted' }
    if (!isLeft) return endOwn()
    // A refusal is final: without this, the attempt would be looked for in the list until its deadline.
    if (isRefusal(error))
      return (await journal.commit(discard(attemptId, 'sent'))) && { found: 'interrupted' }
    if (!isUnsent(error)) return undefined
    const until = transport.now() + again
    const unsent = advance(attemptId, 'sent', ({ sentAt: _, ...pending }) => ({
      ...pending,
      deadline: until,
    }))
    return (await journal.commit(unsent)) && { found: 'nothing', until }
  } finally {
    lock.release()
  }
}

/** Whether the answer to the second request says that no session has begun. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceError ||
  (error instanceof SessionError && ['STEP_UP_REQUIRED', 'CHALLENGE_EXPIRED'].includes(error.code))

async function completed(
  context: RecoverContext,
  attempt: Pending,
  signal: AbortSignal,
): Promise<StoredSession | undefined> {
  const sent = sentOf(attempt)
  if (sent === undefined) return undefined
  try {
    return await deliver(context, sent, await continueCode(context, attempt, signal))
  } catch (error) {
    const isLost = error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN'
    if (!isLost || signal.aborted) throw error
    // The error of the list says nothing about the second request, which was sent.
    return found(context, attempt, context.pageId, signal).catch(() => undefined)
  }
}

async function found(
  context: RecoverContext,
  attempt: Pending,
  before: string,
  signal: AbortSignal,
): Promise<StoredSession | undefined> {
  const sent = sentOf(attempt)
  const proven = sent && (await proveLostSession(context, sent, before, signal))
  return proven && deliverProven(context, sent, proven)
}

const sentOf = ({ attemptId, keyDelivery = 'sealed', clientKey }: Pending): SentAttempt | undefined =>
  clientKey && { attemptId, keyDelivery, clientKey }
