/** The institutions and UMA providers that the emulator lists. All of them are made up. @module */
import type { Institution, UmaProvider } from 'embedded-wallet-auth/wire'
import { currencyRow } from '../../money/currencies.js'

const institution = (country: string, currency: string, bankName: string): Institution => ({
  bankName,
  displayName: bankName,
  country,
  currency,
})

/** The institutions, sorted by country and then by name. */
export const institutions: readonly Institution[] = [
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
export const umaProviders: readonly UmaProvider[] = [
  provider('Juniper Wallet', 'juniper.emulator.test', 'EUR', 'USD'),
  provider('Mesquite Pay', 'mesquite.emulator.test', 'MXN', 'USD'),
]
