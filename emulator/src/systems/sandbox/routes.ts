/** The sandbox's calls for accounts and payments. They are available in both modes of the emulator. @module */
import type { SandboxSendBody, Transaction } from 'embedded-wallet-auth/wire'
import { invalidCurrency, invalidInput } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { accountById, presentCustomer } from '../../handler/find-records.js'
import { accountView, fund } from '../internal-accounts/accounts.js'
import { fundQuote, pendingQuote } from '../quotes/settle.js'
import { receiveUma } from '../uma/receive.js'

/** The calls under `/sandbox` that move money. */
export const sandboxRoutes: SystemRoutes = [
  on('fundAccount', 'Credit an internal account', ({ context, param, body }) => {
    const account = accountById(context, param('accountId'))
    if (account.customerId !== '') presentCustomer(context, account.customerId)
    fund(context, account, BigInt(body.amount))
    return { answer: accountView(context, account) }
  }),

  on('sandboxSend', "Simulate a payment to a quote's payment instructions", ({ context, body }) => ({
    answer: sendToQuote(context, body),
  })),

  on('sandboxReceiveUma', 'Receive a UMA payment', async ({ context, body }) => ({
    answer: await receiveUma(context, body),
  })),
]

/**
 * Pays a quote. If `currencyAmount` is not the quote's total, the payment fails with `QUOTE_EXECUTION_FAILED` and the
 * money is sent back. Throws 404 for an unknown quote, and 409 if the quote is not pending. Throws 400 if the quote is
 * not funded in real time, or if `currencyCode` is not its sending currency.
 */
function sendToQuote(
  context: Context,
  { quoteId, currencyCode, currencyAmount }: SandboxSendBody,
): Transaction {
  const quote = pendingQuote(context, quoteId)
  if (quote.source.sourceType !== 'REALTIME_FUNDING') {
    throw invalidInput('The quote is not funded in real time. Execute it instead.', 'quoteId')
  }
  if (currencyCode !== quote.sendingCurrency.code) {
    throw invalidCurrency(`The quote must be paid in ${quote.sendingCurrency.code}.`, 'currencyCode')
  }
  return fundQuote(context, quote, currencyAmount ?? quote.totalSendingAmount)
}
