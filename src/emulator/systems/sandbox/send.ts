/** `POST /sandbox/send`: the payment of a real-time-funding quote's instructions arrives. @module */
import type { SandboxSendBody } from '../../../wire/sandbox-payments.js'
import type { Transaction } from '../../../wire/transactions.js'
import { ApiError, invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { fundQuote, pendingQuote } from '../quotes/settle.js'

/**
 * Pays a quote. An amount other than the quote's total fails with `QUOTE_EXECUTION_FAILED` and goes back. Throws 404 and 409
 * for a quote that is unknown or not pending, 400 for another source or another currency.
 */
export function sendToQuote(
  context: Context,
  { quoteId, currencyCode, currencyAmount }: SandboxSendBody,
): Transaction {
  const quote = pendingQuote(context, quoteId)
  if (quote.source.sourceType !== 'REALTIME_FUNDING') {
    throw invalidInput('The quote is not funded in real time: execute it.', 'quoteId')
  }
  if (currencyCode !== quote.sendingCurrency.code) {
    throw new ApiError(400, 'INVALID_CURRENCY', `The quote is paid in ${quote.sendingCurrency.code}.`, {
      details: { issues: ['currencyCode'] },
    })
  }
  return fundQuote(context, quote, currencyAmount ?? quote.totalSendingAmount)
}
