/** Finds and checks the sender and the receiver of a quote. @module */
import type { CreateQuoteBody, CustomerInfo, Quote, QuoteSource } from 'embedded-wallet-auth/wire'
import { ApiError, invalidCurrency, invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { accountById, presentCustomer } from '../../handler/find-records.js'
import { railOfType, wantsPurpose } from '../../money/account-kinds.js'
import { type CurrencyRow, currencyRow, findCurrency } from '../../money/currencies.js'
import { platform } from '../../money/ledger.js'
import { completed, type Outcome, payout, quoteOutcomes, transferOutcomes } from '../../money/suffixes.js'
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
  /**
   * How the pull from an external account ends. Absent if no external account pays, or if the pull succeeds: the
   * receiver's outcome then decides.
   */
  readonly failedPull?: Outcome
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
 * Returns the party that pays. Throws 404 for an unknown account, 400 for another customer's account, and 400
 * `INVALID_CURRENCY` for an unknown currency.
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
  return isExternal(source.accountId)
    ? externalSender(context, source)
    : internalSender(context, accountById(context, source.accountId), source)
}

type AccountSource = Extract<CreateQuoteBody['source'], { readonly sourceType: 'ACCOUNT' }>

function internalSender(context: Context, account: AccountRecord, source: AccountSource): Sender {
  const owner = payingCustomer(context, account.customerId === '' ? undefined : account.customerId, source)
  return {
    view: { sourceType: 'ACCOUNT', accountId: account.id, ...owner },
    ...owner,
    currency: currencyRow(account.currency),
    payer: account.id,
    account,
  }
}

/**
 * Returns an external account as the party that pays: the service pulls the money from it (direct pull), with the same
 * outcomes as a transfer in (Transfer in and transfer out).
 */
function externalSender(context: Context, source: AccountSource): Sender {
  const { wire, suffix } = externalAccountById(context, source.accountId)
  const owner = payingCustomer(context, wire.customerId ?? undefined, source)
  const failedPull = transferOutcomes('QUOTE_EXECUTION_FAILED')[suffix]
  return {
    view: { sourceType: 'ACCOUNT', accountId: wire.id, ...owner },
    ...owner,
    currency: currencyRow(wire.currency),
    payer: platform.outside,
    ...(failedPull && { failedPull }),
  }
}

/** Returns the customer who pays: the account's owner or, for an account of the platform, the one in the request. */
function payingCustomer(
  context: Context,
  owner: string | undefined,
  source: AccountSource,
): Pick<Sender, 'customerId'> {
  const customerId = owner ?? source.customerId
  if (customerId === undefined) return {}
  if (source.customerId !== undefined && source.customerId !== customerId) {
    throw invalidInput('The source account belongs to another customer.', 'source.customerId')
  }
  presentCustomer(context, customerId)
  return { customerId }
}

const isExternal = (accountId: string): boolean => accountId.startsWith('ExternalAccount:')

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
  if (isExternal(accountId)) {
    const { wire, suffix } = externalAccountById(context, accountId)
    if (typeof wire.customerId === 'string' && (sender.customerId ?? wire.customerId) !== wire.customerId) {
      throw invalidInput('The destination account belongs to another customer.', 'destination.accountId')
    }
    refuseSelf(wire.id, sender)
    const { paymentRails: rails = [] } = wire.accountInfo
    if (paymentRail !== undefined && !rails.includes(paymentRail)) {
      throw invalidInput('The account does not support this rail.', 'destination.paymentRail')
    }
    const usual = paymentRail ?? railOfType(wire.accountInfo.accountType)
    return {
      view: { ...view, ...(usual === undefined ? {} : { paymentRail: usual }) },
      currency: currencyRow(wire.currency),
      payee: platform.outside,
      ...(typeof wire.customerId === 'string' ? { ownerId: wire.customerId } : {}),
      outcome: quoteOutcomes[suffix] ?? payout,
      counterpartyInformation: counterpartyOf(wire),
      ...(wantsPurpose.has(wire.accountInfo.accountType) ? { purpose: 'required' } : {}),
    }
  }
  const account = accountById(context, accountId)
  refuseSelf(account.id, sender)
  return { view, ...internalReceiver(account) }
}

function refuseSelf(accountId: string, { view }: Sender): void {
  if (accountId !== view.accountId) return
  throw new ApiError(400, 'SELF_PAYMENT', 'Source and destination are the same account.')
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
