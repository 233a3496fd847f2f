/** Converts agents and their actions to the form that the API returns. @module */
import type { Agent, AgentAction } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import type { ActionRecord, AgentRecord } from '../../state/records/agents.js'
import { currentQuote } from '../quotes/settle.js'
import { ownerOf } from '../transactions/records.js'
import { statusOf } from './find-agent.js'
import { usageOf } from './usage.js'

/** Returns the agent with its current usage. */
export const agentView = (context: Context, agent: AgentRecord): Agent => ({
  ...agent,
  usage: usageOf(context, agent),
})

/** Returns the action with the current state of its quote and its transaction (AgentAction). */
export function actionView(context: Context, action: ActionRecord): AgentAction {
  const { id, agentId, customerId, task, transactionId, rejectionReason, createdAt, updatedAt } = action
  const quote = task.type === 'EXECUTE_QUOTE' ? currentQuote(context, task.quoteId) : undefined
  const transaction = context.state.transactions.get(transactionId ?? '')
  return {
    id,
    agentId,
    ...ownerOf(context, customerId),
    status: statusOf(context, action),
    type: task.type,
    createdAt,
    updatedAt,
    ...(quote ? { quote } : {}),
    ...(task.type === 'EXECUTE_QUOTE' ? {} : { transferDetails: task.details }),
    ...(transaction ? { transaction } : {}),
    ...(rejectionReason === undefined ? {} : { rejectionReason }),
  }
}
