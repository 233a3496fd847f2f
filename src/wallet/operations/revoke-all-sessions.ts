/** Revokes the account's sessions: the others first, and at last the wallet's own, whose key signs. @module */
import { ServiceError } from '../../errors.js'
import { listSessionsRoute } from '../../wire/sessions.js'
import type { Context } from '../flows/context.js'
import { type Asking, askFirst, type Question } from '../guards/confirm.js'
import { noActivity } from '../guards/payload-guard.js'
import type { StoredSession } from '../record/record.js'
import type { Operation } from './operation.js'

/** `sessionIds`: the sessions that will end. `except`: the one that will stay, if any. */
type Details = {
  readonly sessionIds: readonly string[]
  readonly except: string | undefined
}

type EndQuestion = Question<'revokeAllSessions', Details>

export const revokeAllSessionsOperation: Operation<EndQuestion> = {
  // Each session is revoked with a request of `revokeSession`.
  activities: noActivity,
}

/**
 * Asks the user once, and revokes all sessions but `except`. If one of the others cannot be revoked, rejects with that
 * error after the rest have been, and keeps the own session, so that the call can be repeated. Resolves with whether
 * the own session was revoked.
 */
export async function revokeAll(
  context: Context & Asking<EndQuestion>,
  own: StoredSession,
  {
    except,
    signal,
    revoke,
  }: {
    readonly except: string | undefined
    readonly signal: AbortSignal
    readonly revoke: (id: string) => Promise<unknown>
  },
): Promise<boolean> {
  const { transport, accountId, journal } = context
  const { data } = await transport.ask(listSessionsRoute, { query: { accountId }, signal })
  const ids = data.map(({ id }) => id).filter((id) => id !== except)
  if (ids.length === 0) return false
  // The user does not know the sessions that the own one has replaced, so only the others are shown.
  const replaced = (journal.known().superseded ?? []).map(({ id }) => id)
  const sessionIds = ids.filter((id) => !replaced.includes(id))
  const question = { operation: 'revokeAllSessions', details: { sessionIds, except } } as const
  await askFirst(context, () => question, signal)

  const others = ids.filter((id) => id !== own.id)
  const results = await Promise.allSettled(others.map((id) => revoke(id).catch(unlessGone)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  if (!ids.includes(own.id)) return false
  await revoke(own.id).catch(unlessGone)
  return true
}

/** A session that has ended in the meantime needs no revocation. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ServiceError && error.status === 404)) throw error
}
