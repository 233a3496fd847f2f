/** Transactions: list, read, approve, reject. @module */
import {
  approveTransaction,
  getTransaction,
  listTransactions,
  rejectTransaction,
  type Transaction,
} from '../../spec/transactions.js'
import { pageOf } from '../page.js'
import { expireQuotes } from '../quotes/settle.js'
import { on, type Room } from '../room.js'
import type { World } from '../world.js'
import { approveIncoming, expireApprovals, rejectIncoming, transactionById } from './incoming.js'
import { settleDuePayments } from './payments.js'

type Matcher = (transaction: Transaction, value: string) => boolean

// An account is known by its id, a UMA user by the address.
const isSender: Matcher = ({ source }, id) => source?.['accountId'] === id || source?.['umaAddress'] === id
const isReceiver: Matcher = ({ destination }, id) =>
  destination['accountId'] === id || destination['umaAddress'] === id

/** What each filter of the list asks of a transaction. */
const matchers: Readonly<Record<string, Matcher>> = {
  customerId: (transaction, value) => transaction.customerId === value,
  platformCustomerId: (transaction, value) => transaction.platformCustomerId === value,
  accountIdentifier: (transaction, value) => isSender(transaction, value) || isReceiver(transaction, value),
  senderAccountIdentifier: isSender,
  receiverAccountIdentifier: isReceiver,
  status: (transaction, value) => transaction.status === value,
  type: (transaction, value) => transaction.type === value,
  reference: (transaction, value) => transaction.reconciliationInstructions?.reference === value,
  startDate: ({ createdAt = '' }, value) => Date.parse(createdAt) >= Date.parse(value),
  endDate: ({ createdAt = '' }, value) => Date.parse(createdAt) <= Date.parse(value),
}

/** The calls under `/transactions`. */
export const transactionsRoom: Room = [
  on(listTransactions, ({ world, query }) => {
    bringUpToDate(world)
    const wanted = [...world.state.transactions.values()].filter((transaction) =>
      [...query].every(([name, value]) => matchers[name]?.(transaction, value) ?? true),
    )
    // They are kept in the order in which they were created.
    return { answer: pageOf(query.get('sortOrder') === 'asc' ? wanted : wanted.reverse(), query) }
  }),

  on(getTransaction, ({ world, param }) => {
    bringUpToDate(world)
    return { answer: transactionById(world, param('transactionId')) }
  }),

  on(approveTransaction, ({ world, param, body }) => ({
    answer: approveIncoming(world, param('transactionId'), body?.receiverCustomerInfo),
  })),

  on(rejectTransaction, ({ world, param }) => ({ answer: rejectIncoming(world, param('transactionId')) })),
]

/** Lets everything happen that is due: deadlines hold for whoever looks, timer or not. */
function bringUpToDate(world: World): void {
  settleDuePayments(world)
  expireApprovals(world)
  expireQuotes(world)
}
