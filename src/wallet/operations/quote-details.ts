/** The terms of a quote, as the user is asked to confirm them. @module */
import type { Money } from '../../wire/money.js'
import type { Quote } from '../../wire/quotes.js'

/**
 * The terms of a quote, as the platform gave them to the page. The library cannot check that the payload to be stamped
 * contains the same terms.
 */
export interface QuoteDetails {
  /** `Quote:<uuid>` */
  readonly quoteId: string
  readonly sends: Money
  readonly receives: Money
  /** The fees, which are included in `sends`. */
  readonly fees: Money
  /** Sending units per receiving unit. For display only; do not compute with it. */
  readonly exchangeRate: number
  /** The fields of the quote's `destination`. */
  readonly receiver: Readonly<Record<string, unknown>>
  /** The receiver's name in the platform's own table, if the quote came through the platform backend and it has one. */
  readonly payee?: string
  /** The quote's `counterpartyInformation`; empty if the quote has none. */
  readonly counterparty: Readonly<Record<string, string>>
  /** ISO 8601, server time. */
  readonly expiresAt: string
}

/**
 * Returns the terms of a quote in the form in which they are passed to `confirm`. A page can show these terms before
 * the payment, and compare them with the terms that `confirm` gets.
 *
 * @example
 * const { sends, receives, fees, expiresAt } = quoteDetails(quote)
 */
export const quoteDetails = (quote: Quote): QuoteDetails => ({
  quoteId: quote.id,
  sends: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
  receives: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
  fees: { amount: quote.feesIncluded, currency: quote.sendingCurrency },
  exchangeRate: quote.exchangeRate,
  receiver: quote.destination,
  ...(quote.platformPayee !== undefined && { payee: quote.platformPayee }),
  counterparty: quote.counterpartyInformation ?? {},
  expiresAt: quote.expiresAt,
})
