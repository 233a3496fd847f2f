/** The terms of a payment, and the challenge that a proof of them answers. @module */
import type { PaymentTerms } from '../../wire/payment-proof.js'
import type { Quote } from '../../wire/quotes.js'
import { base64urlDigest, hexDigest } from '../digest.js'

/** The name of this use of SHA-256. A hash that was made for anything else begins with other bytes. */
const use = 'embedded-wallet-auth payment proof 1'

/** Returns the terms in the form that the page gets. */
export const termsOf = (quote: Quote): PaymentTerms => ({
  quoteId: quote.id,
  sends: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
  receives: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
  fees: { amount: quote.feesIncluded, currency: quote.sendingCurrency },
  receiver: quote.destination,
  expiresAt: quote.expiresAt,
})

/** Returns the WebAuthn challenge for one payment, in base64url: SHA-256 over the nonce, the account and the quote. */
export const paymentChallenge = (nonce: string, accountId: string, quote: Quote): string =>
  base64urlDigest(canonical([use, nonce, accountId, ...fixedTerms(quote)]))

/** Returns the hash that names the repetition of one send: the same quote, unchanged, with the same idempotency key. */
export const repetitionOf = (quote: Quote, idempotencyKey: string): string =>
  hexDigest(canonical([idempotencyKey, ...fixedTerms(quote)]))

/** Everything about a quote that must not change between the proof and the payment. */
const fixedTerms = (quote: Quote): readonly unknown[] => [
  quote.id,
  [quote.totalSendingAmount, quote.sendingCurrency.code, quote.sendingCurrency.decimals ?? null],
  [quote.totalReceivingAmount, quote.receivingCurrency.code, quote.receivingCurrency.decimals ?? null],
  quote.feesIncluded,
  quote.exchangeRate,
  quote.source,
  quote.destination,
  quote.counterpartyInformation ?? null,
  quote.expiresAt,
  quote.payloadToSign ?? null,
  (quote.paymentInstructions ?? []).map(
    ({ accountOrWalletInfo }) => accountOrWalletInfo.payloadToSign ?? null,
  ),
]

/**
 * Returns a value as JSON in which the members of each object are sorted, because the service may send them in any
 * order.
 */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
