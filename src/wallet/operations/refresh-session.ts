/** Asks the user before a refresh. The refresh itself is a flow, which the automatic refresh shares. @module */
import { SessionError } from '../../errors.js'
import { withAnySignal } from '../../signals.js'
import type { Context } from '../flows/context.js'
import { shared } from '../flows/shared.js'
import type { Asking, Question } from '../guards/confirm.js'
import { newSession } from '../guards/payload-guard.js'
import type { StoredSession } from '../record/record.js'
import type { Flow, NewSession, Stamped } from './codes.js'
import type { Operation } from './operation.js'

type RefreshQuestion = Question<'refreshSession', { readonly sessionId: string }>

export const refreshSessionOperation: Operation<RefreshQuestion, Flow | Stamped | NewSession> = {
  activities: newSession,
}

type Consent = (session: StoredSession, signal: AbortSignal | undefined) => Promise<void>

/** How long the user may take to confirm, in milliseconds. */
const consentLimit = 5 * 60_000

/**
 * Creates a function that asks for the user's consent to a refresh. Calls made while the user is being asked share the
 * answer. Rejects with `SESSION_ENDED` if the session has ended in the meantime.
 */
export const createRefreshConsent = (context: Context & Asking<RefreshQuestion>): Consent =>
  shared(async (session: StoredSession, signal) => {
    const { confirm, disposed, transport } = context
    const question = { operation: 'refreshSession', details: { sessionId: session.id } } as const
    const until = Math.min(Date.parse(session.expiresAt), transport.now() + consentLimit)
    await withAnySignal(signal, disposed, async (either) => confirm?.(question, either)(until))
    if (context.session()?.id !== session.id)
      throw new SessionError('SESSION_ENDED', 'The session ended before it was refreshed.')
  })
