/** Asks the app for the person's consent before a stamp, where the option `confirm` is set. @module */
import { type Clock, withDeadline } from '../../clock.js'
import { SessionError } from '../../errors.js'
import type { CredentialType } from '../../wire/credential-type.js'
import type { Money } from '../../wire/money.js'
import type { Quote } from '../../wire/quotes.js'
import { cancelled } from '../transport/transport.js'

/**
 * What a quote says, as the platform handed it to the page. These are the platform's words: the library cannot compare them
 * with what the payload pays.
 */
export interface QuoteDetails {
  /** `Quote:<uuid>` */
  readonly quoteId: string
  readonly sends: Money
  readonly receives: Money
  /** Part of `sends`. */
  readonly fees: Money
  /** Sending units per receiving unit: to show, not to compute with. */
  readonly exchangeRate: number
  /** The quote's `destination`, field by field. */
  readonly receiver: Readonly<Record<string, unknown>>
  /** The quote's `counterpartyInformation`. */
  readonly counterparty: Readonly<Record<string, string>>
  /** ISO 8601, server's time. */
  readonly expiresAt: string
}

/** What is about to be stamped: an operation by its name, with what the library knows of it. */
export type ConfirmationQuestion =
  | { readonly operation: 'executeQuote'; readonly details: QuoteDetails }
  | {
      readonly operation: 'createCredential'
      readonly details: { readonly type: CredentialType; readonly nickname?: string; readonly email?: string }
    }
  | { readonly operation: 'revokeCredential'; readonly details: { readonly credential: string } }
  | {
      readonly operation: 'refreshSession' | 'revokeSession'
      readonly details: { readonly sessionId: string }
    }
  | { readonly operation: 'exportWallet'; readonly details: { readonly accountId: string } }
  | { readonly operation: 'updatePrivacy'; readonly details: { readonly privateEnabled: boolean } }
  | {
      readonly operation: 'signedRequest'
      /** `body`: the JSON that is sent. */
      readonly details: { readonly method: string; readonly path: string; readonly body: unknown }
    }

/** What the option `confirm` is called with. `signal` aborts when the answer no longer matters. */
export type ConfirmationRequest = ConfirmationQuestion & { readonly signal: AbortSignal }

/** Resolves with `true` if the person agrees. Anything else, a rejection included, is `CONFIRMATION_REFUSED`. */
export type Confirm = (request: ConfirmationRequest) => Promise<boolean>

/**
 * Asks a question until a moment in milliseconds of the server's time. The returned function resolves if the person agreed.
 *
 * @throws SessionError `CONFIRMATION_REFUSED`; when the signal aborts, its reason
 */
export type Confirmation = (
  question: ConfirmationQuestion,
  signal: AbortSignal | undefined,
) => (until: number) => Promise<void>

export const createConfirmation =
  (confirm: Confirm, { clock, now }: { readonly clock: Clock; readonly now: () => number }): Confirmation =>
  (question, signal) =>
  async (until) => {
    const late = (): Error => new Error('It was not confirmed in time.')
    const ask = (inner: AbortSignal): Promise<unknown> => confirm({ ...question, signal: inner })
    try {
      if ((await withDeadline(clock, { ms: until - now(), late, signal }, ask)) === true) return
    } catch (cause) {
      throw signal?.aborted ? cancelled(signal) : refused(cause)
    }
    throw refused()
  }

const refused = (cause?: unknown): SessionError =>
  new SessionError('CONFIRMATION_REFUSED', 'The person did not confirm it: nothing was stamped.', {
    ...(cause !== undefined && { cause }),
  })

export const quoteDetails = (quote: Quote): QuoteDetails => ({
  quoteId: quote.id,
  sends: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
  receives: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
  fees: { amount: quote.feesIncluded, currency: quote.sendingCurrency },
  exchangeRate: quote.exchangeRate,
  receiver: quote.destination,
  counterparty: quote.counterpartyInformation ?? {},
  expiresAt: quote.expiresAt,
})
