/** Asks the user before a refresh. The refresh itself is a flow, which the automatic refresh shares. @module */
import { SessionError } from '../../errors.js'
import { withAnySignal } from '../../signals.js'
import type { Context } from '../flows/context.js'
import { shared } from '../flows/shared.js'
import { type Asking, askFirst, type Question } from '../guards/confirm.js'
import { newSession } from '../guards/payload-guard.js'
import type { StoredSession } from '../record/record.js'
import type { Flow, NewSession, Stamped } from './codes.js'
import type { Operation } from './operation.js'

type RefreshQuestion = Question<'refreshSession', { readonly sessionId: string }>

export const refreshSessionOperation: Operation<RefreshQuestion, Flow | Stamped | NewSession> = {
  activities: newSession,
}

type Consent = (session: StoredSession, signal: AbortSignal | undefined) => Promise<void>

/**
 * Creates a function that asks for the user's consent to a refresh. Calls made while the user is being asked share the
 * answer. Rejects with `SESSION_ENDED` if the session has ended in the meantime.
 */
export const createRefreshConsent = (context: Context & Asking<RefreshQuestion>): Consent =>
  shared(async (session: StoredSession, signal) => {
    const question = { operation: 'refreshSession', details: { sessionId: session.id } } as const
    await withAnySignal(signal, context.disposed, (either) => askFirst(context, () => question, either))
    if (context.session()?.id !== session.id)
      throw new SessionError('SESSION_ENDED', 'The session ended before it was refreshed.')
  })
