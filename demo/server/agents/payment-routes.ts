/**
 * The calls about agents' payments: bills for the example agent, and the user's decisions about waiting payments.
 * @module
 */
import * as v from 'valibot'
import type { AgentReport, Bill } from '../../agents-contract.js'
import { bodyOf, json, Refused } from '../answer.js'
import type { Customer } from '../cast.js'
import { customerOf } from '../platform-routes.js'
import type { Routes } from '../router.js'
import { endedPayment, reportOf } from './outcomes.js'
import { type AgentPlatform, agentOf, payeeName, pocketBalance, readWaiting } from './read-agents.js'
import { ActionAnswer } from './shapes.js'

const Order: v.GenericSchema<unknown, Bill> = v.object({
  payeeId: v.string(),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  from: v.picklist(['pocket', 'wallet']),
})

const Rejection: v.GenericSchema<unknown, { readonly reason: string }> = v.object({
  reason: v.pipe(v.string(), v.trim(), v.maxLength(200)),
})

const Transaction: v.GenericSchema<unknown, NonNullable<ActionAnswer['transaction']>> = v.looseObject({
  id: v.string(),
  status: v.string(),
})

export function paymentRoutes(platform: AgentPlatform): Routes {
  const { service, quietly, book, example } = platform

  /**
   * Returns the outcome of an action. Stores actions that ended before money moved, because the service does not list
   * them.
   */
  const settled = async (action: ActionAnswer, customer: Customer, asked: boolean): Promise<AgentReport> => {
    const held = action.status === 'FAILED' ? await pocketBalance(service, customer) : undefined
    const report = reportOf(action, held?.amount ?? 0)
    if (report.outcome === 'failed' && action.transaction === undefined)
      noteEnded(action, customer, asked, report.failure)
    return report
  }

  const noteEnded = (
    action: ActionAnswer,
    { customerId, payees }: Customer,
    asked: boolean,
    failure?: Parameters<typeof endedPayment>[2],
  ): void =>
    book.noteEnded(
      customerId,
      endedPayment(
        action,
        {
          agentName: book.names.get(action.agentId) ?? 'An agent',
          payee: payeeName(payees, action.quote.destination.accountId),
          asked,
          at: new Date(platform.emulator.clock.now()).toISOString(),
        },
        failure,
      ),
    )

  return {
    'GET /demo/agents/waiting': async (request) =>
      json(await readWaiting(quietly, platform, customerOf(platform, request))),

    'POST /demo/agents/{agentId}/bills': async (request, { agentId = '' }) => {
      const customer = customerOf(platform, request)
      await agentOf(platform, customer, agentId)
      const { payeeId, amount, from } = await bodyOf(request, Order)
      if (!customer.payees.some(({ id }) => id === payeeId))
        throw new Refused(404, 'NOT_FOUND', 'There is no such payee.')
      if (!example.holds(agentId)) throw new Refused(409, 'CONFLICT', 'The example agent is not this one.')
      const bill = { payeeId, amount, ...(from === 'wallet' ? { accountId: customer.accountId } : {}) }
      try {
        return json(await settled(await example.pay(agentId, bill), customer, false))
      } catch (error) {
        // A refusal is a result that the agent reports, so the page's call succeeds.
        if (!(error instanceof Refused) || error.status >= 500) throw error
        return json({ outcome: 'refused', code: error.code } satisfies AgentReport)
      }
    },

    'POST /demo/agents/{agentId}/actions/{actionId}/approve': async (
      request,
      { agentId = '', actionId = '' },
    ) => {
      const customer = customerOf(platform, request)
      await agentOf(platform, customer, agentId)
      const path = `/agents/${agentId}/actions/${actionOf(actionId)}/approve`
      const action = v.parse(ActionAnswer, await service('POST', path))
      const { transaction } = action
      if (transaction === undefined) return json(await settled(action, customer, true))
      // In the first answer, a payment to a bank is still in progress, so it is read once more before the user is told.
      const now = v.parse(Transaction, await service('GET', `/transactions/${transaction.id}`))
      return json(await settled({ ...action, transaction: now }, customer, true))
    },

    'POST /demo/agents/{agentId}/actions/{actionId}/reject': async (
      request,
      { agentId = '', actionId = '' },
    ) => {
      const customer = customerOf(platform, request)
      await agentOf(platform, customer, agentId)
      const { reason } = await bodyOf(request, Rejection)
      const path = `/agents/${agentId}/actions/${actionOf(actionId)}/reject`
      const action = v.parse(ActionAnswer, await service('POST', path, reason === '' ? {} : { reason }))
      const { rejectionReason: _, ...unexplained } = action
      // If the user gives no reason, the service adds one. That text is not stored, because it is not the user's.
      noteEnded(reason === '' ? unexplained : action, customer, true)
      return json({})
    },
  }
}

/** Checks that an action's id can be part of a path. The service checks that the action belongs to the agent. */
function actionOf(actionId: string): string {
  if (!/^AgentAction:[\da-f-]{36}$/.test(actionId))
    throw new Refused(404, 'NOT_FOUND', 'There is no such request.')
  return actionId
}
