/** From a delivered answer to a session that signs: journal, open, import, commit, read back, try. @module */

import { SealedKeyError, SessionError, TransportError } from '../../errors.js'
import type { Session } from '../../wire/sessions.js'
import type { SessionKey } from '../crypto/prove-session-key.js'
import { proveSessionKey } from '../crypto/prove-session-key.js'
import { advance, discard, settle } from '../record/attempt-commits.js'
import type { Pending, StoredSession } from '../record/record.js'
import { loadVerifyPath, type Surroundings } from './context.js'

/**
 * Commits the service's answer before it is opened: from then on a crash, reload or abort does not lose it.
 *
 * @throws SessionError `SUPERSEDED` when the attempt was ended meanwhile, by a sign-out for instance
 */
export async function journalAnswer(
  surroundings: Surroundings,
  attemptId: string,
  answer: Session,
): Promise<Pending> {
  if (answer.accountId !== surroundings.accountId) {
    await surroundings.journal.commit(discard(attemptId))
    throw new TransportError('MALFORMED_ANSWER', 'The session that came back is of another account.')
  }
  const deadline = surroundings.transport.now() + 10_000
  const deliver = advance(attemptId, 'sent', (pending) => ({
    ...pending,
    phase: 'delivered',
    answer,
    deadline,
  }))
  const record = await surroundings.journal.commit(deliver)
  if (record?.pending === undefined) throw ended()
  return record.pending
}

/**
 * Opens a delivered key and makes it the account's session.
 *
 * @throws SealedKeyError when it does not open; the attempt is over then
 * @throws SessionError `SUPERSEDED` when another commit came first
 */
export async function openSession(surroundings: Surroundings, pending: Pending): Promise<StoredSession> {
  const { journal } = surroundings
  const { answer, attemptId } = pending
  const key = await openKey(surroundings, pending).catch(async (error: unknown) => {
    // Anything but a key that does not open, a chunk that did not load for one, leaves it to the next try.
    if (error instanceof SealedKeyError) await journal.commit(discard(attemptId))
    throw error
  })
  const session: StoredSession = {
    id: answer?.id ?? '',
    accountId: surroundings.accountId,
    credential: pending.credential,
    type: pending.type,
    nickname: answer?.nickname ?? '',
    expiresAt: answer?.expiresAt ?? '',
    ...key,
  }
  const committed = await journal.commit(settle(attemptId, session))
  if (committed?.session?.id === session.id) return proven(surroundings, session, committed.revision)
  // Another page that found the same answer may have opened it first: what it stored is this very session.
  const { session: stored } = await journal.read()
  if (stored?.id === session.id && (await proveSessionKey(stored))) return stored
  throw ended()
}

async function openKey(
  { clock, sandbox }: Surroundings,
  { answer, clientKey }: Pending,
): Promise<SessionKey> {
  if (answer === undefined || clientKey === undefined) throw ended()
  try {
    const { openSealedKey, importSessionKey } = await loadVerifyPath(clock)
    return await importSessionKey(await openSealedKey(answer.encryptedSessionSigningKey, clientKey))
  } catch (error) {
    if (sandbox.sessionKey && error instanceof SealedKeyError) return sandbox.sessionKey()
    throw error
  }
}

/** What the store gives back must sign; where it does not, the session goes on in memory. */
async function proven(
  { journal }: Surroundings,
  session: StoredSession,
  revision: number,
): Promise<StoredSession> {
  const record = await journal.read()
  if (record.session?.id === session.id && (await proveSessionKey(record.session))) return record.session
  // Another commit came in between: a sign-out, or the next session.
  if (record.revision > revision) throw ended()
  const { pending: _, ...rest } = record
  journal.fallBack({ ...rest, session })
  return session
}

const ended = (): SessionError =>
  new SessionError('SUPERSEDED', 'The attempt was ended before its answer was opened.')
