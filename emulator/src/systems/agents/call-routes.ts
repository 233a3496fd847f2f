/** The calls that an agent makes with its own access token. @module */
import type { AgentAction, ExternalAccount, TransferBody } from 'embedded-wallet-auth/wire'
import { notFound } from '../../handler/api-error.js'
import { type Call, type HandlerResult, on, type SystemRoutes } from '../../handler/bind-route.js'
import { pageFrom } from '../../handler/page.js'
import type { ActionRecord, TransferType } from '../../state/records/agents.js'
import type { AccountRecord } from '../../state/state.js'
import {
  createExternalAccount,
  deleteExternalAccount,
  externalAccountById,
  externalAccountsPage,
} from '../external-accounts/accounts.js'
import { accountView } from '../internal-accounts/accounts.js'
import { transactionsPage } from '../transactions/list.js'
import { submit } from './actions.js'
import { transferDetails } from './execute.js'
import {
  actionById,
  callingAgent,
  forbidden,
  initiatingAgent,
  permittedAgent,
  statusOf,
  transactionOf,
} from './find-agent.js'
import { accountInUse, requireAllowedAccounts } from './policy-check.js'
import { createQuoteAsAgent, executeQuoteAsAgent, quoteOf } from './quotes.js'
import { actionView, agentView } from './view.js'

/** The calls under `/agents/me`. */
export const agentCallRoutes: SystemRoutes = [
  on('getOwnAgent', 'Get the calling agent, with its policy and usage', (call) => ({
    answer: agentView(call.context, callingAgent(call)),
  })),

  on('createAgentQuote', 'Create a quote for the customer', createQuoteAsAgent),

  on('getAgentQuote', 'Get a quote', (call) => ({
    answer: quoteOf(call.context, callingAgent(call), call.param('quoteId')),
  })),

  on(
    'executeAgentQuote',
    'Execute a quote, or request approval where the policy requires it',
    executeQuoteAsAgent,
  ),

  on(
    'createAgentTransferIn',
    'Pull money from an external account into an internal account',
    transferAsAgent('TRANSFER_IN'),
  ),

  on(
    'createAgentTransferOut',
    'Push money from an internal account to an external account',
    transferAsAgent('TRANSFER_OUT'),
  ),

  on('listAgentActions', "List the agent's actions", (call) => {
    const { context, query } = call
    const agent = callingAgent(call)
    const wanted = query.get('status')
    // Filters by the status that the call returns. The stored status may be out of date, because a payment can fail
    // after its action was approved.
    const filter = (action: ActionRecord): boolean =>
      wanted === undefined || statusOf(context, action) === wanted
    const page = pageFrom(
      context.state.agentActions,
      { where: { agentId: agent.id }, filter },
      query,
      'newest',
    )
    return { answer: { ...page, data: page.data.map((action) => actionView(context, action)) } }
  }),

  on('getAgentAction', 'Get an action', (call) => {
    const action = actionById(call.context, callingAgent(call).id, call.param('actionId'))
    return { answer: actionView(call.context, action) }
  }),

  on('listAgentTransactions', "List the customer's transactions", (call) => {
    const agent = permittedAgent(call, 'VIEW_TRANSACTIONS')
    return { answer: transactionsPage(call.context, call.query, agent.customerId) }
  }),

  on('getAgentTransaction', 'Get a transaction', (call) => {
    const agent = permittedAgent(call, 'VIEW_TRANSACTIONS')
    return { answer: transactionOf(call.context, agent, call.param('transactionId')) }
  }),

  on('listAgentInternalAccounts', "List the customer's internal accounts", (call) => {
    const { context, query } = call
    const { customerId, policy } = callingAgent(call)
    const allowed = policy.accountRestrictions?.allowedAccountIds
    const where = { customerId, currency: query.get('currency'), type: query.get('type') }
    const filter = ({ id }: AccountRecord): boolean => !allowed || allowed.includes(id)
    const page = pageFrom(context.state.accounts, { where, filter }, query)
    return { answer: { ...page, data: page.data.map((account) => accountView(context, account)) } }
  }),

  on('listAgentExternalAccounts', "List the customer's external accounts", (call) => ({
    answer: externalAccountsPage(call.context, { customerId: callingAgent(call).customerId }, call.query),
  })),

  on('createAgentExternalAccount', 'Add an external account of the customer', (call) => {
    const { customerId } = initiatingAgent(call, 'MANAGE_EXTERNAL_ACCOUNTS')
    if (call.body.customerId !== undefined && call.body.customerId !== customerId) {
      throw forbidden('An agent can add accounts only for its own customer.')
    }
    return { answer: createExternalAccount(call.context, { ...call.body, customerId }) }
  }),

  on('getAgentExternalAccount', 'Get an external account of the customer', (call) => ({
    answer: ownAccount(call),
  })),

  on('deleteAgentExternalAccount', 'Remove an external account of the customer', (call) => {
    initiatingAgent(call, 'MANAGE_EXTERNAL_ACCOUNTS')
    deleteExternalAccount(call.context, ownAccount(call).id)
    return { answer: undefined }
  }),
]

function transferAsAgent(
  type: TransferType,
): (call: Call<TransferBody>) => Promise<HandlerResult<AgentAction>> {
  return async (call) => {
    const { context, body } = call
    const agent = initiatingAgent(call, 'CREATE_TRANSFERS')
    const accounts = [body.source, body.destination].map(({ accountId }) => accountInUse(context, accountId))
    // This check comes first, because the errors of other checks could reveal details of accounts that the agent may
    // not use.
    requireAllowedAccounts(agent, accounts)
    const details = transferDetails(context, type, body)
    const spend = { amount: details.amount, currency: details.currency }
    return { answer: await submit(context, { agent, task: { type, details }, spend, accounts }) }
  }
}

/** Returns the external account in the call's path. Throws 404 if it is unknown or belongs to another customer. */
function ownAccount(call: Call<undefined>): ExternalAccount {
  const { wire } = externalAccountById(call.context, call.param('externalAccountId'))
  if (wire.customerId !== callingAgent(call).customerId) throw notFound('external account')
  return wire
}
