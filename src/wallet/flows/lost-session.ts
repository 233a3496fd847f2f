/**
 * Finds the session whose answer was lost, and proves that it is this page's. Only a client-held key is then still
 * there to use it.
 *
 * Nothing in the list of sessions names a session's key, so a new session in it may be that of another device. The
 * service tells them apart: it refreshes a session only for a stamp by that session's key. A refresh is possible for
 * every session, and changes nothing that is in use. It is answered with a whole session, which takes the place of the
 * one that was found.
 * @module
 */
import { withDeadline } from '../../clock.js'
import { ServiceError, TransportError } from '../../errors.js'
import { jsonOf } from '../../wire/json.js'
import { listSessionsRoute, refreshSessionRoute, type Session } from '../../wire/sessions.js'
import type { SessionKey } from '../crypto/prove-session-key.js'
import { stamp } from '../crypto/stamp.js'
import { attemptIn, takeOver } from '../record/attempt-commits.js'
import type { StoredSession } from '../record/record.js'
import { addSuperseded } from '../record/superseded-commits.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Context } from './context.js'
import { deliver, type OpenContext, type SentAttempt } from './open-session.js'
import { sentDeadline } from './pending-slot.js'

/** How far the service's clock and this page's estimate of it may differ, in milliseconds. */
const tolerance = 2_000
/** How long a lost session is looked for, in milliseconds. */
const searchLimit = 30_000
/** How many sessions are tried at most. Each costs two calls and a stamp, and a backend may list what it likes. */
const mostTried = 4

/** The parts of the context that are needed to find and prove a session. */
export type ProofContext = Pick<
  Context,
  'transport' | 'journal' | 'accountId' | 'pageId' | 'clock' | 'deliveries' | 'guard' | 'timed'
>

/** A session that was found in the list, and what the service has answered to a stamp by its key. */
export interface ProvenSession {
  readonly found: Session
  /** The session into which the service has refreshed it. */
  readonly answer: Session
  /** The key of `answer`. */
  readonly clientKey: SessionKey
  /** The payload that was stamped with the key of `found`. */
  readonly stamped: string
}

/**
 * Looks in the list for the session that a call of this attempt has begun, and has it refreshed with a stamp by the
 * attempt's key. Resolves with `undefined` if no session in the list has that key, or if another page runs the attempt.
 *
 * @param before the page that has run the attempt until now
 * @throws the errors of the transport and of the signed retry, except a refusal by the service
 */
export async function proveLostSession(
  context: ProofContext,
  { attemptId, keyDelivery, clientKey: key }: SentAttempt,
  before: string,
  signal: AbortSignal,
): Promise<ProvenSession | undefined> {
  const { journal, transport, pageId } = context
  if ('pair' in key) return undefined
  const candidates = await newSessions(context, attemptId, signal)
  if (candidates.length === 0) return undefined
  const claim = takeOver(attemptId, { before, pageId, deadline: transport.now() + sentDeadline })
  if ((await journal.commit(claim)) === undefined) return undefined
  for (const found of candidates) {
    try {
      const proven = await refreshed(context, found, key, keyDelivery, signal)
      if (proven) return proven
    } catch (error) {
      // A refusal says that this session has another key, or has ended.
      if (!(error instanceof ServiceError)) throw error
    }
  }
  return undefined
}

/** The sessions that a call of this attempt may have begun, oldest first. */
async function newSessions(
  { transport, journal, accountId }: ProofContext,
  attemptId: string,
  signal: AbortSignal,
): Promise<readonly Session[]> {
  const { data } = await transport.ask(listSessionsRoute, { query: { accountId }, signal })
  const record = await journal.read()
  const { phase, sentAt, type } = attemptIn(record, attemptId) ?? {}
  if (phase !== 'sent' || sentAt === undefined) return []
  const { session, superseded = [], pending, refresh } = record
  const known = [session, pending?.answer, refresh?.answer, ...superseded].map((each) => each?.id)
  const begunAt = ({ createdAt }: Session): number => Date.parse(createdAt)
  return data
    .filter((each) => each.type === type && begunAt(each) >= sentAt - tolerance && !known.includes(each.id))
    .sort((one, other) => begunAt(one) - begunAt(other))
    .slice(0, mostTried)
}

async function refreshed(
  context: ProofContext,
  found: Session,
  key: SessionKey,
  keyDelivery: SentAttempt['keyDelivery'],
  signal: AbortSignal,
): Promise<ProvenSession | undefined> {
  const { journal, timed, deliveries } = context
  const clientKey = await deliveries[keyDelivery].generate()
  if ('pair' in clientKey) return undefined
  const body = jsonOf({ clientPublicKey: clientKey.publicKey })
  const { value: answer, stamped } = await signedRetry(
    context,
    refreshSessionRoute,
    { params: { id: found.id }, body, signal },
    {
      singleUse: { ifLost: 'sign in again; a session that is not in use expires by itself.' },
      // The stamp is real in the sandbox too, because a magic one would prove nothing.
      stamp: (payload) =>
        timed(
          () => stamp(payload, key.privateKey, key.publicKey),
          () => ({ type: 'stamp' }),
        ),
    },
  )
  if (stamped !== undefined) return { found, answer, clientKey, stamped }
  // A service that refreshes without a stamp does not say whose key the session has.
  await journal.commit(addSuperseded(answer))
  return undefined
}

/** Stores what the service has answered to the proof as the answer to the attempt, as `deliver` does. */
export async function deliverProven(
  context: ProofContext & OpenContext & Pick<Context, 'disposed'>,
  attempt: SentAttempt,
  { found, answer, clientKey, stamped }: ProvenSession,
): Promise<StoredSession> {
  const session = await deliver(context, { ...attempt, clientKey }, answer, found)
  await context.guard.keep(stamped)
  return session
}

/**
 * Resolves with the session that a call has begun although it failed with this error. Resolves with `undefined` if the
 * answer was not lost, if the session could not be found and proven in time, or if nobody waits for it any more. Never
 * rejects.
 */
export async function sessionDespite(
  error: unknown,
  context: ProofContext & Pick<Context, 'disposed'>,
  attempt: SentAttempt,
  signal: AbortSignal,
): Promise<ProvenSession | undefined> {
  const { deliveries, disposed, clock, pageId } = context
  const isLost = error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN'
  const { survivesLoss } = deliveries[attempt.keyDelivery]
  if (!isLost || !survivesLoss || signal.aborted || disposed.aborted) return undefined
  const late = (): Error => error
  return withDeadline(clock, { ms: searchLimit, signal, late }, (inner) =>
    proveLostSession(context, attempt, pageId, inner),
  ).catch(() => undefined)
}
