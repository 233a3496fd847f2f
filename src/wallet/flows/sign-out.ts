/** Revokes a session at the service after the user has signed out here. @module */
import { withDeadline } from '../../clock.js'
import { SessionError } from '../../errors.js'
import { ServiceError } from '../../flow-errors.js'
import { revokeSessionRoute } from '../../wire/sessions.js'
import { stamp } from '../crypto/stamp.js'
import type { StoredSession } from '../record/record.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Context } from './context.js'

/** How long a sign-out keeps the key for the revocation, in milliseconds. */
const revokeDeadline = 10_000

/**
 * Revokes a session that has ended here, with its own key. By then nothing else has a reference to that key.
 *
 * @throws SessionError `REVOKE_FAILED`: the session stays valid at the service until its `expiresAt`
 */
export async function revokeEnded(
  context: Pick<Context, 'clock' | 'sandbox' | 'transport' | 'headerNames' | 'guard'>,
  session: StoredSession,
): Promise<void> {
  const { clock, sandbox } = context
  const late = (): Error => new Error(`No answer within ${revokeDeadline / 1000} s.`)
  const own = (payload: string): Promise<string> =>
    sandbox.stamp?.(payload) ?? stamp(payload, session.privateKey, session.publicKey)
  try {
    await withDeadline(clock, { ms: revokeDeadline, late }, (signal) =>
      signedRetry(
        context,
        revokeSessionRoute,
        { params: { id: session.id }, signal },
        { stamp: own, singleUse: { ifLost: 'list the sessions to see whether it has ended.' } },
      ),
    )
  } catch (error) {
    // The service does not know the session, so it has already ended.
    if (error instanceof ServiceError && error.status === 404) return
    throw new SessionError(
      'REVOKE_FAILED',
      'Signed out here, but the service did not confirm that the session ended.',
      {
        cause: error,
      },
    )
  }
}
