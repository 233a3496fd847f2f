/** Routes that list internal accounts [reference]. @module */
import * as v from 'valibot'
import { InternalAccount } from './internal-accounts.js'
import { CurrencyCode } from './money.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, text } from './schema.js'

/** Filters of {@link listInternalAccountsRoute}. */
export interface InternalAccountFilters extends PageFilters {
  readonly customerId?: string
  readonly currency?: string
  readonly type?: string
}

/** `GET /customers/internal-accounts` [reference] */
export const listInternalAccountsRoute: TypedRoute<
  undefined,
  Page<InternalAccount>,
  { filters: InternalAccountFilters }
> = {
  operation: 'listInternalAccounts',
  method: 'GET',
  path: '/customers/internal-accounts',
  filters: { ...pageFilters, customerId: id('Customer'), currency: CurrencyCode, type: text(64) },
  answer: pageOf(InternalAccount),
}

/** All of the platform's own internal accounts. The list is not paginated. */
export interface InternalAccountList {
  readonly data: readonly InternalAccount[]
}

/** Filters of {@link listPlatformInternalAccountsRoute}. */
export interface PlatformInternalAccountFilters {
  readonly currency?: string
  readonly type?: string
}

/** `GET /platform/internal-accounts` [reference]: lists the platform's own accounts. */
export const listPlatformInternalAccountsRoute: TypedRoute<
  undefined,
  InternalAccountList,
  { filters: PlatformInternalAccountFilters }
> = {
  operation: 'listPlatformInternalAccounts',
  method: 'GET',
  path: '/platform/internal-accounts',
  filters: { currency: CurrencyCode, type: text(64) },
  answer: looseObject({ data: v.array(InternalAccount) }),
}
