/** The terms of a payment, and the challenge that a proof of them answers. @module */
import { provenText, repetitionText } from '../../wire/payment-challenge.js'
import type { PaymentTerms } from '../../wire/payment-proof.js'
import type { Quote } from '../../wire/quotes.js'
import { base64urlDigest, hexDigest } from '../digest.js'

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
  base64urlDigest(provenText(nonce, accountId, quote))

/** Returns the hash that names the repetition of one send: the same quote, unchanged, with the same idempotency key. */
export const repetitionOf = (quote: Quote, idempotencyKey: string): string =>
  hexDigest(repetitionText(quote, idempotencyKey))
