/** The calls that an agent makes to manage its customer's external accounts. @module */
import type { ExternalAccount } from 'embedded-wallet-auth/wire'
import { notFound } from '../../handler/api-error.js'
import { type Call, on, type SystemRoutes } from '../../handler/bind-route.js'
import {
  createExternalAccount,
  deleteExternalAccount,
  externalAccountById,
  externalAccountsPage,
} from '../external-accounts/accounts.js'
import { callingAgent, forbidden, initiatingAgent } from './find-agent.js'

/** The calls under `/agents/me/external-accounts`. */
export const agentExternalAccountRoutes: SystemRoutes = [
  on('listAgentExternalAccounts', (call) => ({
    answer: externalAccountsPage(call.context, { customerId: callingAgent(call).customerId }, call.query),
  })),

  on('createAgentExternalAccount', (call) => {
    const { customerId } = initiatingAgent(call, 'MANAGE_EXTERNAL_ACCOUNTS')
    if (call.body.customerId !== undefined && call.body.customerId !== customerId) {
      throw forbidden('An agent can add accounts only for its own customer.')
    }
    return { answer: createExternalAccount(call.context, { ...call.body, customerId }) }
  }),

  on('getAgentExternalAccount', (call) => ({ answer: ownAccount(call) })),

  on('deleteAgentExternalAccount', (call) => {
    initiatingAgent(call, 'MANAGE_EXTERNAL_ACCOUNTS')
    deleteExternalAccount(call.context, ownAccount(call).id)
    return { answer: undefined }
  }),
]

/** Returns the external account in the call's path. Throws 404 if it is unknown or belongs to another customer. */
function ownAccount(call: Call<undefined>): ExternalAccount {
  const { wire } = externalAccountById(call.context, call.param('externalAccountId'))
  if (wire.customerId !== callingAgent(call).customerId) throw notFound('external account')
  return wire
}
