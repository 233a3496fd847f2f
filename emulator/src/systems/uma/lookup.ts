/**
 * Looks up receivers, for `GET /receiver/uma/{address}` and `GET /receiver/external-account/{id}`. Both calls are from
 * the public reference [reference].
 * @module
 */
import type { Quote, ReceiverCurrency, ReceiverLookup, RequestedField } from 'embedded-wallet-auth/wire'
import { ApiError, invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { presentCustomer } from '../../handler/find-records.js'
import { wantsPurpose } from '../../money/account-kinds.js'
import { type CurrencyRow, currencyRow } from '../../money/currencies.js'
import { exchangeRate } from '../../money/pricing.js'
import { newId } from '../../state/ids.js'
import { creationTimes } from '../../time/clock.js'
import { holderOf, requireUmaForm } from '../customers/uma-address.js'
import { externalAccountById } from '../external-accounts/accounts.js'
import { internalAccountsOf } from '../internal-accounts/accounts.js'
import { ownerOf, putTransaction } from '../transactions/records.js'
import { sandboxAddress } from './addresses.js'

/** The smallest and largest amounts that a receiver accepts, in the currency's smallest unit [our choice]. */
export const receiverLimits: { readonly min: number; readonly max: number } = {
  min: 1,
  max: 100_000_000_000_000,
}

/** The customer who wants to pay, if the request names one. */
export interface SendingCustomer {
  readonly customerId?: string
}

/**
 * The currencies that a receiver accepts, and the information that the receiver requires about the sender and the
 * payment.
 */
export interface Receiver {
  readonly currencies: readonly string[]
  readonly required: readonly RequestedField[]
}

/**
 * Returns the customer in the query's `customerId` or `senderUmaAddress`. Throws 400 if both are missing or they name
 * different customers, 404 for an unknown customer, and 410 for a deleted customer.
 */
export function askerOf(context: Context, query: ReadonlyMap<string, string>): SendingCustomer {
  const customerId = query.get('customerId')
  const sender = query.get('senderUmaAddress')
  if (customerId === undefined && sender === undefined) {
    throw invalidInput('A lookup must name the customer who wants to pay.', 'customerId', 'senderUmaAddress')
  }
  if (customerId !== undefined) presentCustomer(context, customerId)
  const holder = sender === undefined ? undefined : holderOf(context, sender)
  if (sender !== undefined && holder === undefined) {
    throw new ApiError(404, 'USER_NOT_FOUND', 'No customer has the sender’s UMA address.')
  }
  if (customerId !== undefined && holder !== undefined && holder !== customerId) {
    throw invalidInput('The sender’s UMA address belongs to another customer.', 'senderUmaAddress')
  }
  const asked = customerId ?? holder
  return asked === undefined ? {} : { customerId: asked }
}

/**
 * Returns the receiver with a UMA address. Throws 400 for a malformed address, 404 for an unknown address, and 412 or
 * 424 for a sandbox address whose lookup fails.
 */
export function umaReceiver(context: Context, address: string): Receiver {
  requireUmaForm(address)
  const holder = holderOf(context, address)
  if (holder !== undefined) {
    const currencies = internalAccountsOf(context, holder).map(({ currency }) => currency)
    return { currencies: [...new Set(currencies)], required: [] }
  }
  const row = sandboxAddress(address)
  if (!row) throw new ApiError(404, 'USER_NOT_FOUND', 'This UMA address does not exist.')
  if (row.lookup)
    throw new ApiError(row.lookup.status, row.lookup.code, 'The lookup at the receiving provider failed.')
  return { currencies: [row.currency], required: row.required }
}

/** Returns an external account as a receiver. Throws 404 for an unknown account. */
export function externalReceiver(context: Context, id: string): Receiver {
  const { wire } = externalAccountById(context, id)
  return {
    currencies: [wire.currency],
    required: wantsPurpose.has(wire.accountInfo.accountType)
      ? [{ name: 'PURPOSE_OF_PAYMENT', mandatory: true }]
      : [],
  }
}

/**
 * Stores a lookup and returns the answer of the call. Also creates a transaction with the status CREATED if the request
 * names the customer who wants to pay (Transaction status).
 */
export function lookUp(
  context: Context,
  { customerId }: SendingCustomer,
  { currencies, required }: Receiver,
  destination: Quote['destination'] & { readonly receiver: string },
): ReceiverLookup {
  const { receiver, ...view } = destination
  const id = newId('Lookup')
  const [first = 'USD'] = currencies
  const transactionId =
    customerId === undefined ? undefined : createdTransaction(context, customerId, view, currencyRow(first))
  context.state.lookups.set(id, {
    id,
    receiver,
    currencies,
    required,
    ...(customerId === undefined ? {} : { customerId }),
    ...(transactionId === undefined ? {} : { transactionId }),
  })
  const from = sendingCurrency(context, customerId)
  return {
    lookupId: id,
    supportedCurrencies: currencies.map((code) => supportedCurrency(from, currencyRow(code))),
    ...(required.length > 0 ? { requiredPayerDataFields: required } : {}),
  }
}

const supportedCurrency = (from: CurrencyRow, to: CurrencyRow): ReceiverCurrency => ({
  currency: to.currency,
  estimatedExchangeRate: exchangeRate(from, to),
  ...receiverLimits,
})

/** Returns the currency of the customer's first account, or dollars if there is no account [our choice]. */
function sendingCurrency(context: Context, customerId: string | undefined): CurrencyRow {
  const [account] = customerId === undefined ? [] : internalAccountsOf(context, customerId)
  return currencyRow(account?.currency ?? 'USD')
}

function createdTransaction(
  context: Context,
  customerId: string,
  destination: Quote['destination'],
  { currency }: CurrencyRow,
): string {
  const id = newId('Transaction')
  putTransaction(context, {
    id,
    status: 'CREATED',
    type: 'OUTGOING',
    destination: { ...destination, currency: currency.code },
    ...ownerOf(context, customerId),
    receivedAmount: { amount: 0, currency },
    ...creationTimes(context.clock),
  })
  return id
}
