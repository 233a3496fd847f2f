/**
 * Connects a new agent and makes a payment that the platform approves, with a client generated from the OpenAPI
 * document.
 * @module
 */
import type { components, paths } from 'described-client'
import createClient, { type Client } from 'openapi-fetch'
import { done, one } from './outcome.js'

type Schemas = components['schemas']

/** The service's address, and how to reach it. */
export interface Reach {
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
}

/** Connects an agent of the customer with its device code. Resolves with a client that uses the agent's token. */
async function connect(
  platform: Client<paths>,
  reach: Reach,
  customerId: string,
): Promise<{ agentId: string; agent: Client<paths> }> {
  const created = done(
    await platform.POST('/agents', {
      body: {
        name: 'Payroll',
        customerId,
        policy: {
          permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES', 'VIEW_TRANSACTIONS'],
          defaultExecutionMode: 'APPROVAL_REQUIRED',
          spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_00 },
        },
      },
    }),
  )
  const nobody = createClient<paths>(reach)
  const { accessToken } = done(
    await nobody.POST('/agents/device-codes/{code}/redeem', {
      params: { path: { code: created.deviceCode.code } },
    }),
  )
  const agent = createClient<paths>({ ...reach, headers: { Authorization: `Bearer ${accessToken}` } })
  return { agentId: created.agent.id, agent }
}

/**
 * Pays from dollars to euros. Resolves with the action before and after its approval, and the transaction as the agent
 * sees it.
 */
export async function payAsAgent(
  platform: Client<paths>,
  reach: Reach,
): Promise<{
  asked: Schemas['AgentAction']
  approved: Schemas['AgentAction']
  transaction: Schemas['Transaction']
}> {
  const customer = done(
    await platform.POST('/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD', 'EUR'] },
    }),
  )
  const { agentId, agent } = await connect(platform, reach, customer.id)
  const { data } = done(await agent.GET('/agents/me/internal-accounts'))
  const holding = (code: string): string => one(data, ({ balance }) => balance.currency.code === code).id
  done(
    await platform.POST('/sandbox/internal-accounts/{accountId}/fund', {
      params: { path: { accountId: holding('USD') } },
      body: { amount: 500_00 },
    }),
  )
  const quote = done(
    await agent.POST('/agents/me/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: holding('USD') },
        destination: { destinationType: 'ACCOUNT', accountId: holding('EUR') },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 100_00,
      },
    }),
  )
  const asked = done(
    await agent.POST('/agents/me/quotes/{quoteId}/execute', { params: { path: { quoteId: quote.id } } }),
  )
  const waiting = done(await platform.GET('/agents/approvals', { params: { query: { agentId } } }))
  const { id: actionId } = one(waiting.data, ({ id }) => id === asked.id)
  const approved = done(
    await platform.POST('/agents/{agentId}/actions/{actionId}/approve', {
      params: { path: { agentId, actionId } },
    }),
  )
  const transaction = done(
    await agent.GET('/agents/me/transactions/{transactionId}', {
      params: { path: { transactionId: quote.transactionId } },
    }),
  )
  return { asked, approved, transaction }
}
