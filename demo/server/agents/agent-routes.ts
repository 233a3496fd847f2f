/**
 * The platform's calls that connect, pause and remove agents. Each works only for the customer's own agents.
 * @module
 */
import * as v from 'valibot'
import type { NewAgent } from '../../agents-contract.js'
import { bodyOf, json, Refused } from '../answer.js'
import type { Customer } from '../cast.js'
import { customerOf } from '../platform-routes.js'
import type { Routes } from '../router.js'
import { type AgentPlatform, agentOf, pocketBalance, readAgents } from './read-agents.js'
import { Code, CreatedAgent } from './shapes.js'

const Amount: v.GenericSchema<unknown, number> = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** Refuses limits that contradict each other. */
const Order: v.GenericSchema<unknown, NewAgent> = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
    perPayment: Amount,
    aDay: Amount,
    aMonth: Amount,
    asksAbove: v.nullable(Amount),
  }),
  v.check(({ perPayment, aDay, aMonth }) => perPayment <= aDay && aDay <= aMonth),
  v.check(({ perPayment, asksAbove }) => asksAbove === null || asksAbove <= perPayment),
)

const Change: v.GenericSchema<unknown, { readonly isPaused: boolean }> = v.object({ isPaused: v.boolean() })

export function agentRoutes(platform: AgentPlatform): Routes {
  const { service, book, example } = platform
  return {
    'GET /demo/agents': async (request) => json(await readAgents(platform, customerOf(platform, request))),

    'POST /demo/agents': async (request) => {
      const customer = customerOf(platform, request)
      const order = await bodyOf(request, Order)
      const { currency } = await pocketBalance(service, customer)
      const body = {
        name: order.name,
        customerId: customer.customerId,
        policy: policyOf(order, customer, currency.code),
      }
      const { agent, deviceCode } = v.parse(CreatedAgent, await service('POST', '/agents', body))
      book.names.set(agent.id, agent.name)
      noteCode(agent.id, deviceCode)
      return json({ agentId: agent.id }, 201)
    },

    'POST /demo/agents/{agentId}/code': async (request, { agentId = '' }) => {
      await agentOf(platform, customerOf(platform, request), agentId)
      noteCode(agentId, v.parse(Code, await service('POST', `/agents/${agentId}/device-codes`)))
      return json({}, 201)
    },

    // On a real platform, the user would type the code into the agent's own software.
    'POST /demo/agents/{agentId}/connect': async (request, { agentId = '' }) => {
      await agentOf(platform, customerOf(platform, request), agentId)
      const code = book.codes.get(agentId)
      if (code === undefined) throw new Refused(409, 'CONFLICT', 'There is no code to redeem.')
      await example.connect(code.code)
      book.codes.delete(agentId)
      return json({})
    },

    'PATCH /demo/agents/{agentId}': async (request, { agentId = '' }) => {
      await agentOf(platform, customerOf(platform, request), agentId)
      const { isPaused } = await bodyOf(request, Change)
      await service('PATCH', `/agents/${agentId}`, { isPaused })
      return json({})
    },

    'DELETE /demo/agents/{agentId}': async (request, { agentId = '' }) => {
      await agentOf(platform, customerOf(platform, request), agentId)
      await service('DELETE', `/agents/${agentId}`)
      book.codes.delete(agentId)
      return json({})
    },
  }

  function noteCode(agentId: string, { code, expiresAt }: { code: string; expiresAt: string }): void {
    book.codes.set(agentId, { code, expiresAt })
  }
}

/** Returns a policy that allows only what paying bills needs: no new payees, and no account except the pocket. */
function policyOf(order: NewAgent, { pocketId }: Customer, currency: string): object {
  const { perPayment, aDay, aMonth, asksAbove } = order
  return {
    permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES', 'VIEW_TRANSACTIONS'],
    defaultExecutionMode: asksAbove === null ? 'APPROVAL_REQUIRED' : 'AUTO',
    spendingLimits: { currency, perTransactionLimit: perPayment, dailyLimit: aDay, monthlyLimit: aMonth },
    accountRestrictions: { allowedAccountIds: [pocketId] },
    ...(asksAbove === null ? {} : { approvalThresholds: { currency, amount: asksAbove } }),
  }
}
