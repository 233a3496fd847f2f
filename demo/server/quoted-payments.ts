/**
 * Stores which payment was quoted for which customer. A platform does this in its database before it returns a quote.
 * @module
 */
import type { Quote } from 'embedded-wallet-auth'
import type { Payment } from '../contract.js'

/** The payments, by customer and quote id. */
export interface QuotedPayments {
  /** Adds a quote from the service's answer. */
  add(customer: string, quote: unknown, receiver: { readonly id: string; readonly name: string }): void
  /** Returns a payment only if it belongs to this customer. */
  find(customer: string, quoteId: string): Payment | undefined
  saved(): SavedPayments
  clear(): void
}

/** The payments of a collection, as plain data, by customer and quote id. */
export type SavedPayments = ReadonlyMap<string, Payment>

/** Makes an empty collection, or one with saved payments. */
export function createQuotedPayments(saved?: SavedPayments): QuotedPayments {
  const payments = new Map<string, Payment>(saved)
  return {
    add(customer, answer, { id, name }) {
      // The type assertion is safe: it is the answer of the service, whose interface the type describes.
      const quote = answer as Quote
      payments.set(`${customer} ${quote.id}`, { quote, receiverId: id, receiverName: name })
    },
    find: (customer, quoteId) => payments.get(`${customer} ${quoteId}`),
    saved: () => payments,
    clear: () => payments.clear(),
  }
}
