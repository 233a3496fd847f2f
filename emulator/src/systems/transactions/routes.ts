/** The calls for transactions. @module */
import {
  approveTransactionRoute,
  getTransactionRoute,
  listTransactionsRoute,
  rejectTransactionRoute,
} from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { runDueJobs } from '../../time/scheduler.js'
import { approveIncoming, rejectIncoming, transactionById } from './incoming.js'
import { transactionsPage } from './list.js'

/** The calls under `/transactions`. */
export const transactionRoutes: SystemRoutes = [
  on(listTransactionsRoute, ({ context, query }) => ({ answer: transactionsPage(context, query) })),

  on(getTransactionRoute, ({ context, param }) => {
    runDueJobs(context)
    return { answer: transactionById(context, param('transactionId')) }
  }),

  on(approveTransactionRoute, ({ context, param, body }) => ({
    answer: approveIncoming(context, param('transactionId'), body?.receiverCustomerInfo),
  })),

  on(rejectTransactionRoute, ({ context, param }) => ({
    answer: rejectIncoming(context, param('transactionId')),
  })),
]
