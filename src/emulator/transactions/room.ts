/** Transactions: list and read. @module */
import { getTransaction, listTransactions, type Transaction } from '../../spec/transactions.js'
import { pageOf } from '../page.js'
import { expireQuotes } from '../quotes/settle.js'
import { Refusal } from '../refusal.js'
import { on, type Room } from '../room.js'

type Matcher = (transaction: Transaction, value: string) => boolean

const isSender: Matcher = ({ source }, id) => source?.['accountId'] === id
const isReceiver: Matcher = ({ destination }, id) => destination['accountId'] === id

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
    expireQuotes(world)
    const wanted = [...world.state.transactions.values()].filter((transaction) =>
      [...query].every(([name, value]) => matchers[name]?.(transaction, value) ?? true),
    )
    // They are kept in the order in which they were created.
    return { answer: pageOf(query.get('sortOrder') === 'asc' ? wanted : wanted.reverse(), query) }
  }),

  on(getTransaction, ({ world, param }) => {
    expireQuotes(world)
    const transaction = world.state.transactions.get(param('transactionId'))
    if (!transaction) throw new Refusal(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.')
    return { answer: transaction }
  }),
]
