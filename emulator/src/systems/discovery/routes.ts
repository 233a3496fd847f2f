/** The calls that list possible receivers: institutions and UMA providers (wire-facts 7.6 [reference]). @module */
import type { Institution, UmaProvider } from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { pageOf } from '../../handler/page.js'
import { currencyRow } from '../../money/currencies.js'

const institution = (country: string, currency: string, bankName: string): Institution => ({
  bankName,
  displayName: bankName,
  country,
  currency,
})

/** The institutions, sorted by country and then by name. */
const institutions: readonly Institution[] = [
  institution('BR', 'BRL', 'Banco Jacaranda'),
  institution('BR', 'BRL', 'Pagamentos Ipê'),
  institution('DE', 'EUR', 'Lindenbank'),
  institution('FR', 'EUR', 'Banque du Tilleul'),
  institution('GB', 'GBP', 'Hawthorn Bank'),
  institution('IN', 'INR', 'Banyan Bank'),
  institution('MX', 'MXN', 'Banco Ahuehuete'),
  institution('US', 'USD', 'First Sequoia Bank'),
  institution('US', 'USD', 'Cottonwood Trust'),
]

const provider = (name: string, domain: string, ...codes: readonly string[]): UmaProvider => ({
  name,
  domain,
  supportedCurrencies: codes.map((code) => currencyRow(code).currency),
})

/** The UMA providers, sorted by name. The platform itself is not listed. */
const umaProviders: readonly UmaProvider[] = [
  provider('Juniper Wallet', 'juniper.emulator.test', 'EUR', 'USD'),
  provider('Mesquite Pay', 'mesquite.emulator.test', 'MXN', 'USD'),
]

/** The calls under `/discoveries` and `/uma-providers`. */
export const discoveryRoutes: SystemRoutes = [
  on('listDiscoveries', 'List banks and mobile-money providers', ({ query }) => {
    const { country, currency } = Object.fromEntries(query)
    const wanted = institutions.filter(
      (one) => one.country === (country ?? one.country) && one.currency === (currency ?? one.currency),
    )
    return { answer: pageOf<Institution & { id: string }>(wanted.map(withId), query) }
  }),

  on('listUmaProviders', 'List platforms with UMA addresses', ({ query }) => ({
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
