/** The calls that an agent makes with its own access token. @module */
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { pageOf } from '../../handler/page.js'
import { accountView } from '../internal-accounts/view.js'
import { transactionsPage } from '../transactions/list.js'
import { actionById, callingAgent, permittedAgent, transactionOf } from './find-agent.js'
import { createQuoteAsAgent, executeQuoteAsAgent, quoteOf } from './quotes.js'
import { actionView, agentView } from './view.js'

/** The calls under `/agents/me`, except those for external accounts and transfers. */
export const agentCallRoutes: SystemRoutes = [
  on('getOwnAgent', (call) => ({ answer: agentView(call.context, callingAgent(call)) })),

  on('createAgentQuote', createQuoteAsAgent),

  on('getAgentQuote', (call) => ({
    answer: quoteOf(call.context, callingAgent(call), call.param('quoteId')),
  })),

  on('executeAgentQuote', executeQuoteAsAgent),

  on('listAgentActions', (call) => {
    const { context, query } = call
    const agent = callingAgent(call)
    // Filters by the status that the call returns. The stored status may be out of date, because a payment can fail
    // after its action was approved.
    const own = context.state.agentActions
      .list({ where: { agentId: agent.id } })
      .map((action) => actionView(context, action))
      .filter(({ status }) => status === (query.get('status') ?? status))
    return { answer: pageOf(own.reverse(), query) }
  }),

  on('getAgentAction', (call) => {
    const action = actionById(call.context, callingAgent(call).id, call.param('actionId'))
    return { answer: actionView(call.context, action) }
  }),

  on('listAgentTransactions', (call) => {
    const agent = permittedAgent(call, 'VIEW_TRANSACTIONS')
    return { answer: transactionsPage(call.context, call.query, agent.customerId) }
  }),

  on('getAgentTransaction', (call) => {
    const agent = permittedAgent(call, 'VIEW_TRANSACTIONS')
    return { answer: transactionOf(call.context, agent, call.param('transactionId')) }
  }),

  on('listAgentInternalAccounts', (call) => {
    const { context, query } = call
    const { customerId, policy } = callingAgent(call)
    const allowed = policy.accountRestrictions?.allowedAccountIds
    const where = { customerId, currency: query.get('currency'), type: query.get('type') }
    const accounts = context.state.accounts.list({
      where,
      filter: ({ id }) => !allowed || allowed.includes(id),
    })
    const page = pageOf(accounts, query)
    return { answer: { ...page, data: page.data.map((account) => accountView(context, account)) } }
  }),
]
