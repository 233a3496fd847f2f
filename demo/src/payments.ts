/**
 * A wallet's payments: sends them, and shows those whose answer was lost. Works as docs/payment.md describes, with
 * `unsettled`, `getQuote()` and a repeated `executeQuote()` of the same quote.
 * @module
 */
import type { Quote, Wallet } from 'embedded-wallet-auth'
import type { Payment } from '../contract.js'
import { createPaymentsInDoubt, type PaymentsPage } from './payments-in-doubt.js'
import { giveTimeToRead, type Sent, shown } from './sent-payment.js'

/** The payments of one wallet, in one tab. */
export interface Payments {
  /**
   * Executes a quote. Rejects as `wallet.executeQuote()` does. If the outcome is unknown, the payment stays in the
   * list.
   */
  pay(payment: Payment): Promise<Quote>
  /** Returns the payments, oldest first. */
  list(): readonly Sent[]
  find(quoteId: string): Sent | undefined
  /**
   * Whether a payment to this receiver, or to an unknown one, is still in doubt. The user should not pay again until it
   * is settled.
   */
  isOpenTo(receiverId: string): boolean
  /** Checks the outcome of every payment in doubt. Never rejects. */
  check(): Promise<void>
  /** Takes over what the service answered when the user authorized a payment. */
  hear(quote: Quote): void
  /** Takes over that such an answer was lost: nobody knows whether the payment was made. */
  doubt(quoteId: string): void
  /** Removes a payment whose outcome the user has been told. */
  dismiss(quoteId: string): void
  /** Marks the payment that the current screen shows, or no payment if `quoteId` is `undefined`. */
  attend(quoteId: string | undefined): void
  /** Whether the current screen shows the payment. */
  isAttended(quoteId: string): boolean
  close(): void
}

/** Makes the payments of a wallet, with those that earlier pages and other tabs have sent. */
export function createPayments(wallet: Wallet, page: PaymentsPage): Payments {
  const { changed } = page
  const inDoubt = createPaymentsInDoubt(wallet, page)
  const { entries, enter, leave, take } = inDoubt
  let attended: string | undefined

  return {
    async pay(payment) {
      const { id } = payment.quote
      const entry = enter(id, new Date(wallet.now()).toISOString())
      entry.payment = payment
      entry.underWay += 1
      changed()
      try {
        const quote = await wallet.executeQuote(payment.quote)
        take(entry, quote)
        return quote
      } finally {
        entry.underWay -= 1
        if (entry.outcome === undefined && entry.underWay === 0) {
          if (inDoubt.isUnsettled(id)) giveTimeToRead(entry)
          // The payment was refused, so nothing was paid. The caller gets the error.
          else leave(entry)
        }
        if (!inDoubt.isClosed()) changed()
      }
    },
    list: () => [...entries.values()].map(shown),
    find(quoteId) {
      const entry = entries.get(quoteId)
      return entry && shown(entry)
    },
    isOpenTo: (receiverId) =>
      [...entries.values()].some(
        ({ outcome, payment }) =>
          outcome === undefined && (payment === undefined || payment.receiverId === receiverId),
      ),
    check: inDoubt.check,
    hear(quote) {
      const entry = entries.get(quote.id)
      if (entry) take(entry, quote)
      changed()
    },
    doubt(quoteId) {
      const entry = entries.get(quoteId)
      if (entry) {
        Object.assign(entry, { found: 'nothing yet', looks: 1 })
        giveTimeToRead(entry)
      }
      changed()
    },
    dismiss(quoteId) {
      const entry = entries.get(quoteId)
      if (entry) leave(entry)
      changed()
    },
    attend(quoteId) {
      if (attended === quoteId) return
      attended = quoteId
      changed()
    },
    isAttended: (quoteId) => attended === quoteId,
    close: inDoubt.close,
  }
}
