/** Finds the session whose answer was lost. Only a client-held key is then still there to use it. @module */
import { TransportError } from '../../errors.js'
import { listSessionsRoute, type Session } from '../../wire/sessions.js'
import { attemptIn } from '../record/attempt-commits.js'
import type { Context } from './context.js'
import type { KeyDeliveryRow } from './key-deliveries.js'

/** How far the service's clock and this page's estimate of it may differ, in milliseconds. */
const tolerance = 2_000

/**
 * Resolves with the session that a call of this attempt has begun, according to the account's list. Resolves with
 * `undefined` if the list has no such session, or several, because nothing in the list names a session's key.
 */
export async function findLostSession(
  { transport, journal, accountId }: Pick<Context, 'transport' | 'journal' | 'accountId'>,
  attemptId: string,
  signal?: AbortSignal,
): Promise<Session | undefined> {
  const { data } = await transport.ask(listSessionsRoute, { query: { accountId }, signal })
  const record = await journal.read()
  const { phase, sentAt, type } = attemptIn(record, attemptId) ?? {}
  // Once another page has found the attempt's session, a further new session is that of another device.
  if (phase !== 'sent' || sentAt === undefined) return undefined
  const { session, superseded = [], pending, refresh } = record
  const known = [session, pending?.answer, refresh?.answer, ...superseded].map((each) => each?.id)
  const [found, another] = data.filter(
    (each) =>
      each.type === type && Date.parse(each.createdAt) >= sentAt - tolerance && !known.includes(each.id),
  )
  return another === undefined ? found : undefined
}

/**
 * Resolves with the session that a call has begun although it failed with this error. Resolves with `undefined` if the
 * answer was not lost, if its session could not be used, or if nobody waits for it any more. Never rejects.
 */
export async function sessionDespite(
  error: unknown,
  context: Pick<Context, 'transport' | 'journal' | 'accountId' | 'disposed'>,
  { survivesLoss }: KeyDeliveryRow,
  attemptId: string,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const isLost = error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN'
  if (!isLost || !survivesLoss || signal.aborted || context.disposed.aborted) return undefined
  return findLostSession(context, attemptId, signal).catch(() => undefined)
}
