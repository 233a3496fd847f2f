/** Creates customers with their accounts. @module */
import type { CreateCustomerBody, Customer } from 'embedded-wallet-auth/wire'
import { conflict } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { newId, safeUuid } from '../../state/ids.js'
import { creationTimes } from '../../time/clock.js'
import { currentConfig, requireSupported, supportsCurrency } from '../config/current.js'
import { startWithEmailOtp } from '../credentials/start-with-email-otp.js'
import { internalAccountsOf, openAccount } from '../internal-accounts/accounts.js'
import { requireFreeUma } from './uma-address.js'

/**
 * Creates a customer and opens the customer's accounts with {@link openMissingAccounts}. Throws an `ApiError` and
 * changes nothing if a currency is not supported, or if the UMA address is invalid or taken, or the platform's own id
 * is taken.
 */
export function createCustomer(context: Context, body: CreateCustomerBody): Customer {
  const id = newId('Customer')
  const { umaDomain } = currentConfig(context)
  const umaAddress = body.umaAddress ?? `$${id.slice(-12)}@${umaDomain}`
  const currencies = [...new Set(body.currencies ?? defaultCurrencies(context))]
  requireSupported(context, currencies)
  requireFreeUma(context, umaAddress, id)
  const { platformCustomerId = safeUuid() } = body
  requireFreePlatformId(context, platformCustomerId)
  const customer: Customer = {
    id,
    ...body,
    platformCustomerId,
    umaAddress,
    currencies,
    // The service's sandbox approves individuals at creation [reference]. A business must be verified first.
    ...(body.customerType === 'INDIVIDUAL'
      ? { kycStatus: body.kycStatus ?? context.facts.newIndividuals }
      : { kybStatus: body.kybStatus ?? 'UNVERIFIED' }),
    isDeleted: false,
    ...creationTimes(context.clock),
  }
  context.state.customers.set(id, customer)
  return openMissingAccounts(context, customer)
}

/** Throws 409 if a customer that was not deleted has this id of the platform [reference]. */
function requireFreePlatformId(context: Context, platformCustomerId: string): void {
  const where = { platformCustomerId, presence: 'present' }
  if (context.state.customers.list({ where }).length === 0) return
  throw conflict('Another customer has this platformCustomerId.')
}

/**
 * Returns the currencies of a customer whose request has none: dollars, or the platform's first currency if the
 * platform does not support dollars [our choice].
 */
function defaultCurrencies(context: Context): readonly string[] {
  const codes = currentConfig(context).supportedCurrencies.map(({ currencyCode }) => currencyCode)
  return codes.includes('USD') ? ['USD'] : codes.slice(0, 1)
}

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
