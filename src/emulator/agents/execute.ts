/** Where an agent's action moves money: the only calls from agents into the rooms of quotes and transfers. @module */
import { settleQuote } from '../quotes/settle.js'
import { putTransaction } from '../transactions/records.js'
import type { World } from '../world.js'
import type { ActionRecord } from './record.js'
import { startTransfer } from './transfer.js'

/** Does what an action is about and answers its transaction's id. Throws a `Refusal` where that cannot be done. */
export function carryOut(
  world: World,
  { task, agentId, customerId }: Pick<ActionRecord, 'task' | 'agentId' | 'customerId'>,
): string {
  if (task.type !== 'EXECUTE_QUOTE') return startTransfer(world, task, { agentId, customerId }).id
  const { transactionId } = settleQuote(world, task.quoteId)
  const transaction = world.state.transactions.get(transactionId)
  // The platform may have created the quote, but it is the agent that set the payment going.
  if (transaction) putTransaction(world, { ...transaction, agentId })
  return transactionId
}
