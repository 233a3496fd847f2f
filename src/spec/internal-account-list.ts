/** The lists of internal accounts [at date]. @module */
import * as v from 'valibot'
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

/** A list that comes whole. */
export interface InternalAccountList {
  readonly data: readonly InternalAccount[]
}

/** `GET /platform/internal-accounts` [at date]: the platform's own, not paginated. */
export const listPlatformInternalAccounts: Route<undefined, InternalAccountList> = {
  operation: 'listPlatformInternalAccounts',
  method: 'GET',
  path: '/platform/internal-accounts',
  params: {},
  query: {},
  filters: { currency: CurrencyCode, type: text(64) },
  body: undefined,
  status: 200,
  answer: v.looseObject({ data: v.array(InternalAccount) }),
}
