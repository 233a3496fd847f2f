/**
 * Creates and stores transactions (States, Transaction status). Card transactions are not stored with these functions.
 * @module
 */
import type { CustomerInfo, Quote, Transaction } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import { directionOf } from '../../handler/direction.js'
import { newId } from '../../state/ids.js'
import { announceBalances } from '../webhooks/balances.js'
import { publishTransaction } from '../webhooks/payment-events.js'

/** Who initiated a payment: an agent, or the platform if `agentId` is absent. */
export interface Initiator {
  readonly agentId?: string
}

/** The optional fields of a quote's transaction. */
export interface TransactionNotes {
  readonly description?: string
  readonly counterpartyInformation?: CustomerInfo
}

/** Stores a transaction. Sends webhooks if its status, its refund's status or an account's balance has changed. */
export function putTransaction(context: Context, given: Transaction): void {
  const before = context.state.transactions.get(given.id)
  const transaction = { ...given, ...directionOf(context, given) }
  context.state.transactions.set(transaction.id, transaction)
  publishTransaction(context, before, transaction)
  announceBalances(context)
}

/** Stores a quote. Unlike {@link putTransaction}, it sends no webhook. */
export function putQuote(context: Context, quote: Quote): void {
  context.state.quotes.set(quote.id, quote)
}

/** Returns a payment's reference: the last twelve characters of an id, in upper case. */
export const referenceOf = (id: string): string => id.slice(-12).toUpperCase()

/** Creates the sender's transaction for a quote. Its status is PENDING. */
export function outgoingTransaction(
  context: Context,
  quote: Quote,
  customerId: string,
  notes: TransactionNotes & Initiator,
): Transaction {
  return {
    id: quote.transactionId,
    status: 'PENDING',
    type: 'OUTGOING',
    source: { ...quote.source, currency: quote.sendingCurrency.code },
    destination: { ...quote.destination, currency: quote.receivingCurrency.code },
    ...ownerOf(context, customerId),
    sentAmount: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
    receivedAmount: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
    exchangeRate: quote.exchangeRate,
    fees: quote.feesIncluded,
    quoteId: quote.id,
    reconciliationInstructions: { reference: referenceOf(quote.id) },
    ...(quote.rateDetails === undefined ? {} : { rateDetails: quote.rateDetails }),
    ...notes,
    createdAt: quote.createdAt,
    updatedAt: quote.createdAt,
  }
}

/**
 * Creates the receiver's transaction for a completed payment. It contains neither what the sender paid nor who
 * initiated the payment.
 */
export function incomingTwin(context: Context, outgoing: Transaction, receiverId: string): Transaction {
  const {
    sentAmount: _,
    fees: __,
    quoteId: ___,
    exchangeRate: ____,
    rateDetails: _____,
    agentId: ______,
    counterpartyInformation: _______,
    ...shared
  } = outgoing
  const { settledAt } = outgoing
  return {
    ...shared,
    id: newId('Transaction'),
    type: 'INCOMING',
    ...(settledAt === undefined ? {} : { createdAt: settledAt }),
    ...ownerOf(context, receiverId),
  }
}

/** Expires the transaction of an expired quote. Does nothing for an unknown id. */
export function expireTransaction(context: Context, id: string, at: string): void {
  const transaction = context.state.transactions.get(id)
  if (!transaction) return
  putTransaction(context, {
    ...transaction,
    status: 'EXPIRED',
    failureReason: 'QUOTE_EXPIRED',
    updatedAt: at,
  })
}

/** Returns the fields of a transaction that name its customer. */
export function ownerOf(
  context: Context,
  customerId: string,
): Pick<Transaction, 'customerId' | 'platformCustomerId'> {
  const { platformCustomerId = '' } = context.state.customers.get(customerId) ?? {}
  return { customerId, platformCustomerId }
}
