/** Transfers that an agent sets going: what is asked of them, and the payment (Transfer in and transfer out). @module */
import type { TransferDetails } from '../../spec/agent-actions.js'
import type { Transaction } from '../../spec/transactions.js'
import type { TransferBody } from '../../spec/transfers.js'
import { timestamp } from '../clock.js'
import { currencyRow } from '../currencies.js'
import { externalAccountById } from '../external-accounts/accounts.js'
import { newId } from '../ids.js'
import { balanceOf, type Line, platform } from '../ledger.js'
import { accountById } from '../lookup.js'
import { invalidInput, Refusal } from '../refusal.js'
import { done, transferOutcomes } from '../transactions/outcomes.js'
import { startPayment } from '../transactions/payments.js'
import { ownerOf, referenceOf } from '../transactions/records.js'
import { reversed } from '../transactions/reversed.js'
import type { World } from '../world.js'
import type { ActionTask } from './record.js'

/** Which end of a transfer is the internal account. */
const ends = {
  TRANSFER_OUT: { internal: 'source', external: 'destination' },
  TRANSFER_IN: { internal: 'destination', external: 'source' },
} as const

/** A transfer's direction. */
export type TransferType = keyof typeof ends

/**
 * What a transfer moves. Throws 404 for an account that does not exist, and 400 where the two hold different currencies or
 * an embedded wallet, which moves money by stamped quotes only, would have to pay.
 */
export function transferDetails(world: World, type: TransferType, body: TransferBody): TransferDetails {
  const internal = accountById(world, body[ends[type].internal].accountId)
  const external = externalAccountById(world, body[ends[type].external].accountId).wire
  if (type === 'TRANSFER_OUT' && internal.wallet) {
    throw invalidInput('An embedded wallet pays by stamped quotes.', 'source.accountId')
  }
  if (internal.currency !== external.currency) {
    throw new Refusal(400, 'INVALID_CURRENCY', 'The two accounts hold different currencies.')
  }
  return {
    amount: body.amount,
    currency: internal.currency,
    sourceAccountId: body.source.accountId,
    destinationAccountId: body.destination.accountId,
  }
}

/** Starts the payment. Throws 404 for an account that is gone and 400 `INSUFFICIENT_BALANCE`. */
export function startTransfer(
  world: World,
  { type, details }: Extract<ActionTask, { type: TransferType }>,
  by: { readonly agentId: string; readonly customerId: string },
): Transaction {
  const isOut = type === 'TRANSFER_OUT'
  const { amount, currency, sourceAccountId, destinationAccountId } = details
  const [internalId, externalId] = isOut
    ? [sourceAccountId, destinationAccountId]
    : [destinationAccountId, sourceAccountId]
  const { id: account } = accountById(world, internalId)
  const { suffix } = externalAccountById(world, externalId)
  if (isOut && balanceOf(world.state, account, currency) < BigInt(amount)) {
    throw new Refusal(400, 'INSUFFICIENT_BALANCE', 'The source account holds too little.')
  }
  const [payer, payee] = isOut ? [account, platform.outside] : [platform.outside, account]
  const debit = isOut ? lines(payer, platform.transit, details) : []
  const delivery = isOut ? lines(platform.transit, payee, details) : lines(payer, payee, details)
  const outcomes = transferOutcomes(isOut ? 'OFFRAMP_FAILED' : 'PAY_REQUEST_FAILED')
  return startPayment(world, {
    transaction: newTransaction(world, type, details, by),
    debit,
    delivery,
    wayBack: reversed(debit),
    outcome: outcomes[suffix] ?? done,
  })
}

const lines = (from: string, to: string, { amount, currency }: TransferDetails): readonly Line[] => [
  { account: from, currency, amount: -BigInt(amount) },
  { account: to, currency, amount: BigInt(amount) },
]

function newTransaction(
  world: World,
  type: TransferType,
  { amount, currency: code, sourceAccountId, destinationAccountId }: TransferDetails,
  { agentId, customerId }: { readonly agentId: string; readonly customerId: string },
): Transaction {
  const id = newId('Transaction')
  const now = timestamp(world.clock.now())
  const money = { amount, currency: currencyRow(code).currency }
  return {
    id,
    status: 'PENDING',
    type: type === 'TRANSFER_OUT' ? 'OUTGOING' : 'INCOMING',
    source: { sourceType: 'ACCOUNT', accountId: sourceAccountId, currency: code },
    destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId, currency: code },
    ...ownerOf(world, customerId),
    ...(type === 'TRANSFER_OUT' ? { sentAmount: money } : {}),
    receivedAmount: money,
    reconciliationInstructions: { reference: referenceOf(id) },
    agentId,
    createdAt: now,
    updatedAt: now,
  }
}
