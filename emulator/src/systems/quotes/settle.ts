/** Executes and expires quotes. @module */
import type { Quote, Transaction } from 'embedded-wallet-auth/wire'
import { ApiError, conflict, notFound, orNotFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { presentCustomer } from '../../handler/find-records.js'
import { balanceOf, platform } from '../../money/ledger.js'
import { failureAfter, type Outcome } from '../../money/suffixes.js'
import { requireStamp } from '../../signed/stamp-check.js'
import type { QuotePlan } from '../../state/records/payments.js'
import { runDueJobs } from '../../time/scheduler.js'
import { externalAccountById } from '../external-accounts/accounts.js'
import { startPayment } from '../transactions/payments.js'
import { expireTransaction, putQuote } from '../transactions/records.js'
import { type Authorizing, beginAuthorization, textCode } from './challenges.js'
import { scaOf } from './sca.js'

/**
 * Returns a quote in its current state. A pending quote expires at its `expiresAt`. Throws 404 `QUOTE_NOT_FOUND` for an
 * unknown quote.
 */
export function currentQuote(context: Context, id: string): Quote {
  runDueJobs(context)
  return orNotFound(context.state.quotes.get(id), 'quote', 'QUOTE_NOT_FOUND')
}

/** Expires a quote and its transaction if the quote is still pending at its `expiresAt`. */
export function expireQuote(context: Context, id: string): void {
  const quote = context.state.quotes.get(id)
  if (quote?.status !== 'PENDING' || context.clock.now() < Date.parse(quote.expiresAt)) return
  putQuote(context, { ...quote, status: 'EXPIRED' })
  context.state.quotePlans.delete(id)
  expireTransaction(context, quote.transactionId, quote.expiresAt)
}

/**
 * Returns a pending quote. Throws 404 for an unknown quote, and 409 if the quote was executed or has expired. The error
 * code of the 409 is the emulator's choice (wire-facts 6 [our choice]).
 */
export function pendingQuote(context: Context, id: string): Quote {
  const quote = currentQuote(context, id)
  if (quote.status !== 'PENDING') throw conflict(`The quote is not pending: its status is ${quote.status}.`)
  return quote
}

/**
 * Does nothing if the quote needs no stamp. Otherwise, rejects with 401 unless an active session of the quote's wallet
 * has stamped `payloadToSign`.
 */
export async function requireQuoteStamp(
  context: Context,
  quote: Quote,
  stamp: string | undefined,
): Promise<void> {
  const { payloadToSign, source } = quote
  if (payloadToSign === undefined) return
  await requireStamp(context, { stamp, payloadToSign, accountId: source.accountId ?? '' })
}

/**
 * Executes a quote like `POST /quotes/{quoteId}/execute`: checks the stamp if the quote needs one, and then moves the
 * money. Rejects like {@link requireQuoteStamp} and {@link settleQuote}.
 *
 * @example
 * await executeQuote(context, 'Quote:…', undefined)
 */
export async function executeQuote(context: Context, id: string, stamp: string | undefined): Promise<Quote> {
  await requireQuoteStamp(context, pendingQuote(context, id), stamp)
  // `settle` reads the quote again, because another call may have executed it while the stamp was being verified.
  const executed = settleQuote(context, { id })
  await textCode(context, id)
  return executed
}

/**
 * Moves the money of a pending quote, or makes it wait for the person if its customer has to authorize payments; the
 * caller then calls `textCode`. The caller must already have checked the stamp. Throws like {@link pendingQuote}.
 * Also throws 409 for a quote that is waiting for real-time funding, 410 if the customer was deleted, 404 if an
 * external account at either end was deleted, and 400 `INSUFFICIENT_BALANCE` if the source's balance is too low. If it
 * throws, no money has moved.
 */
export function settleQuote(context: Context, { id }: Pick<Quote, 'id'>): Quote {
  const quote = pendingQuote(context, id)
  if (quote.source.sourceType === 'REALTIME_FUNDING') {
    throw conflict('The quote is waiting for a payment to its payment instructions.')
  }
  requirePayable(context, quote)
  const by = authorizing(context, quote)
  if (by) return beginAuthorization(context, quote, by)
  startQuote(context, quote)
  return context.state.quotes.get(id) ?? quote
}

/**
 * Returns how the owner of the account that pays authorizes the payment. Returns `undefined` if nobody has to, and for
 * an account of the platform, behind which there is no person.
 */
function authorizing(context: Context, { source: { accountId = '' } }: Quote): Authorizing | undefined {
  const { accounts, externalAccounts, customers } = context.state
  const customerId =
    accounts.get(accountId)?.customerId ?? externalAccounts.get(accountId)?.wire.customerId ?? ''
  const customer = customers.get(customerId)
  const options = customer && scaOf(context, customer)
  return options && { customerId, options }
}

/**
 * Executes a quote whose real-time funding has arrived. If `amount` is not the quote's total, the payment fails and the
 * money is sent back.
 */
export function fundQuote(context: Context, quote: Quote, amount: number): Transaction {
  return startQuote(context, quote, amount === quote.totalSendingAmount ? undefined : mismatch)
}

const mismatch: Outcome = {
  answer: 'settled',
  meanwhile: 'PROCESSING',
  fails: failureAfter(0, 'QUOTE_EXECUTION_FAILED'),
}

/**
 * Moves the money of a quote that is pending or was released, and returns its transaction. If it throws, no money has
 * moved.
 */
export function startQuote(context: Context, quote: Quote, outcome?: Outcome): Transaction {
  const { plan, transaction } = requirePayable(context, quote)
  const started = startPayment(context, { transaction, quote, ...plan, outcome: outcome ?? plan.outcome })
  // The payment has its own copy of what it needs from the plan.
  context.state.quotePlans.delete(quote.id)
  return started
}

/** Returns what is needed to move a quote's money. Throws unless customer, accounts and balance still allow it. */
function requirePayable(
  context: Context,
  quote: Quote,
): { readonly plan: QuotePlan; readonly transaction: Transaction } {
  const plan = context.state.quotePlans.get(quote.id)
  const transaction = context.state.transactions.get(quote.transactionId)
  if (!plan || !transaction) throw notFound('quote', 'QUOTE_NOT_FOUND')
  presentCustomer(context, transaction.customerId)
  for (const accountId of [quote.source.accountId, quote.destination['accountId']]) {
    if (typeof accountId === 'string' && accountId.startsWith('ExternalAccount:')) {
      externalAccountById(context, accountId)
    }
  }
  const { payer } = plan
  const isOutside = payer === platform.outside
  const held = balanceOf(context.state, payer, quote.sendingCurrency.code)
  if (!isOutside && held < BigInt(quote.totalSendingAmount)) {
    throw new ApiError(400, 'INSUFFICIENT_BALANCE', 'The balance of the source account is too low.')
  }
  return { plan, transaction }
}
