/**
 * Turns the service's answer into a session that can sign: stores the answer, opens it, commits the session, reads it
 * back and tests its key.
 * @module
 */
import { SealedKeyError, SessionError, TransportError } from '../../errors.js'
import type { Session } from '../../wire/sessions.js'
import type { AttemptKey, KeyDeliveryMode } from '../crypto/key-delivery.js'
import { proveSessionKey, type SessionKey } from '../crypto/prove-session-key.js'
import { attemptIn, delivered, discard, refuse, settle } from '../record/attempt-commits.js'
import type { AccountRecord, Pending, StoredSession } from '../record/record.js'
import { addSuperseded } from '../record/superseded-commits.js'
import type { Context } from './context.js'

export type OpenContext = Pick<Context, 'accountId' | 'journal' | 'time' | 'sandbox' | 'deliveries'>

/** The longest time that a session is kept, in milliseconds, even if the answer contains a later expiry. */
const longestSession = 30 * 24 * 3_600_000

type DeliverContext = OpenContext &
  Pick<Context, 'disposed'> & { readonly transport: Pick<Context['transport'], 'now'> }

/** The parts of an attempt that decide what becomes of its answer. */
export interface SentAttempt {
  readonly attemptId: string
  readonly keyDelivery: KeyDeliveryMode
  /** The key with which the call was sent. */
  readonly clientKey: AttemptKey
}

/**
 * Commits the service's answer, and then opens it as `openSession` does. It is committed before it is opened, so that a
 * crash, reload or abort does not lose it.
 *
 * An answer that contradicts the request ends the attempt, and the session before it stays as it was. If the answer is
 * for this account, its session is listed to be revoked, because nobody has its key.
 *
 * @throws SessionError `SUPERSEDED` if the attempt has ended in the meantime, for example by a sign-out;
 * TransportError `MALFORMED_ANSWER` if the session belongs to another account; SealedKeyError
 * `KEY_DELIVERY_CONTRADICTED` if its key arrives in another way than the one that was asked for; the reason of
 * `disposed`, which leaves the answer to the next page; the errors of `openSession`
 *
 * @param found the session in the list whose key has got this answer, if the answer to the attempt's own call was lost
 */
export async function deliver(
  context: DeliverContext,
  { attemptId, keyDelivery, clientKey }: SentAttempt,
  answer: Session,
  found?: Session,
): Promise<StoredSession> {
  const { accountId, journal, deliveries } = context
  if (answer.accountId !== accountId) {
    await journal.commit(discard(attemptId))
    throw new TransportError('MALFORMED_ANSWER', 'The session in the answer is for another account.')
  }
  const contradiction = deliveries[keyDelivery].contradiction(answer)
  if (contradiction !== undefined) {
    const refused = await journal.commit(refuse(attemptId, answer))
    if (refused === undefined) await journal.commit(addSuperseded(answer))
    if (found) await journal.commit(addSuperseded(found))
    throw new SealedKeyError(
      'KEY_DELIVERY_CONTRADICTED',
      `The answer ${contradiction}, although \`keyDelivery\` is '${keyDelivery}': set this option as your service delivers keys.`,
    )
  }
  const deadline = context.transport.now() + 10_000
  const made = await journal.commit(delivered(attemptId, { answer, clientKey, deadline }, found))
  const pending = made && attemptIn(made.after, attemptId)
  if (pending === undefined) {
    await journal.commit(addSuperseded(answer))
    if (found) await journal.commit(addSuperseded(found))
    throw ended()
  }
  context.disposed.throwIfAborted()
  return openSession(context, { ...pending, clientKey })
}

/**
 * Opens a delivered key and stores its session as the account's session.
 *
 * @throws SealedKeyError if the key cannot be opened, which ends the attempt; SessionError `SUPERSEDED` if another
 * commit came first
 */
export async function openSession(context: OpenContext, pending: Pending): Promise<StoredSession> {
  const { journal } = context
  const { answer, clientKey, attemptId } = pending
  if (answer === undefined || clientKey === undefined) throw ended()
  const key = await openKey(context, pending, answer, clientKey).catch(async (error: unknown) => {
    // After any other failure, such as one of the storage, the key can still be opened later.
    if (error instanceof SealedKeyError) await journal.commit(discard(attemptId))
    throw error
  })
  const session: StoredSession = {
    id: answer.id,
    accountId: context.accountId,
    credential: pending.credential,
    type: pending.type,
    nickname: answer.nickname,
    expiresAt: endOf(answer.expiresAt, context.time.now()),
    authenticatedAt: pending.authenticatedAt ?? answer.createdAt,
    ...key,
  }
  const made = await journal.commit(settle(attemptId, session), 'readBack')
  if (made && has(made.after, session)) return proven(context, session, made.after, made.stored)
  // Another page may have opened the same answer first and stored this session.
  const record = await journal.read()
  if (has(record, session) && (await proveSessionKey(record.session))) return record.session
  throw ended()
}

const has = (
  record: AccountRecord | undefined,
  { id }: StoredSession,
): record is AccountRecord & { readonly session: StoredSession } => record?.session?.id === id

const endOf = (expiresAt: string, now: number): string =>
  Date.parse(expiresAt) - now > longestSession ? new Date(now + longestSession).toISOString() : expiresAt

async function openKey(
  { sandbox, deliveries }: OpenContext,
  { keyDelivery = 'sealed' }: Pending,
  answer: Session,
  clientKey: AttemptKey,
): Promise<SessionKey> {
  try {
    return await deliveries[keyDelivery].open(answer, clientKey)
  } catch (error) {
    if (sandbox.sessionKey && error instanceof SealedKeyError) return sandbox.sessionKey()
    throw error
  }
}

/** Tests the key as the store returns it. If the key does not sign, the session continues in memory. */
async function proven(
  { journal }: OpenContext,
  session: StoredSession,
  { revision, pending: _, refresh: __, ...rest }: AccountRecord,
  stored: AccountRecord | undefined,
): Promise<StoredSession> {
  if (has(stored, session) && (await proveSessionKey(stored.session))) return stored.session
  // Another commit has changed the record in the meantime, such as a sign-out or the next session.
  if (stored && stored.revision > revision) throw ended()
  journal.fallBack({ ...rest, revision, session })
  return session
}

const ended = (): SessionError =>
  new SessionError('SUPERSEDED', 'The attempt ended before its answer was opened.')
