/** Finds and checks the sender and the receiver of a quote. @module */
import type { CreateQuoteBody, CustomerInfo, Quote, QuoteSource } from 'embedded-wallet-auth/wire'
import { ApiError, invalidCurrency, invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { accountById, presentCustomer } from '../../handler/find-records.js'
import { railOfType, wantsPurpose } from '../../money/account-kinds.js'
import { type CurrencyRow, currencyRow, findCurrency } from '../../money/currencies.js'
import { platform } from '../../money/ledger.js'
import { completed, type Outcome, payout, quoteOutcomes } from '../../money/suffixes.js'
import type { LookupRecord } from '../../state/records/receiver-lookups.js'
import type { AccountRecord } from '../../state/state.js'
import { holderOf } from '../customers/uma-address.js'
import { counterpartyOf, externalAccountById } from '../external-accounts/accounts.js'
import { internalAccountsOf } from '../internal-accounts/accounts.js'
import { sandboxAddress } from '../uma/addresses.js'

/** The party that pays. */
export interface Sender {
  readonly view: QuoteSource
  /** The customer who pays. Absent if the request names none. The quote then belongs to the customer who is paid. */
  readonly customerId?: string
  readonly currency: CurrencyRow
  /** The ledger account that pays. */
  readonly payer: string
  /** The internal account that pays. Absent if the money comes from outside the service. */
  readonly account?: AccountRecord
}

/** The party that is paid. */
export interface Receiver {
  readonly view: Quote['destination']
  readonly currency: CurrencyRow
  /** The ledger account that is paid. */
  readonly payee: string
  /**
   * The customer who owns the internal or external account that is paid. Absent if that account is not a customer's.
   */
  readonly ownerId?: string
  /** The internal account that is paid. Absent if the money leaves the service. */
  readonly internal?: AccountRecord
  readonly outcome: Outcome
  readonly counterpartyInformation?: CustomerInfo
  /** Set if the request must contain `purposeOfPayment`. */
  readonly purpose?: 'required'
}

/**
 * Returns the party that pays. Throws 404 for an unknown account, 400 for another customer's account, 400
 * `INVALID_CURRENCY` for an unknown currency, and 501 for an external account.
 */
export function senderOf(context: Context, { source }: CreateQuoteBody): Sender {
  if (source.sourceType === 'REALTIME_FUNDING') {
    const { customerId } = source
    if (customerId !== undefined) presentCustomer(context, customerId)
    const owner = customerId === undefined ? {} : { customerId }
    return {
      view: { ...source },
      ...owner,
      currency: rowOf(source.currency, 'source.currency'),
      payer: platform.outside,
    }
  }
  if (source.accountId.startsWith('ExternalAccount:')) {
    throw new ApiError(501, 'NOT_IMPLEMENTED', 'The emulator does not pull payments from external accounts.')
  }
  const account = accountById(context, source.accountId)
  const own = account.customerId !== ''
  if (own && source.customerId !== undefined && source.customerId !== account.customerId) {
    throw invalidInput('The source account belongs to another customer.', 'source.customerId')
  }
  const customerId = own ? account.customerId : source.customerId
  if (customerId !== undefined) presentCustomer(context, customerId)
  const owner = customerId === undefined ? {} : { customerId }
  return {
    view: { sourceType: 'ACCOUNT', accountId: account.id, ...owner },
    ...owner,
    currency: currencyRow(account.currency),
    payer: account.id,
    account,
  }
}

/**
 * Returns the party that is paid. Throws 404 for an unknown account. Throws 400 if the account is another customer's
 * external account, does not support the rail, or is the account that pays, or if a UMA receiver does not accept the
 * currency.
 */
export function receiverOf(
  context: Context,
  { destination }: CreateQuoteBody,
  sender: Sender,
  lookup: LookupRecord | undefined,
): Receiver {
  if (destination.destinationType === 'UMA_ADDRESS') {
    return umaReceiver(context, destination.umaAddress, destination.currency, lookup)
  }
  const { accountId, paymentRail } = destination
  const rail = paymentRail === undefined ? {} : { paymentRail }
  const view = { destinationType: 'ACCOUNT', accountId, ...rail }
  if (accountId.startsWith('ExternalAccount:')) {
    const { wire, suffix } = externalAccountById(context, accountId)
    if (typeof wire.customerId === 'string' && (sender.customerId ?? wire.customerId) !== wire.customerId) {
      throw invalidInput('The destination account belongs to another customer.', 'destination.accountId')
    }
    const { paymentRails: rails = [] } = wire.accountInfo
    if (paymentRail !== undefined && !rails.includes(paymentRail)) {
      throw invalidInput('The account does not support this rail.', 'destination.paymentRail')
    }
    return {
      view: { ...view, paymentRail: paymentRail ?? railOfType(wire.accountInfo.accountType) },
      currency: currencyRow(wire.currency),
      payee: platform.outside,
      ...(typeof wire.customerId === 'string' ? { ownerId: wire.customerId } : {}),
      outcome: quoteOutcomes[suffix] ?? payout,
      counterpartyInformation: counterpartyOf(wire),
      ...(wantsPurpose.has(wire.accountInfo.accountType) ? { purpose: 'required' } : {}),
    }
  }
  const account = accountById(context, accountId)
  if (account.id === sender.account?.id) {
    throw new ApiError(400, 'SELF_PAYMENT', 'Source and destination are the same account.')
  }
  return { view, ...internalReceiver(account) }
}

function umaReceiver(
  context: Context,
  umaAddress: string,
  wanted: string | undefined,
  lookup: LookupRecord | undefined,
): Receiver {
  const code = wanted ?? lookup?.currencies[0] ?? ''
  if (!lookup?.currencies.includes(code)) {
    throw invalidCurrency('The receiver does not accept this currency.', 'destination.currency')
  }
  const view = { destinationType: 'UMA_ADDRESS', umaAddress, currency: code }
  const holder = holderOf(context, umaAddress)
  const account = holder && internalAccountsOf(context, holder).find(({ currency }) => currency === code)
  if (account) return { view, ...internalReceiver(account) }
  const outcome = sandboxAddress(umaAddress)?.outgoing ?? payout
  return { view, currency: currencyRow(code), payee: platform.outside, outcome }
}

const internalReceiver = (account: AccountRecord): Omit<Receiver, 'view'> => ({
  currency: currencyRow(account.currency),
  payee: account.id,
  ...(account.customerId === '' ? {} : { ownerId: account.customerId }),
  internal: account,
  outcome: completed,
})

function rowOf(code: string, field: string): CurrencyRow {
  const row = findCurrency(code)
  if (row) return row
  throw invalidCurrency(`The emulator does not support ${code}.`, field)
}
