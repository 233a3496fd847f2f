/** Asks the app for the user's consent before a stamp, if the option `confirm` is set. @module */
import { type Clock, withDeadline } from '../../clock.js'
import { SessionError } from '../../errors.js'
import type { AnyMethod } from '../credentials/methods.js'
import { cancelled } from '../transport/transport.js'
import type { QuoteDetails } from './quote-details.js'

/** The operation that is about to be stamped, with its details. */
export type ConfirmationQuestion =
  | { readonly operation: 'executeQuote'; readonly details: QuoteDetails }
  | { readonly operation: 'createCredential'; readonly details: ReturnType<AnyMethod['consent']> }
  | { readonly operation: 'revokeCredential'; readonly details: { readonly credential: string } }
  | {
      readonly operation: 'refreshSession' | 'revokeSession'
      readonly details: { readonly sessionId: string }
    }
  | {
      readonly operation: 'revokeAllSessions'
      /** `sessionIds`: the sessions that will end. `except`: the one that will stay, if any. */
      readonly details: { readonly sessionIds: readonly string[]; readonly except: string | undefined }
    }
  | { readonly operation: 'exportWallet'; readonly details: { readonly accountId: string } }
  | { readonly operation: 'updatePrivacy'; readonly details: { readonly privateEnabled: boolean } }
  | {
      readonly operation: 'signedRequest'
      /** `body` is the value that is sent as JSON. */
      readonly details: { readonly method: string; readonly path: string; readonly body: unknown }
    }

/** The argument of the option `confirm`. `signal` aborts when the user's answer is no longer needed. */
export type ConfirmationRequest = ConfirmationQuestion & { readonly signal: AbortSignal }

/**
 * Resolves with `true` if the user agrees. Any other value leads to `CONFIRMATION_REFUSED`, and a rejection to
 * `CONFIRMATION_FAILED`.
 */
export type Confirm = (request: ConfirmationRequest) => Promise<boolean>

/**
 * Prepares a question. The returned function asks the question, and resolves if the user agrees before `until`
 * (milliseconds since 1970, server time).
 *
 * @throws SessionError `CONFIRMATION_REFUSED`; `CONFIRMATION_FAILED` if `confirm` throws, so that a question which
 * could not be shown is not reported as the user's refusal; if the signal aborts, the signal's reason
 */
export type Confirmation = (
  question: ConfirmationQuestion,
  signal: AbortSignal | undefined,
) => (until: number) => Promise<void>

export const createConfirmation =
  (confirm: Confirm, { clock, now }: { readonly clock: Clock; readonly now: () => number }): Confirmation =>
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
