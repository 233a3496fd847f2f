/** The transactions that come with a quote (States, Transaction status). @module */
import type { Quote } from '../../spec/quotes.js'
import type { Transaction } from '../../spec/transactions.js'
import { newId } from '../ids.js'
import type { AccountRecord } from '../state.js'
import type { World } from '../world.js'

/** The sender's side of a quote, PENDING with it. */
export function outgoingTransaction(
  world: World,
  quote: Quote,
  description: string | undefined,
): Transaction {
  const { customerId = '' } = quote.source
  return {
    id: quote.transactionId,
    status: 'PENDING',
    type: 'OUTGOING',
    source: { ...quote.source, currency: quote.sendingCurrency.code },
    destination: { ...quote.destination, currency: quote.receivingCurrency.code },
    ...ownerOf(world, customerId),
    sentAmount: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
    receivedAmount: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
    fees: quote.feesIncluded,
    quoteId: quote.id,
    reconciliationInstructions: { reference: quote.id.slice(-12).toUpperCase() },
    ...(description === undefined ? {} : { description }),
    createdAt: quote.createdAt,
    updatedAt: quote.createdAt,
  }
}

/** Completes the sender's side and, where the receiver is another customer, adds theirs. */
export function completeTransaction(
  world: World,
  quote: Quote,
  destination: AccountRecord,
  at: string,
): void {
  const outgoing = world.state.transactions.get(quote.transactionId)
  if (!outgoing) return
  const settled = { status: 'COMPLETED', settledAt: at, updatedAt: at }
  world.state.transactions.set(outgoing.id, { ...outgoing, ...settled })
  if (destination.customerId === outgoing.customerId) return
  // A receiver does not learn what the sender paid.
  const { sentAmount: _, fees: __, quoteId: ___, ...shared } = outgoing
  const incoming = { ...shared, ...settled, id: newId('Transaction'), type: 'INCOMING', createdAt: at }
  world.state.transactions.set(incoming.id, { ...incoming, ...ownerOf(world, destination.customerId) })
}

/** Marks the transaction of a quote that nobody executed in time. */
export function expireTransaction(world: World, id: string, at: string): void {
  const transaction = world.state.transactions.get(id)
  if (!transaction) return
  const expired = { ...transaction, status: 'EXPIRED', failureReason: 'QUOTE_EXPIRED', updatedAt: at }
  world.state.transactions.set(id, expired)
}

function ownerOf(world: World, customerId: string): Pick<Transaction, 'customerId' | 'platformCustomerId'> {
  const { platformCustomerId = '' } = world.state.customers.get(customerId) ?? {}
  return { customerId, platformCustomerId }
}
