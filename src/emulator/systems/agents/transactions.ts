/** A transaction as an agent sees it: one of its customer (Agent-scoped calls). @module */
import type { Transaction } from '../../../wire/transactions.js'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import type { AgentRecord } from '../../state/records/agents.js'
import { runDueJobs } from '../../time/scheduler.js'

/** Throws 404 for a transaction that is unknown or another customer's. */
export function transactionOf(context: Context, agent: AgentRecord, id: string): Transaction {
  runDueJobs(context)
  const found = context.state.transactions.get(id)
  if (found?.customerId === agent.customerId) return found
  throw new ApiError(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.')
}
