/** External accounts as an agent manages them: those of its customer. @module */
import {
  createAgentExternalAccount,
  deleteAgentExternalAccount,
  getAgentExternalAccount,
  listAgentExternalAccounts,
} from '../../spec/agent-accounts.js'
import type { ExternalAccount } from '../../spec/external-accounts.js'
import {
  createExternalAccount,
  deleteExternalAccount,
  externalAccountById,
  externalAccountsOf,
} from '../external-accounts/accounts.js'
import { pageOf } from '../page.js'
import { notFound } from '../refusal.js'
import { type Call, on, type Room } from '../room.js'
import { callingAgent, forbidden, initiatingAgent } from './lookup.js'

/** The calls under `/agents/me/external-accounts`. */
export const agentExternalAccountsRoom: Room = [
  on(listAgentExternalAccounts, (call) => {
    const accounts = externalAccountsOf(call.world, callingAgent(call).customerId)
    const currency = call.query.get('currency')
    const wanted = accounts.filter((account) => account.currency === (currency ?? account.currency))
    return { answer: pageOf(wanted, call.query) }
  }),

  on(createAgentExternalAccount, (call) => {
    const { customerId } = initiatingAgent(call, 'MANAGE_EXTERNAL_ACCOUNTS')
    if (call.body.customerId !== undefined && call.body.customerId !== customerId) {
      throw forbidden('The account would be another customer’s.')
    }
    return { answer: createExternalAccount(call.world, { ...call.body, customerId }) }
  }),

  on(getAgentExternalAccount, (call) => ({ answer: ownAccount(call) })),

  on(deleteAgentExternalAccount, (call) => {
    initiatingAgent(call, 'MANAGE_EXTERNAL_ACCOUNTS')
    deleteExternalAccount(call.world, ownAccount(call).id)
    return { answer: undefined }
  }),
]

/** Throws 404 for an account that is unknown or not the customer's. */
function ownAccount(call: Call<undefined>): ExternalAccount {
  const { wire } = externalAccountById(call.world, call.param('externalAccountId'))
  if (wire.customerId !== callingAgent(call).customerId) throw notFound('external account')
  return wire
}
