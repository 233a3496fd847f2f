/** Revokes sessions at the service after the user has signed out in this browser. @module */
import { withDeadline } from '../../clock.js'
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import { listSessionsRoute, revokeSessionRoute } from '../../wire/sessions.js'
import { stamp } from '../crypto/stamp.js'
import type { StoredSession } from '../record/record.js'
import { dropSuperseded } from '../record/superseded-commits.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Context } from './context.js'

/** How long the revocations of superseded sessions may take, in milliseconds. The session itself has the time after. */
const supersededDeadline = 5_000

type RevokeContext = Pick<Context, 'journal' | 'clock' | 'sandbox' | 'transport' | 'guard' | 'timed'>

/**
 * Revokes a session that has ended in this browser, and before it the sessions that it superseded. The requests are
 * stamped with that session's key, which is kept only for them. If the session has expired, nothing is sent. What could
 * not be revoked stays in the record, for the next session of this account.
 *
 * @throws SessionError `SESSION_ENDED` if a superseded session could not be revoked; the errors of the signed retry,
 * unless the service no longer knows the session
 */
export async function revokeEnded(
  context: RevokeContext,
  session: StoredSession,
  signal: AbortSignal,
): Promise<void> {
  const { journal, clock, transport } = context
  const isLive = ({ expiresAt }: { readonly expiresAt: string }): boolean =>
    Date.parse(expiresAt) > transport.now()
  const { superseded = [] } = journal.known()
  const owed = superseded.filter((each) => each.id !== session.id && isLive(each)).map(({ id }) => id)
  const revoked: string[] = []
  const revoke = async (id: string, until: AbortSignal): Promise<void> => {
    await revokeWith(context, session, id, until)
    revoked.push(id)
  }
  try {
    if (isLive(session)) {
      const limit = { ms: supersededDeadline, signal, late: () => new Error('No answer in 5 s.') }
      const all = (until: AbortSignal): Promise<unknown> =>
        Promise.allSettled(owed.map((id) => revoke(id, until)))
      if (owed.length > 0) await withDeadline(clock, limit, all).catch(() => {})
      await revoke(session.id, signal)
    }
  } finally {
    await journal.commit(dropSuperseded(revoked)).catch(() => {})
  }
  if (owed.some((id) => !revoked.includes(id)))
    throw new SessionError('SESSION_ENDED', 'A session that was replaced here is still valid at the service.')
}

async function revokeWith(
  { sandbox, ...context }: RevokeContext,
  { accountId, privateKey, publicKey }: StoredSession,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { transport, timed } = context
  const own = (payload: string): Promise<string> =>
    timed(
      async () => sandbox.stamp?.(payload) ?? stamp(payload, privateKey, publicKey),
      () => ({ type: 'stamp' }),
    )
  const isListed = (): Promise<boolean> =>
    transport.ask(listSessionsRoute, { query: { accountId }, signal }).then(
      ({ data }) => data.some((session) => session.id === id),
      () => true,
    )
  try {
    await signedRetry(
      context,
      revokeSessionRoute,
      { params: { id }, signal },
      { stamp: own, singleUse: { ifLost: 'list the sessions to see whether the session has ended.' } },
    )
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return
    const isUnclear = error instanceof ServiceError ? error.status === 401 : isLost(error)
    if (!isUnclear || (await isListed())) throw error
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN'
