/** Asks the app for the user's consent before a stamp, if the option `confirm` is set. @module */
import { type Clock, withDeadline } from '../../clock.js'
import { SessionError } from '../../errors.js'
import { cancelled } from '../transport/transport.js'

/** A question about an operation that is about to be stamped. */
export interface Question<Operation extends string = string, Details = unknown> {
  readonly operation: Operation
  readonly details: Details
}

/**
 * Prepares a question. The returned function asks the question, and resolves if the user agrees before `until`
 * (milliseconds since 1970, server time).
 *
 * @throws SessionError `CONFIRMATION_REFUSED`; `CONFIRMATION_FAILED` if `confirm` throws, so that a question which
 * could not be shown is not reported as the user's refusal; if the signal aborts, the signal's reason
 */
export type Confirmation<Asks extends Question> = (
  question: Asks,
  signal: AbortSignal | undefined,
) => (until: number) => Promise<void>

/** The part of the context that asks questions. An operation declares the ones that it asks. */
export interface Asking<Asks extends Question> {
  /** Asks the user before a stamp. `undefined` without the option `confirm`. */
  readonly confirm: Confirmation<Asks> | undefined
}

export const createConfirmation =
  <Asks extends Question>(
    confirm: (request: Asks & { readonly signal: AbortSignal }) => Promise<unknown>,
    { clock, now }: { readonly clock: Clock; readonly now: () => number },
  ): Confirmation<Asks> =>
  (question, signal) =>
  async (until) => {
    const late = (): Error => refusal(new Error('The user did not confirm in time.'))
    const ask = async (inner: AbortSignal): Promise<unknown> => confirm({ ...question, signal: inner })
    let answer: unknown
    try {
      answer = await withDeadline(clock, { ms: until - now(), late, signal }, (inner) =>
        // An `ask` that rejects because its signal aborted has not failed: `late` or the caller says why it ended.
        ask(inner).catch((cause: unknown) => {
          throw failure(cause)
        }),
      )
    } catch (error) {
      throw signal?.aborted ? cancelled(signal) : error
    }
    if (answer !== true) throw refusal()
  }

/** How long the user may take to confirm, in milliseconds. */
const consentLimit = 5 * 60_000

interface InSession {
  readonly session: () => { readonly expiresAt: string } | undefined
  readonly transport: { readonly now: () => number }
}

/**
 * Asks the user about an operation of the current session, before its first request: that may already have an effect,
 * and uses up the proof of a recent sign-in. `question` is made only if the user is asked.
 *
 * @throws the errors of {@link Confirmation}; SessionError `SESSION_ENDED` or `SESSION_EXPIRED` if there is no session,
 * or no longer one when the user has agreed
 */
export async function askFirst<Asks extends Question>(
  { confirm, session, transport }: InSession & Asking<Asks>,
  question: () => Asks | Promise<Asks>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (confirm === undefined) return
  const asked = await question()
  const sessionEnd = (): number => {
    const current = session()
    if (current === undefined)
      throw new SessionError('SESSION_ENDED', 'The session has ended. Nothing was sent.')
    const end = Date.parse(current.expiresAt)
    if (end <= transport.now())
      throw new SessionError('SESSION_EXPIRED', 'The session has expired. Nothing was sent.')
    return end
  }
  await confirm(asked, signal)(Math.min(sessionEnd(), transport.now() + consentLimit))
  sessionEnd()
}

const refusal = (cause?: Error): SessionError =>
  new SessionError('CONFIRMATION_REFUSED', 'The user did not confirm. Nothing was stamped.', {
    ...(cause !== undefined && { cause }),
  })

const failure = (cause: unknown): SessionError =>
  new SessionError(
    'CONFIRMATION_FAILED',
    'The option `confirm` threw, so the user was not asked. Nothing was stamped.',
    { cause },
  )
