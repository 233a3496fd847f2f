/** Opens a customer's internal accounts: one for each currency, and the embedded wallet. @module */
import type { Customer } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import { supportsCurrency } from '../config/current.js'
import { startWithEmailOtp } from '../credentials/start-with-email-otp.js'
import { internalAccountsOf, openAccount } from '../internal-accounts/accounts.js'

/** The currency of embedded wallets [reference]. */
const walletCurrency = 'USDB'
const assets: ReadonlySet<string> = new Set(['USDC', 'BTC'])

/**
 * Opens an account for each of the customer's currencies that has none. If the platform supports USDB, the customer
 * also gets an embedded wallet, with an EMAIL_OTP credential if the customer has an e-mail address [reference]. Returns
 * the customer with all currencies.
 */
export function openMissingAccounts(context: Context, customer: Customer): Customer {
  const automatic = supportsCurrency(context, walletCurrency) ? [walletCurrency] : []
  const currencies = [...new Set([...(customer.currencies ?? []), ...automatic])]
  const held = new Set(internalAccountsOf(context, customer.id).map(({ currency }) => currency))
  for (const currency of currencies) {
    if (held.has(currency)) continue
    const account = openAccount(context, { customerId: customer.id, type: typeOf(currency), currency })
    if (account.wallet && customer.email !== undefined) startWithEmailOtp(context, account, customer.email)
  }
  const complete = { ...customer, currencies }
  context.state.customers.set(customer.id, complete)
  return complete
}

function typeOf(currency: string): string {
  if (currency === walletCurrency) return 'EMBEDDED_WALLET'
  return assets.has(currency) ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT'
}
