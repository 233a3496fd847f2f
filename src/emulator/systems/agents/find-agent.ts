/** Finding agents and their actions, or refusing. @module */

import type { AgentPermission } from '../../../wire/agent-policy.js'
import { notFound, Refusal } from '../../handler/api-error.js'
import type { Call } from '../../handler/bind-route.js'
import type { World } from '../../handler/context.js'
import type { ActionRecord, AgentRecord } from '../../state/records/agents.js'

/** Throws 404 for an unknown or deleted agent. */
export function agentById(world: World, id: string): AgentRecord {
  const agent = world.state.agents.get(id)
  if (!agent) throw notFound('agent')
  return agent
}

/** Throws 404 for an action that is unknown or another agent's. */
export function actionById(world: World, agentId: string, id: string): ActionRecord {
  const action = world.state.agentActions.get(id)
  if (!action || action.agentId !== agentId) throw notFound('action of this agent')
  return action
}

/** The agent whose token the call carries. */
export const callingAgent = ({
  world,
  agentId = '',
}: Pick<Call<unknown>, 'world' | 'agentId'>): AgentRecord => agentById(world, agentId)

/** 403 `FORBIDDEN`: what the policy does not let an agent do. */
export const forbidden = (message: string): Refusal => new Refusal(403, 'FORBIDDEN', message)

/** The calling agent, if it may read what the permission stands for. Throws 403 otherwise. */
export function permittedAgent(
  call: Pick<Call<unknown>, 'world' | 'agentId'>,
  permission: AgentPermission,
): AgentRecord {
  const agent = callingAgent(call)
  if (!agent.policy.permissions.includes(permission)) throw forbidden(`The agent lacks ${permission}.`)
  return agent
}

/** The calling agent, if it may initiate what the permission stands for: a paused one may not. Throws 403 otherwise. */
export function initiatingAgent(
  call: Pick<Call<unknown>, 'world' | 'agentId'>,
  permission: AgentPermission,
): AgentRecord {
  const agent = permittedAgent(call, permission)
  if (agent.isPaused) throw forbidden('The agent is paused.')
  return agent
}
