/** Finds agents (also by their access token), their actions and their transactions. @module */
import { type AgentPermission, bytesToHex, sha256, type Transaction, utf8 } from 'embedded-wallet-auth/wire'
import { ApiError, notFound, orNotFound } from '../../handler/api-error.js'
import type { Call } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import type { ActionRecord, AgentRecord } from '../../state/records/agents.js'
import { runDueJobs } from '../../time/scheduler.js'

/** Returns an agent by its id. Throws 404 for an unknown or deleted agent. */
export const agentById = (context: Context, id: string): AgentRecord =>
  orNotFound(context.state.agents.get(id), 'agent')

/** Returns an agent's action by its id. Throws 404 if it is unknown or belongs to another agent. */
export function actionById(context: Context, agentId: string, id: string): ActionRecord {
  const action = context.state.agentActions.get(id)
  if (!action || action.agentId !== agentId) throw notFound('action')
  return action
}

/** The parts of a call that identify the calling agent. */
export type AgentCall = Pick<Call<unknown>, 'context' | 'agentId'>

/** Returns the agent that makes a call. Throws 404 for a deleted agent. */
export const callingAgent = ({ context, agentId = '' }: AgentCall): AgentRecord => agentById(context, agentId)

/** Returns a transaction by its id. Throws 404 unless it belongs to the agent's customer. */
export function transactionOf(context: Context, agent: AgentRecord, id: string): Transaction {
  runDueJobs(context)
  const found = context.state.transactions.get(id)
  if (found?.customerId === agent.customerId) return found
  throw notFound('transaction', 'TRANSACTION_NOT_FOUND')
}

/** The final statuses of payments that did not reach the receiver. */
const undelivered: ReadonlySet<string> = new Set(['FAILED', 'REJECTED', 'REFUNDED'])

/**
 * Returns the current status of an action. An approved action becomes `FAILED` if its payment does not reach the
 * receiver.
 */
export function statusOf(
  context: Context,
  { status, transactionId = '' }: ActionRecord,
): ActionRecord['status'] {
  const payment = context.state.transactions.get(transactionId)?.status ?? ''
  return status === 'APPROVED' && undelivered.has(payment) ? 'FAILED' : status
}

/** Creates a 403 `FORBIDDEN` error. */
export const forbidden = (message: string): ApiError => new ApiError(403, 'FORBIDDEN', message)

/** Returns the calling agent. Throws 403 if the agent lacks the permission. */
export function permittedAgent(call: AgentCall, permission: AgentPermission): AgentRecord {
  const agent = callingAgent(call)
  if (!agent.policy.permissions.includes(permission))
    throw forbidden(`The agent lacks the permission ${permission}.`)
  return agent
}

/** Returns the calling agent. Throws 403 if the agent lacks the permission or is paused. */
export function initiatingAgent(call: AgentCall, permission: AgentPermission): AgentRecord {
  const agent = permittedAgent(call, permission)
  if (agent.isPaused) throw forbidden('The agent is paused.')
  return agent
}

/** Creates an access token for an agent. Only its digest is stored, so the token cannot be shown again. */
export async function issueAccessToken(context: Context, agentId: string): Promise<string> {
  const token = `sat_${bytesToHex(crypto.getRandomValues(new Uint8Array(20)))}`
  const digest = await digestOf(token)
  context.state.agentTokens.set(digest, agentId)
  return token
}

/**
 * Resolves with the id of the agent whose access token is in the `Authorization` header. Rejects with 401 if the header
 * has no valid token or the agent was deleted.
 */
export async function agentOfToken(context: Context, header: string | undefined): Promise<string> {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(header ?? '') ?? []
  const agentId = context.state.agentTokens.get(await digestOf(token))
  if (agentId === undefined || !context.state.agents.has(agentId)) {
    throw new ApiError(401, 'UNAUTHORIZED', 'A valid agent access token is required.', {
      reason: 'Invalid access token',
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  return agentId
}

const digestOf = async (token: string): Promise<string> => bytesToHex(await sha256(utf8(token)))
