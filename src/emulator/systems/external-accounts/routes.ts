/** External accounts of customers and of the platform. @module */
import {
  createExternalAccountRoute as createForCustomer,
  createPlatformExternalAccountRoute as createForPlatform,
  deleteExternalAccountRoute as deleteOfCustomer,
  deletePlatformExternalAccountRoute as deleteOfPlatform,
  type ExternalAccount,
  getExternalAccountRoute as getOfCustomer,
  getPlatformExternalAccountRoute as getOfPlatform,
  listExternalAccountsRoute as listOfCustomers,
  listPlatformExternalAccountsRoute as listOfPlatform,
} from '../../../wire/external-accounts.js'
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
  on(listOfCustomers, ({ context, query }) => {
    const customerId = query.get('customerId')
    return {
      answer: externalAccountsPage(context, customerId === undefined ? 'customer' : { customerId }, query),
    }
  }),
  on(createForCustomer, ({ context, body }) => ({ answer: createExternalAccount(context, body) })),
  on(getOfCustomer, ({ context, param }) => ({
    answer: externalAccountById(context, param('externalAccountId')).wire,
  })),
  on(deleteOfCustomer, ({ context, param }) => {
    deleteExternalAccount(context, param('externalAccountId'))
    return { answer: undefined }
  }),

  on(listOfPlatform, ({ context, query }) => ({ answer: externalAccountsPage(context, 'platform', query) })),
  on(createForPlatform, ({ context, body }) => ({ answer: createExternalAccount(context, body) })),
  on(getOfPlatform, (call) => ({ answer: platformAccount(call) })),
  on(deleteOfPlatform, (call) => {
    deleteExternalAccount(call.context, platformAccount(call).id)
    return { answer: undefined }
  }),
]

/** Throws 404 for an account of a customer: the platform's path leads to the platform's own. */
function platformAccount({ context, param }: Call<undefined>): ExternalAccount {
  const { wire } = externalAccountById(context, param('externalAccountId'))
  if (wire.customerId !== null) throw notFound('external account of the platform')
  return wire
}
