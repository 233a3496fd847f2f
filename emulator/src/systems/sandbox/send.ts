/** Handles `POST /sandbox/send`, which simulates the payment that funds a quote in real time. @module */
import type { SandboxSendBody, Transaction } from 'embedded-wallet-auth/wire'
import { ApiError, invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { fundQuote, pendingQuote } from '../quotes/settle.js'

/**
 * Pays a quote. If `currencyAmount` is not the quote's total, the payment fails with `QUOTE_EXECUTION_FAILED` and the
 * money is sent back. Throws 404 for an unknown quote, and 409 if the quote is not pending. Throws 400 if the quote is
 * not funded in real time, or if `currencyCode` is not its sending currency.
 */
export function sendToQuote(
  context: Context,
  { quoteId, currencyCode, currencyAmount }: SandboxSendBody,
): Transaction {
  const quote = pendingQuote(context, quoteId)
  if (quote.source.sourceType !== 'REALTIME_FUNDING') {
    throw invalidInput('The quote is not funded in real time. Execute it instead.', 'quoteId')
  }
  if (currencyCode !== quote.sendingCurrency.code) {
    throw new ApiError(400, 'INVALID_CURRENCY', `The quote must be paid in ${quote.sendingCurrency.code}.`, {
      details: { issues: ['currencyCode'] },
    })
  }
  return fundQuote(context, quote, currencyAmount ?? quote.totalSendingAmount)
}
