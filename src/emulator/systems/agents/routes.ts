/** Agents as the platform manages them. @module */
import {
  approveAgentActionRoute,
  listAgentApprovalsRoute,
  rejectAgentActionRoute,
} from '../../../wire/agent-actions.js'
import {
  type Agent,
  createAgentRoute,
  deleteAgentRoute,
  getAgentRoute,
  listAgentsRoute,
  updateAgentPolicyRoute,
  updateAgentRoute,
} from '../../../wire/agents.js'
import {
  createDeviceCodeRoute,
  getDeviceCodeStatusRoute,
  redeemDeviceCodeRoute,
} from '../../../wire/device-codes.js'
import { Refusal } from '../../handler/api-error.js'
import { on, type Room } from '../../handler/bind-route.js'
import type { World } from '../../handler/context.js'
import { presentCustomer } from '../../handler/find-customer.js'
import { pageFrom } from '../../handler/page.js'
import { momentOf, periodOf } from '../../handler/period.js'
import { newId } from '../../state/ids.js'
import type { ActionRecord, AgentRecord } from '../../state/records/agents.js'
import { timestamp } from '../../time/clock.js'
import { approve, reject } from './actions.js'
import { deviceCodeBy, newDeviceCode, redeem } from './device-codes.js'
import { agentById } from './find-agent.js'
import { changedPolicy, requireSoundPolicy } from './policy.js'
import { actionView, agentView } from './view.js'

/** The platform's calls under `/agents`. */
export const agentsRoom: Room = [
  on(createAgentRoute, ({ world, body }) => {
    const { name, customerId, policy } = body
    presentCustomer(world, customerId)
    requireSoundPolicy(world, customerId, policy)
    const now = timestamp(world.clock.now())
    const agent: AgentRecord = {
      id: newId('Agent'),
      name,
      customerId,
      isPaused: false,
      isConnected: false,
      policy,
      createdAt: now,
      updatedAt: now,
    }
    world.state.agents.set(agent.id, agent)
    return { answer: { agent: agentView(world, agent), deviceCode: newDeviceCode(world, agent.id) } }
  }),

  on(listAgentsRoute, ({ world, query }) => {
    const { customerId, isPaused, isConnected } = Object.fromEntries(query)
    const wanted = { by: { customerId, isPaused, isConnected }, ...periodOf(query) }
    const page = pageFrom(world.state.agents, wanted, query)
    return { answer: { ...page, data: page.data.map((agent) => agentView(world, agent)) } }
  }),

  on(getAgentRoute, ({ world, param }) => ({ answer: agentView(world, agentById(world, param('agentId'))) })),

  on(updateAgentRoute, ({ world, param, body }) => ({
    answer: changed(world, agentById(world, param('agentId')), body),
  })),

  on(updateAgentPolicyRoute, ({ world, param, body }) => {
    const agent = agentById(world, param('agentId'))
    const policy = changedPolicy(agent.policy, body)
    requireSoundPolicy(world, agent.customerId, policy)
    return { answer: changed(world, agent, { policy }) }
  }),

  on(deleteAgentRoute, ({ world, param }) => {
    world.state.agents.delete(agentById(world, param('agentId')).id)
    return { answer: undefined }
  }),

  on(createDeviceCodeRoute, ({ world, param }) => {
    const agent = agentById(world, param('agentId'))
    if (agent.isConnected) throw new Refusal(409, 'CONFLICT', 'The agent is connected.')
    return { answer: newDeviceCode(world, agent.id) }
  }),

  on(getDeviceCodeStatusRoute, ({ world, param }) => {
    const { code, status } = deviceCodeBy(world, param('code'))
    return { answer: { code, redeemed: status === 'redeemed' } }
  }),

  on(redeemDeviceCodeRoute, async ({ world, param }) => ({ answer: await redeem(world, param('code')) })),

  on(listAgentApprovalsRoute, ({ world, query }) => {
    const { agents, agentActions } = world.state
    const { agentId, customerId, startDate, endDate } = Object.fromEntries(query)
    const waiting = {
      by: { status: 'PENDING_APPROVAL', agentId, customerId },
      from: momentOf(startDate),
      to: momentOf(endDate),
      // What waits for a deleted agent waits for nobody.
      fits: (action: ActionRecord) => agents.has(action.agentId),
    }
    const page = pageFrom(agentActions, waiting, query, 'newest')
    return { answer: { ...page, data: page.data.map((action) => actionView(world, action)) } }
  }),

  on(approveAgentActionRoute, ({ world, param }) => ({
    answer: approve(world, agentById(world, param('agentId')).id, param('actionId')),
  })),

  on(rejectAgentActionRoute, ({ world, param, body }) => ({
    answer: reject(world, agentById(world, param('agentId')).id, param('actionId'), body?.reason),
  })),
]

function changed(world: World, agent: AgentRecord, changes: Partial<AgentRecord>): Agent {
  const updated = { ...agent, ...changes, updatedAt: timestamp(world.clock.now()) }
  world.state.agents.set(agent.id, updated)
  return agentView(world, updated)
}
