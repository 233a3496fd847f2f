/** The list of customers' internal accounts [at date]. @module */
import { InternalAccount } from './internal-accounts.js'
import { CurrencyCode } from './money.js'
import { type Page, pageFilters, pageOf } from './page.js'
import type { Route } from './route.js'
import { id, text } from './schema.js'

/** `GET /customers/internal-accounts` [at date] */
export const listInternalAccounts: Route<undefined, Page<InternalAccount>> = {
  operation: 'listInternalAccounts',
  method: 'GET',
  path: '/customers/internal-accounts',
  params: {},
  query: {},
  filters: { ...pageFilters, customerId: id('Customer'), currency: CurrencyCode, type: text(64) },
  body: undefined,
  status: 200,
  answer: pageOf(InternalAccount),
}
