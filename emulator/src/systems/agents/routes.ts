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
  on('createAgent', 'Create an agent with its policy and a first device code', ({ context, body }) => {
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

  on('listAgents', 'List agents', ({ context, query }) => {
    const { customerId, isPaused, isConnected } = Object.fromEntries(query)
    const wanted = { where: { customerId, isPaused, isConnected }, ...periodOf(query) }
    const page = pageFrom(context.state.agents, wanted, query)
    return { answer: { ...page, data: page.data.map((agent) => agentView(context, agent)) } }
  }),

  on('getAgent', 'Get an agent', ({ context, param }) => ({
    answer: agentView(context, agentById(context, param('agentId'))),
  })),

  on('updateAgent', 'Rename, pause or resume an agent', ({ context, param, body }) => ({
    answer: changeAgent(context, agentById(context, param('agentId')), body),
  })),

  on('updateAgentPolicy', "Update parts of an agent's policy", ({ context, param, body }) => {
    const agent = agentById(context, param('agentId'))
    const policy = changedPolicy(agent.policy, body)
    requireSoundPolicy(context, agent.customerId, policy)
    return { answer: changeAgent(context, agent, { policy }) }
  }),

  on('deleteAgent', 'Delete an agent', ({ context, param }) => {
    context.state.agents.delete(agentById(context, param('agentId')).id)
    return { answer: undefined }
  }),

  on('createDeviceCode', 'Create another device code', ({ context, param }) => {
    const agent = agentById(context, param('agentId'))
    if (agent.isConnected) throw conflict('The agent is already connected.')
    return { answer: newDeviceCode(context, agent.id) }
  }),

  on('getDeviceCodeStatus', 'Check whether a device code has been redeemed', ({ context, param }) => {
    const { code, status } = deviceCodeBy(context, param('code'))
    return { answer: { code, redeemed: status === 'redeemed' } }
  }),

  on(
    'redeemDeviceCode',
    'Redeem a device code for an access token, which is returned only once',
    async ({ context, param }) => ({ answer: await redeem(context, param('code')) }),
  ),

  on('listAgentApprovals', 'List the actions that wait for approval', ({ context, query }) => {
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

  on('approveAgentAction', 'Approve an action and execute it', async ({ context, param }) => ({
    answer: await approve(context, agentById(context, param('agentId')).id, param('actionId')),
  })),

  on('rejectAgentAction', 'Reject an action', ({ context, param, body }) => ({
    answer: reject(context, agentById(context, param('agentId')).id, param('actionId'), body?.reason),
  })),
]

function changeAgent(context: Context, agent: AgentRecord, changes: Partial<AgentRecord>): Agent {
  const updated = { ...agent, ...changes, updatedAt: timestamp(context.clock.now()) }
  context.state.agents.set(agent.id, updated)
  return agentView(context, updated)
}
