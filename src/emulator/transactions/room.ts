/** Transactions: list, read, approve, reject. @module */
import {
  approveTransaction,
  getTransaction,
  listTransactions,
  rejectTransaction,
} from '../../wire/transactions.js'
import { catchUp } from '../agenda.js'
import { on, type Room } from '../room.js'
import { approveIncoming, rejectIncoming, transactionById } from './incoming.js'
import { transactionsPage } from './list.js'

/** The calls under `/transactions`. */
export const transactionsRoom: Room = [
  on(listTransactions, ({ world, query }) => ({ answer: transactionsPage(world, query) })),

  on(getTransaction, ({ world, param }) => {
    catchUp(world)
    return { answer: transactionById(world, param('transactionId')) }
  }),

  on(approveTransaction, ({ world, param, body }) => ({
    answer: approveIncoming(world, param('transactionId'), body?.receiverCustomerInfo),
  })),

  on(rejectTransaction, ({ world, param }) => ({ answer: rejectIncoming(world, param('transactionId')) })),
]
