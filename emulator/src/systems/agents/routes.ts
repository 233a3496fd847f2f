/** The calls that the platform makes to manage agents. @module */
import type { Agent } from 'embedded-wallet-auth/wire'
import { conflict } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { presentCustomer } from '../../handler/find-records.js'
import { pageFrom } from '../../handler/page.js'
import { momentOf, periodOf } from '../../handler/period.js'
import { newId } from '../../state/ids.js'
import type { ActionRecord, AgentRecord } from '../../state/records/agents.js'
import { creationTimes, timestamp } from '../../time/clock.js'
import { approve, reject } from './actions.js'
import { deviceCodeBy, newDeviceCode, redeem } from './device-codes.js'
import { agentById } from './find-agent.js'
import { changedPolicy, requireSoundPolicy } from './policy-change.js'
import { actionView, agentView } from './view.js'

/** The platform's calls under `/agents`. */
export const agentRoutes: SystemRoutes = [
  on('createAgent', ({ context, body }) => {
    const { name, customerId, policy } = body
    presentCustomer(context, customerId)
    requireSoundPolicy(context, customerId, policy)
    const agent: AgentRecord = {
      id: newId('Agent'),
      name,
      customerId,
      isPaused: false,
      isConnected: false,
      policy,
      ...creationTimes(context.clock),
    }
    context.state.agents.set(agent.id, agent)
    return { answer: { agent: agentView(context, agent), deviceCode: newDeviceCode(context, agent.id) } }
  }),

  on('listAgents', ({ context, query }) => {
    const { customerId, isPaused, isConnected } = Object.fromEntries(query)
    const wanted = { where: { customerId, isPaused, isConnected }, ...periodOf(query) }
    const page = pageFrom(context.state.agents, wanted, query)
    return { answer: { ...page, data: page.data.map((agent) => agentView(context, agent)) } }
  }),

  on('getAgent', ({ context, param }) => ({
    answer: agentView(context, agentById(context, param('agentId'))),
  })),

  on('updateAgent', ({ context, param, body }) => ({
    answer: changeAgent(context, agentById(context, param('agentId')), body),
  })),

  on('updateAgentPolicy', ({ context, param, body }) => {
    const agent = agentById(context, param('agentId'))
    const policy = changedPolicy(agent.policy, body)
    requireSoundPolicy(context, agent.customerId, policy)
    return { answer: changeAgent(context, agent, { policy }) }
  }),

  on('deleteAgent', ({ context, param }) => {
    context.state.agents.delete(agentById(context, param('agentId')).id)
    return { answer: undefined }
  }),

  on('createDeviceCode', ({ context, param }) => {
    const agent = agentById(context, param('agentId'))
    if (agent.isConnected) throw conflict('The agent is already connected.')
    return { answer: newDeviceCode(context, agent.id) }
  }),

  on('getDeviceCodeStatus', ({ context, param }) => {
    const { code, status } = deviceCodeBy(context, param('code'))
    return { answer: { code, redeemed: status === 'redeemed' } }
  }),

  on('redeemDeviceCode', async ({ context, param }) => ({ answer: await redeem(context, param('code')) })),

  on('listAgentApprovals', ({ context, query }) => {
    const { agents, agentActions } = context.state
    const { agentId, customerId, startDate, endDate } = Object.fromEntries(query)
    const waiting = {
      where: { status: 'PENDING_APPROVAL', agentId, customerId },
      from: momentOf(startDate),
      to: momentOf(endDate),
      // Actions of a deleted agent are left out, because they cannot be executed.
      filter: (action: ActionRecord) => agents.has(action.agentId),
    }
    const page = pageFrom(agentActions, waiting, query, 'newest')
    return { answer: { ...page, data: page.data.map((action) => actionView(context, action)) } }
  }),

  on('approveAgentAction', async ({ context, param }) => ({
    answer: await approve(context, agentById(context, param('agentId')).id, param('actionId')),
  })),

  on('rejectAgentAction', ({ context, param, body }) => ({
    answer: reject(context, agentById(context, param('agentId')).id, param('actionId'), body?.reason),
  })),
]

function changeAgent(context: Context, agent: AgentRecord, changes: Partial<AgentRecord>): Agent {
  const updated = { ...agent, ...changes, updatedAt: timestamp(context.clock.now()) }
  context.state.agents.set(agent.id, updated)
  return agentView(context, updated)
}
