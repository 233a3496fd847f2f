/** A transaction as an agent sees it: one of its customer (Agent-scoped calls). @module */
import type { Transaction } from '../../wire/transactions.js'
import { catchUp } from '../agenda.js'
import { Refusal } from '../refusal.js'
import type { World } from '../world.js'
import type { AgentRecord } from './record.js'

/** Throws 404 for a transaction that is unknown or another customer's. */
export function transactionOf(world: World, agent: AgentRecord, id: string): Transaction {
  catchUp(world)
  const found = world.state.transactions.get(id)
  if (found?.customerId === agent.customerId) return found
  throw new Refusal(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.')
}
