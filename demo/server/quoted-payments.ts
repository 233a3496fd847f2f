/** Which payments were quoted for whom: what a platform writes into its own database before it hands out a quote. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { Payment } from '../contract.js'

/** Payments by customer and id of their quote. */
export interface QuotedPayments {
  /** Takes a quote as the service answered it. */
  add(customer: string, quote: unknown, receiver: { readonly id: string; readonly name: string }): void
  /** Of this customer and of nobody else. */
  find(customer: string, quoteId: string): Payment | undefined
  saved(): SavedPayments
  clear(): void
}

/** Payments by customer and id. */
export type SavedPayments = ReadonlyMap<string, Payment>

/** None yet, or those that were saved. */
export function createQuotedPayments(saved?: SavedPayments): QuotedPayments {
  const payments = new Map<string, Payment>(saved)
  return {
    add(customer, answer, { id, name }) {
      // The service's own answer, of the interface that the type describes.
      const quote = answer as Quote
      payments.set(`${customer} ${quote.id}`, { quote, receiverId: id, receiverName: name })
    },
    find: (customer, quoteId) => payments.get(`${customer} ${quoteId}`),
    saved: () => payments,
    clear: () => payments.clear(),
  }
}
