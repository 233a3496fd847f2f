/** The calls that list possible receivers: institutions and UMA providers (wire-facts 7.6 [reference]). @module */
import type { Institution, UmaProvider } from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { pageOf } from '../../handler/page.js'
import { institutions, umaProviders } from './institutions.js'

/** The calls under `/discoveries` and `/uma-providers`. */
export const discoveryRoutes: SystemRoutes = [
  on('listDiscoveries', ({ query }) => {
    const { country, currency } = Object.fromEntries(query)
    const wanted = institutions.filter(
      (one) => one.country === (country ?? one.country) && one.currency === (currency ?? one.currency),
    )
    return { answer: pageOf<Institution & { id: string }>(wanted.map(withId), query) }
  }),

  on('listUmaProviders', ({ query }) => ({
    answer: pageOf<UmaProvider & { id: string }>(
      umaProviders.map((one) => ({ ...one, id: one.domain })),
      query,
    ),
  })),
]

/** Adds an id, because paging requires one. */
const withId = (one: Institution): Institution & { id: string } => ({
  ...one,
  id: `${one.country}.${one.bankName.replaceAll(' ', '-')}`,
})
