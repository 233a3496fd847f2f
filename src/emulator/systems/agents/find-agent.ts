/** Finds agents, their actions and transactions, or throws; and computes the status of an action. @module */

import type { AgentPermission } from '../../../wire/agent-policy.js'
import type { Transaction } from '../../../wire/transactions.js'
import { ApiError, notFound } from '../../handler/api-error.js'
import type { Call } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import type { ActionRecord, AgentRecord } from '../../state/records/agents.js'
import { runDueJobs } from '../../time/scheduler.js'

/** Throws 404 for an unknown or deleted agent. */
export function agentById(context: Context, id: string): AgentRecord {
  const agent = context.state.agents.get(id)
  if (!agent) throw notFound('agent')
  return agent
}

/** Throws 404 for an action that is unknown or another agent's. */
export function actionById(context: Context, agentId: string, id: string): ActionRecord {
  const action = context.state.agentActions.get(id)
  if (!action || action.agentId !== agentId) throw notFound('action of this agent')
  return action
}

/** The agent that makes the call. */
export const callingAgent = ({
  context,
  agentId = '',
}: Pick<Call<unknown>, 'context' | 'agentId'>): AgentRecord => agentById(context, agentId)

/** A transaction of the agent's customer. Throws 404 for any other transaction. */
export function transactionOf(context: Context, agent: AgentRecord, id: string): Transaction {
  runDueJobs(context)
  const found = context.state.transactions.get(id)
  if (found?.customerId === agent.customerId) return found
  throw new ApiError(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.')
}

/** The final statuses of a payment that did not reach its receiver. */
const undelivered: ReadonlySet<string> = new Set(['FAILED', 'REJECTED', 'REFUNDED'])

/** The current status of an action. An approved action fails if its payment does not reach the receiver. */
export function statusOf(
  context: Context,
  { status, transactionId = '' }: ActionRecord,
): ActionRecord['status'] {
  const payment = context.state.transactions.get(transactionId)?.status ?? ''
  return status === 'APPROVED' && undelivered.has(payment) ? 'FAILED' : status
}

/** 403 `FORBIDDEN`: the policy does not allow the call. */
export const forbidden = (message: string): ApiError => new ApiError(403, 'FORBIDDEN', message)

/** The calling agent, if it has the permission. Throws 403 otherwise. */
export function permittedAgent(
  call: Pick<Call<unknown>, 'context' | 'agentId'>,
  permission: AgentPermission,
): AgentRecord {
  const agent = callingAgent(call)
  if (!agent.policy.permissions.includes(permission)) throw forbidden(`The agent lacks ${permission}.`)
  return agent
}

/** The calling agent, if it has the permission and is not paused. Throws 403 otherwise. */
export function initiatingAgent(
  call: Pick<Call<unknown>, 'context' | 'agentId'>,
  permission: AgentPermission,
): AgentRecord {
  const agent = permittedAgent(call, permission)
  if (agent.isPaused) throw forbidden('The agent is paused.')
  return agent
}
