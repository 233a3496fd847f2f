/** Transactions: list, read, approve, reject. @module */
import {
  approveTransactionRoute,
  getTransactionRoute,
  listTransactionsRoute,
  rejectTransactionRoute,
} from '../../../wire/transactions.js'
import { on, type Room } from '../../handler/bind-route.js'
import { catchUp } from '../../time/scheduler.js'
import { approveIncoming, rejectIncoming, transactionById } from './incoming.js'
import { transactionsPage } from './list.js'

/** The calls under `/transactions`. */
export const transactionsRoom: Room = [
  on(listTransactionsRoute, ({ world, query }) => ({ answer: transactionsPage(world, query) })),

  on(getTransactionRoute, ({ world, param }) => {
    catchUp(world)
    return { answer: transactionById(world, param('transactionId')) }
  }),

  on(approveTransactionRoute, ({ world, param, body }) => ({
    answer: approveIncoming(world, param('transactionId'), body?.receiverCustomerInfo),
  })),

  on(rejectTransactionRoute, ({ world, param }) => ({
    answer: rejectIncoming(world, param('transactionId')),
  })),
]
