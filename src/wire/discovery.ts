/**
 * Schemas and routes for listing institutions and UMA providers [reference]. The fields of both are not publicly
 * documented [our choice].
 * @module
 */
import * as v from 'valibot'
import { Currency, CurrencyCode } from './money.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import { CountryCode } from './person.js'
import type { TypedRoute } from './route.js'
import { looseObject, type Schema, text } from './schema.js'

/** A bank, or another provider of accounts. */
export interface Institution {
  /** Spelled as in the `bankName` or `provider` of an external account's `accountInfo`. */
  readonly bankName: string
  readonly displayName: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly country: string
  readonly currency: string
}

export const Institution: Schema<Institution> = looseObject({
  bankName: text(256),
  displayName: text(256),
  country: CountryCode,
  currency: CurrencyCode,
})

/** Filters of {@link listDiscoveriesRoute}. */
export interface DiscoveryFilters extends PageFilters {
  readonly country?: string
  readonly currency?: string
}

/** `GET /discoveries` [reference] */
export const listDiscoveriesRoute: TypedRoute<undefined, Page<Institution>, { filters: DiscoveryFilters }> = {
  operation: 'listDiscoveries',
  method: 'GET',
  path: '/discoveries',
  filters: { ...pageFilters, country: CountryCode, currency: CurrencyCode },
  answer: pageOf(Institution),
}

/** A platform that issues UMA addresses on its domain. */
export interface UmaProvider {
  readonly name: string
  readonly domain: string
  /** The currencies that the provider's UMA addresses can receive. */
  readonly supportedCurrencies: readonly Currency[]
}

export const UmaProvider: Schema<UmaProvider> = looseObject({
  name: text(256),
  domain: text(255),
  supportedCurrencies: v.array(Currency),
})

/** `GET /uma-providers` [reference] */
export const listUmaProvidersRoute: TypedRoute<undefined, Page<UmaProvider>, { filters: PageFilters }> = {
  operation: 'listUmaProviders',
  method: 'GET',
  path: '/uma-providers',
  filters: pageFilters,
  answer: pageOf(UmaProvider),
}
