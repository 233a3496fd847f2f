/** The calls for external accounts of customers and of the platform. @module */
import {
  createExternalAccountRoute,
  createPlatformExternalAccountRoute,
  deleteExternalAccountRoute,
  deletePlatformExternalAccountRoute,
  type ExternalAccount,
  getExternalAccountRoute,
  getPlatformExternalAccountRoute,
  listExternalAccountsRoute,
  listPlatformExternalAccountsRoute,
} from 'embedded-wallet-auth/wire'
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
  on(listExternalAccountsRoute, ({ context, query }) => {
    const customerId = query.get('customerId')
    return {
      answer: externalAccountsPage(context, customerId === undefined ? 'customer' : { customerId }, query),
    }
  }),
  on(createExternalAccountRoute, ({ context, body }) => ({ answer: createExternalAccount(context, body) })),
  on(getExternalAccountRoute, ({ context, param }) => ({
    answer: externalAccountById(context, param('externalAccountId')).wire,
  })),
  on(deleteExternalAccountRoute, ({ context, param }) => {
    deleteExternalAccount(context, param('externalAccountId'))
    return { answer: undefined }
  }),

  on(listPlatformExternalAccountsRoute, ({ context, query }) => ({
    answer: externalAccountsPage(context, 'platform', query),
  })),
  on(createPlatformExternalAccountRoute, ({ context, body }) => ({
    answer: createExternalAccount(context, body),
  })),
  on(getPlatformExternalAccountRoute, (call) => ({ answer: platformAccount(call) })),
  on(deletePlatformExternalAccountRoute, (call) => {
    deleteExternalAccount(call.context, platformAccount(call).id)
    return { answer: undefined }
  }),
]

/** Returns the platform's external account in the call's path. Throws 404 if it is unknown or belongs to a customer. */
function platformAccount({ context, param }: Call<undefined>): ExternalAccount {
  const { wire } = externalAccountById(context, param('externalAccountId'))
  if (wire.customerId !== null) throw notFound('external platform account')
  return wire
}
