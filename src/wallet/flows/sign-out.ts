/** Revokes a session at the service after the user has signed out in this browser. @module */
import { ServiceError, TransportError } from '../../errors.js'
import { listSessionsRoute, revokeSessionRoute } from '../../wire/sessions.js'
import { stamp } from '../crypto/stamp.js'
import type { StoredSession } from '../record/record.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Context } from './context.js'

/**
 * Revokes a session that has ended in this browser. The request is stamped with that session's key, which is kept only
 * for this request. If the session has expired, nothing is sent.
 *
 * @throws the errors of the signed retry, unless the service no longer knows the session
 */
export async function revokeEnded(
  context: Pick<Context, 'sandbox' | 'transport' | 'headerNames' | 'guard' | 'timed'>,
  { id, accountId, expiresAt, privateKey, publicKey }: StoredSession,
  signal: AbortSignal,
): Promise<void> {
  const { sandbox, transport, timed } = context
  if (Date.parse(expiresAt) <= transport.now()) return
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
