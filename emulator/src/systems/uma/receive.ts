/** Handles `POST /sandbox/uma/receive`, which simulates a UMA payment to a customer. @module */
import type { SandboxReceiveUmaBody, Transaction } from 'embedded-wallet-auth/wire'
import { ApiError, invalidCurrency } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { presentCustomer } from '../../handler/find-records.js'
import { type CurrencyRow, currencyRow, findCurrency } from '../../money/currencies.js'
import { type Line, movement, platform } from '../../money/ledger.js'
import { completed, type Outcome, transferOutcomes } from '../../money/suffixes.js'
import { newId } from '../../state/ids.js'
import { creationTimes } from '../../time/clock.js'
import { holderOf, requireUmaForm, sameUma } from '../customers/uma-address.js'
import { depositAccountOf } from '../external-accounts/accounts.js'
import { internalAccountsOf } from '../internal-accounts/accounts.js'
import {
  approveIncoming,
  awaitApproval,
  failIncoming,
  isWaiting,
  rejectIncoming,
  transactionById,
} from '../transactions/incoming.js'
import { ownerOf, putTransaction, referenceOf } from '../transactions/records.js'
import { type ApprovalOutcome, askForApproval } from '../webhooks/approval.js'
import { endpointOf } from '../webhooks/deliver.js'
import { approvalWindow, type Incoming, sandboxAddress } from './addresses.js'

/**
 * Simulates a payment to the customer's default UMA deposit account or, if there is none, to an internal account of the
 * customer. Resolves with the resulting transaction.
 *
 * The payment fails if the sender is a sandbox address whose payments fail. Otherwise, if the platform has a webhook
 * endpoint, the platform is asked to approve the payment. Without an endpoint, the payment is approved at once, unless
 * the sender is a sandbox address whose payments wait.
 *
 * Rejects with 404 `USER_NOT_FOUND` for an unknown receiver, 400 `INVALID_RECEIVER` if `receiverUmaAddress` and
 * `customerId` belong to different customers, and 400 `INVALID_CURRENCY` if the currency is unknown or the customer has
 * no account.
 */
export async function receiveUma(context: Context, body: SandboxReceiveUmaBody): Promise<Transaction> {
  const customerId = receiverOf(context, body)
  const currency = findCurrency(body.receivingCurrencyCode)
  if (!currency) throw currencyRefusal()
  const deposit = depositOf(context, customerId, currency, BigInt(body.receivingCurrencyAmount))
  const transaction = incomingTransaction(context, customerId, body, currency, deposit)
  const incoming: Incoming = sandboxAddress(body.senderUmaAddress)?.incoming ?? { kind: 'accepted' }
  const patience = incoming.kind === 'asks' ? incoming.patience : approvalWindow
  const fields = incoming.kind === 'asks' ? incoming.fields : []
  const { id } = transaction
  putTransaction(
    context,
    fields.length > 0 ? { ...transaction, requestedReceiverCustomerInfoFields: fields } : transaction,
  )
  const { delivery, outcome } = deposit
  awaitApproval(context, {
    transactionId: id,
    deadline: context.clock.now() + patience,
    fields,
    delivery,
    outcome,
  })
  if (incoming.kind === 'fails') return failIncoming(context, id, incoming.reason)
  const { state } = context
  const answered: ApprovalOutcome =
    endpointOf(context) === undefined
      ? unasked[incoming.kind]
      : await askForApproval(context, transactionById(context, id), fields)
  // A reset may have removed the payment, or the platform may already have called approve or reject.
  if (context.state === state && isWaiting(context, id)) conclude(context, id, answered)
  return state.transactions.get(id) ?? transaction
}

/** The decision about a payment if the platform has no webhook endpoint. */
const unasked: Readonly<Record<'accepted' | 'asks', ApprovalOutcome>> = {
  accepted: { kind: 'approved', receiverCustomerInfo: {} },
  asks: { kind: 'later' },
}

function conclude(context: Context, id: string, answered: ApprovalOutcome): void {
  if (answered.kind === 'approved') approveIncoming(context, id, answered.receiverCustomerInfo)
  if (answered.kind === 'rejected') rejectIncoming(context, id)
  if (answered.kind === 'failed') failIncoming(context, id, answered.failureReason)
}

function receiverOf(context: Context, { receiverUmaAddress, customerId }: SandboxReceiveUmaBody): string {
  if (receiverUmaAddress !== undefined) requireUmaForm(receiverUmaAddress)
  const holder = receiverUmaAddress === undefined ? customerId : holderOf(context, receiverUmaAddress)
  if (holder === undefined) {
    throw new ApiError(404, 'USER_NOT_FOUND', 'No customer has this UMA address.')
  }
  const customer = presentCustomer(context, customerId ?? holder)
  if (receiverUmaAddress !== undefined && !sameUma(customer.umaAddress, receiverUmaAddress)) {
    const message = 'The UMA address and the customerId belong to different customers.'
    throw new ApiError(400, 'INVALID_RECEIVER', message)
  }
  return customer.id
}

interface Deposit {
  readonly accountId: string
  readonly currency: CurrencyRow
  readonly delivery: readonly Line[]
  readonly outcome: Outcome
}

/**
 * Returns the account that receives the money, and the ledger lines of the delivery. The account is the customer's
 * default UMA deposit account, else the customer's oldest internal account in the received currency, else the
 * customer's oldest internal account. A conversion has no fee [our choice].
 */
function depositOf(context: Context, customerId: string, received: CurrencyRow, amount: bigint): Deposit {
  const external = depositAccountOf(context, customerId)
  if (external) {
    const outcome = transferOutcomes('OFFRAMP_FAILED')[external.suffix] ?? completed
    const currency = currencyRow(external.wire.currency)
    const delivery = linesTo(platform.outside, received, currency, amount)
    return { accountId: external.wire.id, currency, delivery, outcome }
  }
  const accounts = internalAccountsOf(context, customerId)
  const account = accounts.find(({ currency }) => currency === received.currency.code) ?? accounts[0]
  if (!account) throw currencyRefusal()
  const currency = currencyRow(account.currency)
  return {
    accountId: account.id,
    currency,
    delivery: linesTo(account.id, received, currency, amount),
    outcome: completed,
  }
}

function linesTo(payee: string, from: CurrencyRow, to: CurrencyRow, amount: bigint): readonly Line[] {
  const sent = from.currency.code
  const kept = to.currency.code
  const unit = (row: CurrencyRow): bigint => 10n ** BigInt(row.currency.decimals)
  const converted = sent === kept ? amount : (amount * from.value * unit(to)) / (to.value * unit(from))
  if (converted < 1n) throw new ApiError(400, 'AMOUNT_OUT_OF_RANGE', 'The amount rounds to zero.')
  return [
    ...movement(platform.outside, platform.conversion, sent, amount),
    ...movement(platform.conversion, payee, kept, converted),
  ]
}

function incomingTransaction(
  context: Context,
  customerId: string,
  body: SandboxReceiveUmaBody,
  received: CurrencyRow,
  { accountId, currency }: Deposit,
): Transaction {
  const id = newId('Transaction')
  return {
    id,
    status: 'PENDING',
    type: 'INCOMING',
    source: {
      sourceType: 'UMA_ADDRESS',
      umaAddress: body.senderUmaAddress,
      currency: received.currency.code,
    },
    destination: { destinationType: 'ACCOUNT', accountId, currency: currency.currency.code },
    ...ownerOf(context, customerId),
    receivedAmount: { amount: body.receivingCurrencyAmount, currency: received.currency },
    reconciliationInstructions: { reference: referenceOf(id) },
    ...creationTimes(context.clock),
  }
}

const currencyRefusal = (): ApiError =>
  invalidCurrency('The currency is unknown, or the customer has no account.', 'receivingCurrencyCode')
