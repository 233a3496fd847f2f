/** The calls for external accounts of customers and of the platform. @module */
import type { ExternalAccount } from 'embedded-wallet-auth/wire'
import { notFound } from '../../handler/api-error.js'
import { type Call, on, type SystemRoutes } from '../../handler/bind-route.js'
import {
  createExternalAccount,
  deleteExternalAccount,
  externalAccountById,
  externalAccountsPage,
} from './accounts.js'

/** The calls under `/customers/external-accounts` and `/platform/external-accounts`. */
export const externalAccountRoutes: SystemRoutes = [
  on('createExternalAccount', 'Add an external account of a customer', ({ context, body }) => ({
    answer: createExternalAccount(context, body),
  })),

  on('listExternalAccounts', 'List the external accounts of customers', ({ context, query }) => {
    const customerId = query.get('customerId')
    return {
      answer: externalAccountsPage(context, customerId === undefined ? 'customer' : { customerId }, query),
    }
  }),

  on('getExternalAccount', 'Get an external account of a customer', (call) => ({
    answer: customersAccount(call),
  })),

  on('deleteExternalAccount', 'Remove an external account of a customer', (call) => {
    deleteExternalAccount(call.context, customersAccount(call).id)
    return { answer: undefined }
  }),

  on('createPlatformExternalAccount', 'Add an external account of the platform', ({ context, body }) => ({
    answer: createExternalAccount(context, body),
  })),

  on('listPlatformExternalAccounts', 'List the external accounts of the platform', ({ context, query }) => ({
    answer: externalAccountsPage(context, 'platform', query),
  })),

  on('getPlatformExternalAccount', 'Get an external account of the platform', (call) => ({
    answer: platformAccount(call),
  })),

  on('deletePlatformExternalAccount', 'Remove an external account of the platform', (call) => {
    deleteExternalAccount(call.context, platformAccount(call).id)
    return { answer: undefined }
  }),
]

/** Returns a customer's external account in the call's path. Throws 404 if it is unknown or the platform's. */
function customersAccount({ context, param }: Call<undefined>): ExternalAccount {
  const { wire } = externalAccountById(context, param('externalAccountId'))
  if (wire.customerId === null) throw notFound('external account of a customer')
  return wire
}

/** Returns the platform's external account in the call's path. Throws 404 if it is unknown or belongs to a customer. */
function platformAccount({ context, param }: Call<undefined>): ExternalAccount {
  const { wire } = externalAccountById(context, param('externalAccountId'))
  if (wire.customerId !== null) throw notFound('external platform account')
  return wire
}
