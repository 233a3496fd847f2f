/** Creates customers and accounts directly, without calls to the API. @module */
import {
  aText,
  type Customer,
  checkOptions,
  type InternalAccount,
  type Option,
  type Options,
  oneOf,
  optional,
} from 'embedded-wallet-auth/wire'
import { base32ToBytes } from './crypto/totp.js'
import type { Context } from './handler/context.js'
import { currencyRow } from './money/currencies.js'
import { newId, randomText, safeUuid } from './state/ids.js'
import { type ScaOptions, scaOptions } from './state/records/authorizations.js'
import { currentConfig } from './systems/config/current.js'
import { startWithEmailOtp } from './systems/credentials/start-with-email-otp.js'
import { accountView, fund, openAccount } from './systems/internal-accounts/accounts.js'
import { creationTimes } from './time/clock.js'

/** Describes the customer and the account to create. */
export interface ProvisionOptions {
  /** The id of an existing customer who gets the account. The options that describe a new customer are then ignored. */
  readonly customerId?: string
  /**
   * The customer's e-mail address, which is also the address of the EMAIL_OTP credential. Default: a made-up address.
   */
  readonly email?: string
  /** The customer's phone number in E.164, to which codes of SMS_OTP are texted. Default: none. */
  readonly phoneNumber?: string
  /** The customer's country, as ISO 3166-1 alpha-2. Default: none. */
  readonly region?: string
  /**
   * How the customer authorizes payments: strong customer authentication by the service. Also set for the customer that
   * `customerId` names. Default: payments need no authorization, unless the emulator's option `sca` says otherwise for
   * the customer's region. A customer without a `phoneNumber` gets a made-up one.
   */
  readonly sca?: ScaOptions
  /** The customer's name. Default: none. */
  readonly fullName?: string
  /** The platform's own id for the customer. Default: a random UUID. */
  readonly platformCustomerId?: string
  /** The initial balance, in the smallest unit of the currency. Default 0. */
  readonly balance?: number
  /** The currency's code. Default: `USDB` for an embedded wallet, `USD` for any other account. */
  readonly currency?: string
  /** Default `EMBEDDED_WALLET`. Accounts of the other types are not wallets, but can receive payments, for example. */
  readonly accountType?: 'EMBEDDED_WALLET' | 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO'
  /** `false` creates the wallet without a credential. By default it gets an EMAIL_OTP credential. */
  readonly credential?: false
}

const maybeText = optional(aText)
/** What is checked below, with a `RangeError`. */
const elsewhere: Option = [() => true, '']
const provisionOptions: Options<ProvisionOptions> = {
  customerId: maybeText,
  email: maybeText,
  phoneNumber: maybeText,
  region: maybeText,
  sca: elsewhere,
  fullName: maybeText,
  platformCustomerId: maybeText,
  balance: elsewhere,
  currency: elsewhere,
  accountType: optional(oneOf('EMBEDDED_WALLET', 'INTERNAL_FIAT', 'INTERNAL_CRYPTO')),
  credential: optional([(value) => value === false, 'false, or left out']),
}

/** The customer and the account that were created. */
export interface Provisioned {
  readonly customer: Customer
  readonly account: InternalAccount
}

/**
 * Creates an account, and its customer unless `customerId` names one. No code is mailed until the EMAIL_OTP credential
 * is first challenged. Throws a `RangeError` for an unknown currency or customer, and for an invalid balance, and a
 * `TypeError` for another option that cannot work or does not exist.
 */
export function provision(context: Context, options: ProvisionOptions): Provisioned {
  checkOptions(options, provisionOptions)
  if (options.sca) checkOptions(options.sca, scaOptions, 'sca.')
  const { accountType = 'EMBEDDED_WALLET', balance = 0 } = options
  const embedded = accountType === 'EMBEDDED_WALLET'
  const { code } = currencyRow(options.currency ?? (embedded ? 'USDB' : 'USD')).currency
  if (!Number.isSafeInteger(balance) || balance < 0)
    throw new RangeError('balance must be a whole number, 0 or more.')
  const { sca } = options
  if (sca?.factor === 'TOTP' && base32ToBytes(sca.totpSecret ?? '') === undefined)
    throw new RangeError('sca.totpSecret must be base32 text.')
  const customer = customerOf(context, options, code)
  if (sca) context.state.scaOptions.set(customer.id, sca)
  const account = openAccount(context, { customerId: customer.id, type: accountType, currency: code })
  if (balance > 0) fund(context, account, BigInt(balance))
  if (embedded && options.credential !== false) startWithEmailOtp(context, account, customer.email ?? '')
  return { customer, account: accountView(context, account) }
}

function phoneNumberOf({ phoneNumber, sca }: ProvisionOptions): Pick<Customer, 'phoneNumber'> {
  if (phoneNumber !== undefined) return { phoneNumber }
  // No country has the code 999.
  return sca ? { phoneNumber: `+999${randomText(10, '0123456789')}` } : {}
}

function customerOf(context: Context, options: ProvisionOptions, currency: string): Customer {
  if (options.customerId !== undefined) {
    const known = context.state.customers.get(options.customerId)
    if (!known) throw new RangeError('There is no such customer.')
    const currencies = [...new Set([...(known.currencies ?? []), currency])]
    const extended = { ...(options.sca && phoneNumberOf(options)), ...known, currencies }
    context.state.customers.set(known.id, extended)
    return extended
  }
  const id = newId('Customer')
  const name = id.slice(-12)
  const customer: Customer = {
    id,
    platformCustomerId: options.platformCustomerId ?? safeUuid(),
    customerType: 'INDIVIDUAL',
    umaAddress: `$${name}@${currentConfig(context).umaDomain}`,
    currencies: [currency],
    email: options.email ?? `${name}@example.com`,
    ...(options.region === undefined ? {} : { region: options.region }),
    ...phoneNumberOf(options),
    ...(options.fullName === undefined ? {} : { fullName: options.fullName }),
    // The service approves individuals when they are created [reference].
    kycStatus: 'APPROVED',
    isDeleted: false,
    ...creationTimes(context.clock),
  }
  context.state.customers.set(id, customer)
  return customer
}
