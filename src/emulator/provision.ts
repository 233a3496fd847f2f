/** Creates customers and accounts directly, without API calls, in place of a platform's onboarding. @module */
import type { Customer } from '../wire/customers.js'
import type { InternalAccount } from '../wire/internal-accounts.js'
import type { Context } from './handler/context.js'
import { currencyRow } from './money/currencies.js'
import { newId, safeUuid } from './state/ids.js'
import { currentConfig } from './systems/config/current.js'
import { fund } from './systems/internal-accounts/fund.js'
import { openAccount, startWithEmailOtp } from './systems/internal-accounts/open.js'
import { accountView } from './systems/internal-accounts/view.js'
import { timestamp } from './time/clock.js'

/** What to create. Every option may be left out. */
export interface ProvisionOptions {
  /** Opens the account for this existing customer; the options that describe a customer are ignored. */
  readonly customerId?: string
  /** Default: a made-up address. Also the address of the EMAIL_OTP credential. */
  readonly email?: string
  readonly fullName?: string
  /** The platform's own id of the customer. Default: a random one. */
  readonly platformCustomerId?: string
  /** Smallest unit of the currency, default 0. */
  readonly balance?: number
  /** Default `USDB` for an embedded wallet, `USD` otherwise. */
  readonly currency?: string
  /** Default `EMBEDDED_WALLET`. The other types are plain accounts without a wallet, such as a payee's. */
  readonly accountType?: 'EMBEDDED_WALLET' | 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO'
  /** `false`: the wallet starts without a credential. Default: it starts with an EMAIL_OTP. */
  readonly credential?: false
}

/** What was created. */
export interface Provisioned {
  readonly customer: Customer
  readonly account: InternalAccount
}

/**
 * Creates a customer with an account. Sends no mail: the first code is mailed when the EMAIL_OTP is first challenged.
 * Throws a `RangeError` for an unknown currency or customer and for an invalid balance.
 */
export function provision(context: Context, options: ProvisionOptions): Provisioned {
  const { accountType = 'EMBEDDED_WALLET', balance = 0 } = options
  const embedded = accountType === 'EMBEDDED_WALLET'
  const { code } = currencyRow(options.currency ?? (embedded ? 'USDB' : 'USD')).currency
  if (!Number.isSafeInteger(balance) || balance < 0)
    throw new RangeError('balance must be a whole number, 0 or more.')
  const customer = customerOf(context, options, code)
  const account = openAccount(context, { customerId: customer.id, type: accountType, currency: code })
  if (balance > 0) fund(context, account, BigInt(balance))
  if (embedded && options.credential !== false) startWithEmailOtp(context, account, customer.email ?? '')
  return { customer, account: accountView(context, account) }
}

function customerOf(context: Context, options: ProvisionOptions, currency: string): Customer {
  if (options.customerId !== undefined) {
    const known = context.state.customers.get(options.customerId)
    if (!known) throw new RangeError('There is no such customer.')
    const currencies = [...new Set([...(known.currencies ?? []), currency])]
    const extended = { ...known, currencies }
    context.state.customers.set(known.id, extended)
    return extended
  }
  const id = newId('Customer')
  const name = id.slice(-12)
  const now = timestamp(context.clock.now())
  const customer = {
    id,
    platformCustomerId: options.platformCustomerId ?? safeUuid(),
    customerType: 'INDIVIDUAL',
    umaAddress: `$${name}@${currentConfig(context).umaDomain}`,
    currencies: [currency],
    email: options.email ?? `${name}@example.com`,
    ...(options.fullName === undefined ? {} : { fullName: options.fullName }),
    // Individuals are approved on creation [at date].
    kycStatus: 'APPROVED',
    isDeleted: false,
    createdAt: now,
    updatedAt: now,
  }
  context.state.customers.set(id, customer)
  return customer
}
