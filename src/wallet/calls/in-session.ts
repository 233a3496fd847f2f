/** Runs what needs a session, and finds out after a 401 whether there still is one. @module */
import { ServiceError, SessionError, TransportError } from '../../errors.js'
import { type CallOptions, withAnySignal } from '../../signals.js'
import type { WalletCore } from '../core.js'
import type { StoredSession } from '../record/record.js'
import type { Lists } from './lists.js'

export interface InSession {
  /** The session, once the wallet is ready. Rejects with `SESSION_REQUIRED` if there is none. */
  readonly session: () => Promise<StoredSession>
  /**
   * Runs an operation that needs a session. A 401 alone does not end the session: the session ends only if it is
   * missing from the list of sessions.
   */
  readonly run: <T>(
    options: CallOptions,
    operate: (session: StoredSession, signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
}

export function createInSession(
  { ready, disposed, context }: Pick<WalletCore, 'ready' | 'disposed' | 'context'>,
  { lookForRevocation }: Lists,
): InSession {
  const session = async (): Promise<StoredSession> => {
    await ready
    disposed.throwIfAborted()
    const current = context.session()
    if (current === undefined) throw new SessionError('SESSION_REQUIRED', 'Sign in first.')
    return current
  }

  return {
    session,
    async run({ signal }, operate) {
      const current = await session()
      try {
        return await withAnySignal(signal, disposed, (either) => operate(current, either))
      } catch (error) {
        // If a payment's outcome is not known, the service's refusal is the `cause` of a TransportError.
        const refusal = error instanceof TransportError ? error.cause : error
        if (refusal instanceof ServiceError && refusal.status === 401) await lookForRevocation(signal)
        throw error
      }
    },
  }
}
