/**
 * What a proof of a payment is about, in the form that is hashed. The backend hashes it to ask and to check, and the
 * page to see that the challenge is this one, and not one for something else.
 * @module
 */

import { jsonOf } from './json.js'
import type { Quote } from './quotes.js'

/** The name of this use of SHA-256. A hash that was made for anything else begins with other bytes. */
const use = 'embedded-wallet-auth payment proof 1'

/** Returns the text whose SHA-256 is the challenge for one payment: the nonce, the account and the quote. */
export const provenText = (nonce: string, accountId: string, quote: Quote): string =>
  canonical([use, nonce, accountId, ...fixedTerms(quote)])

/** Returns the text whose hash names the repetition of one send: the same quote with the same idempotency key. */
export const repetitionText = (quote: Quote, idempotencyKey: string): string =>
  canonical([idempotencyKey, ...fixedTerms(quote)])

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
const canonical = (value: unknown): string => jsonOf(sorted(value))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)])
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}
