/** The calls for transactions. @module */
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { runDueJobs } from '../../time/scheduler.js'
import { approveIncoming, rejectIncoming, transactionById } from './incoming.js'
import { transactionsPage } from './list.js'

/** The calls under `/transactions`. */
export const transactionRoutes: SystemRoutes = [
  on('listTransactions', 'List transactions', ({ context, query }) => ({
    answer: transactionsPage(context, query),
  })),

  on('getTransaction', 'Get a transaction', ({ context, param }) => {
    runDueJobs(context)
    return { answer: transactionById(context, param('transactionId')) }
  }),

  on('approveTransaction', 'Approve an incoming payment', ({ context, param, body }) => ({
    answer: approveIncoming(context, param('transactionId'), body?.receiverCustomerInfo),
  })),

  on('rejectTransaction', 'Reject an incoming payment', ({ context, param }) => ({
    answer: rejectIncoming(context, param('transactionId')),
  })),
]
