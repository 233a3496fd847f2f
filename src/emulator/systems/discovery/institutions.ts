/** The institutions and UMA providers that the emulator knows: invented ones, a few for each of its currencies. @module */
import type { Institution, UmaProvider } from '../../../wire/discovery.js'

const institution = (country: string, currency: string, bankName: string): Institution => ({
  bankName,
  displayName: bankName,
  country,
  currency,
})

/** By country, then name. */
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

/** By name; the platform's own is not among them. */
export const umaProviders: readonly UmaProvider[] = [
  { name: 'Juniper Wallet', domain: 'juniper.emulator.test', supportedCurrencies: ['EUR', 'USD'] },
  { name: 'Mesquite Pay', domain: 'mesquite.emulator.test', supportedCurrencies: ['MXN', 'USD'] },
]
