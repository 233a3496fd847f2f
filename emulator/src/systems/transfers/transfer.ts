/** Checks transfers and starts their payments (Quotes and transfers; Transfer in and transfer out). @module */
import type { Transaction, TransferBody } from 'embedded-wallet-auth/wire'
import { ApiError, invalidCurrency, invalidInput } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { accountById, presentCustomer } from '../../handler/find-records.js'
import { currencyRow } from '../../money/currencies.js'
import { balanceOf, type Line, movement, platform, reverse } from '../../money/ledger.js'
import { completed, transferOutcomes } from '../../money/suffixes.js'
import { newId } from '../../state/ids.js'
import type { ExternalAccountRecord } from '../../state/records/external-accounts.js'
import type { AccountRecord } from '../../state/state.js'
import { creationTimes } from '../../time/clock.js'
import { counterpartyOf, externalAccountById } from '../external-accounts/accounts.js'
import { type PaymentPlan, startPayment } from '../transactions/payments.js'
import { type Initiator, ownerOf, referenceOf } from '../transactions/records.js'

/** A transfer whose accounts have been checked. */
export interface CheckedTransfer {
  readonly internal: AccountRecord
  readonly external: ExternalAccountRecord
  readonly customerId: string
  readonly amount: number
}

/**
 * Transfers money from an internal account to an external account. Throws 404 for an unknown account, and 410 for a
 * deleted customer. Throws 400 for an embedded wallet, for another customer's external account, for accounts with
 * different currencies, and for an amount that exceeds the balance.
 *
 * @example
 * transferOut(context, { source: { accountId }, destination: { accountId: external.id }, amount: 1_00 }, { agentId })
 */
export function transferOut(context: Context, body: TransferBody, by: Initiator = {}): Transaction {
  const transfer = checkTransferOut(context, body)
  const { internal, amount } = transfer
  if (balanceOf(context.state, internal.id, internal.currency) < BigInt(amount)) {
    throw new ApiError(400, 'INSUFFICIENT_BALANCE', 'The balance of the source account is too low.')
  }
  const debit = lines(internal.id, platform.transit, transfer)
  const transaction = outgoing(context, transfer, by)
  const delivery = lines(platform.transit, platform.outside, transfer)
  return startTransfer(context, transfer, { transaction, debit, delivery, reason: 'OFFRAMP_FAILED' })
}

/**
 * Transfers money from an external account to an internal account. Throws like {@link transferOut}, but allows an
 * embedded wallet and does not check the external account's balance.
 */
export function transferIn(context: Context, body: TransferBody, by: Initiator = {}): Transaction {
  const transfer = checkTransferIn(context, body)
  const transaction = incoming(context, transfer, by)
  const delivery = lines(platform.outside, transfer.internal.id, transfer)
  return startTransfer(context, transfer, { transaction, debit: [], delivery, reason: 'PAY_REQUEST_FAILED' })
}

/** Makes the same checks as {@link transferOut}, except for the balance. Moves no money. */
export function checkTransferOut(context: Context, body: TransferBody): CheckedTransfer {
  const transfer = ends(
    context,
    body.source.accountId,
    body.destination.accountId,
    body.amount,
    'destination',
  )
  if (transfer.internal.wallet) {
    throw invalidInput('An embedded wallet can pay only by stamped quotes.', 'source.accountId')
  }
  return transfer
}

/** Makes the same checks as {@link transferIn}. Moves no money. */
export const checkTransferIn = (context: Context, body: TransferBody): CheckedTransfer =>
  ends(context, body.destination.accountId, body.source.accountId, body.amount, 'source')

function ends(
  context: Context,
  internalId: string,
  externalId: string,
  amount: number,
  field: 'source' | 'destination',
): CheckedTransfer {
  const internal = accountById(context, internalId)
  const external = externalAccountById(context, externalId)
  const { customerId: owner, currency } = external.wire
  const customerId = internal.customerId === '' ? (owner ?? '') : internal.customerId
  if (customerId === '') {
    throw invalidInput('One of the two accounts must belong to a customer.', `${field}.accountId`)
  }
  if (typeof owner === 'string' && owner !== customerId) {
    throw invalidInput('The external account belongs to another customer.', `${field}.accountId`)
  }
  presentCustomer(context, customerId)
  if (internal.currency !== currency) {
    throw invalidCurrency('The two accounts have different currencies.', `${field}.accountId`)
  }
  return { internal, external, customerId, amount }
}

interface Movement extends Pick<PaymentPlan, 'transaction' | 'debit' | 'delivery'> {
  readonly reason: 'OFFRAMP_FAILED' | 'PAY_REQUEST_FAILED'
}

function startTransfer(context: Context, { external }: CheckedTransfer, movement: Movement): Transaction {
  const { transaction, debit, delivery, reason } = movement
  const outcome = transferOutcomes(reason)[external.suffix] ?? completed
  return startPayment(context, { transaction, debit, delivery, wayBack: reverse(debit), outcome })
}

const lines = (from: string, to: string, { amount, internal }: CheckedTransfer): readonly Line[] =>
  movement(from, to, internal.currency, BigInt(amount))

function common(
  context: Context,
  { internal, external, customerId, amount }: CheckedTransfer,
  by: Initiator,
): Omit<Transaction, 'type' | 'destination'> {
  const id = newId('Transaction')
  const counterpartyInformation = counterpartyOf(external.wire)
  return {
    id,
    status: 'PENDING',
    ...ownerOf(context, customerId),
    receivedAmount: { amount, currency: currencyRow(internal.currency).currency },
    reconciliationInstructions: { reference: referenceOf(id) },
    ...(Object.keys(counterpartyInformation).length > 0 ? { counterpartyInformation } : {}),
    ...by,
    ...creationTimes(context.clock),
  }
}

function outgoing(context: Context, transfer: CheckedTransfer, by: Initiator): Transaction {
  const { internal, external } = transfer
  const shared = common(context, transfer, by)
  return {
    ...shared,
    type: 'OUTGOING',
    source: { sourceType: 'ACCOUNT', accountId: internal.id, currency: internal.currency },
    destination: { destinationType: 'ACCOUNT', accountId: external.wire.id, currency: internal.currency },
    sentAmount: shared.receivedAmount,
    fees: 0,
  }
}

function incoming(context: Context, transfer: CheckedTransfer, by: Initiator): Transaction {
  const { internal, external } = transfer
  return {
    ...common(context, transfer, by),
    type: 'INCOMING',
    source: { sourceType: 'ACCOUNT', accountId: external.wire.id, currency: internal.currency },
    destination: { destinationType: 'ACCOUNT', accountId: internal.id, currency: internal.currency },
  }
}
