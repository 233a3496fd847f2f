/** Submits, approves, rejects and executes the actions of agents (AgentAction status). @module */
import type { AgentAction } from 'embedded-wallet-auth/wire'
import { ApiError, conflict } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { newId } from '../../state/ids.js'
import type { ActionRecord, ActionTask, AgentRecord } from '../../state/records/agents.js'
import { creationTimes, timestamp } from '../../time/clock.js'
import { textCode } from '../quotes/challenges.js'
import { publish } from '../webhooks/publish.js'
import { carryOut } from './execute.js'
import { actionById } from './find-agent.js'
import {
  type AccountInUse,
  executionModeOf,
  requireAllowedAccounts,
  requireWithinLimits,
} from './policy-check.js'
import { actionView } from './view.js'

/** An action that an agent wants to start. */
export interface Submission {
  readonly agent: AgentRecord
  readonly task: ActionTask
  readonly spend: ActionRecord['spend']
  readonly accounts: readonly AccountInUse[]
}

/**
 * Submits an action. It is executed at once, or waits for approval if the agent's policy requires that. Throws 403 if
 * the policy does not allow an account, or if the action would exceed a limit. Everything but the text message of an
 * authorization happens before the first `await`, so two concurrent actions cannot together exceed a limit.
 */
export async function submit(
  context: Context,
  { agent, task, spend, accounts }: Submission,
): Promise<AgentAction> {
  requireAllowedAccounts(agent, accounts)
  requireWithinLimits(context, agent, spend, accounts)
  const action: ActionRecord = {
    id: newId('AgentAction'),
    agentId: agent.id,
    customerId: agent.customerId,
    status: 'PENDING_APPROVAL',
    task,
    spend,
    ...creationTimes(context.clock),
  }
  context.state.agentActions.set(action.id, action)
  if (executionModeOf(agent, spend, accounts) === 'AUTO') return perform(context, action)
  const waiting = actionView(context, action)
  publish(context, 'AGENT_ACTION.PENDING_APPROVAL', waiting)
  return waiting
}

/**
 * Approves an action and executes it. The action becomes `FAILED` if it cannot be executed, for example because the
 * balance is too low. Rejects with 404 for an unknown action, and 409 if the action is not pending.
 */
export const approve = async (context: Context, agentId: string, id: string): Promise<AgentAction> =>
  perform(context, waitingAction(context, agentId, id))

/** Rejects an action. Throws 404 for an unknown action, and 409 if the action is not pending. */
export function reject(
  context: Context,
  agentId: string,
  id: string,
  reason: string | undefined,
): AgentAction {
  const rejected = change(context, waitingAction(context, agentId, id), {
    status: 'REJECTED',
    // A rejected action always has a reason. This is the default [our choice].
    rejectionReason: reason ?? 'No reason was given.',
  })
  return actionView(context, rejected)
}

function waitingAction(context: Context, agentId: string, id: string): ActionRecord {
  const action = actionById(context, agentId, id)
  if (action.status !== 'PENDING_APPROVAL') {
    throw conflict(`The action is not pending: its status is ${action.status}.`)
  }
  return action
}

async function perform(context: Context, action: ActionRecord): Promise<AgentAction> {
  const performed = change(context, action, outcomeOf(context, action))
  if (action.task.type === 'EXECUTE_QUOTE') await textCode(context, action.task.quoteId)
  return actionView(context, performed)
}

function outcomeOf(context: Context, action: ActionRecord): Partial<ActionRecord> {
  try {
    return { status: 'APPROVED', transactionId: carryOut(context, action) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: 'FAILED' }
  }
}

function change(context: Context, action: ActionRecord, changes: Partial<ActionRecord>): ActionRecord {
  const changed = { ...action, ...changes, updatedAt: timestamp(context.clock.now()) }
  context.state.agentActions.set(action.id, changed)
  return changed
}
