/**
 * Card transactions, from the authorization to the last return (CardTransaction status; Sandbox endpoints). Authorized
 * money is held in the ledger's transit account. A clearing takes its amount from there. If that is not enough, the
 * clearing pulls the difference from the funding source.
 * @module
 */
import type {
  Card,
  CardTransaction,
  Money,
  SimulateAuthorizationBody,
  WebhookType,
} from 'embedded-wallet-auth/wire'
import { ApiError, invalidCurrency, notFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { directionOf } from '../../handler/direction.js'
import { currencyRow } from '../../money/currencies.js'
import { balanceOf, movement, platform, post } from '../../money/ledger.js'
import { newId, safeUuid } from '../../state/ids.js'
import type { CardTransactionRecord } from '../../state/records/cards.js'
import { timestamp } from '../../time/clock.js'
import { schedule } from '../../time/scheduler.js'
import { announceBalances } from '../webhooks/balances.js'
import { publish } from '../webhooks/publish.js'
import { declines, type PullOutcome, pulledAtOnce, pullOutcomes, suffixOf } from './suffixes.js'

/** The ledger account that pays the part of a clearing that the funding source could not pay. */
const losses = 'platform:card-losses'

/**
 * Creates the error for a declined authorization. A declined authorization does not create a card transaction [our
 * choice].
 */
const authorizationRefusal = (code: string): ApiError =>
  new ApiError(400, code, 'The authorization is declined.')

/**
 * Authorizes a payment: pulls the amount from the first funding source with a sufficient balance, and holds it. A
 * FROZEN card declines every authorization. Throws 400 if the authorization is declined or is not in the card's
 * currency. Throws 409 if the card is neither ACTIVE nor FROZEN.
 */
export function authorize(context: Context, card: Card, body: SimulateAuthorizationBody): CardTransaction {
  const { amount, currency, merchant } = body
  if (card.state === 'FROZEN') throw authorizationRefusal('CARD_PAUSED')
  if (card.state !== 'ACTIVE') {
    throw invalidTransition(`The card must be ACTIVE, but it is ${card.state}.`)
  }
  if (currency !== card.currency) {
    throw invalidCurrency('The authorization must have the currency of the card.')
  }
  const suffix = suffixOf(merchant.descriptor)
  const code = Object.hasOwn(declines, suffix) ? declines[suffix] : undefined
  if (code !== undefined) throw authorizationRefusal(code)
  const accountId = card.fundingSources.find((id) => balanceOf(context.state, id, currency) >= BigInt(amount))
  if (accountId === undefined) throw authorizationRefusal('INSUFFICIENT_FUNDS')

  const at = timestamp(context.clock.now())
  const random = newId('CardTransaction')
  const wire: CardTransaction = {
    // The suffix of this id selects the outcome of all pulls for this transaction.
    id: Object.hasOwn(pullOutcomes, suffix) ? `${random.slice(0, -3)}${suffix}` : random,
    cardId: card.id,
    status: 'AUTHORIZED',
    // Defaults for a request without these fields: a miscellaneous shop in the US [our choice].
    merchant: { mcc: '5999', country: 'US', ...merchant },
    authorizedAmount: money(amount, currency),
    accountId,
    pullSummary: { count: 0, totalAmount: 0, pendingCount: 0 },
    refundSummary: { count: 0, totalAmount: 0 },
    settlementSummary: { count: 0, totalAmount: 0 },
    issuerTransactionToken: safeUuid(),
    type: 'OUTGOING',
    source: { sourceType: 'ACCOUNT', accountId, currency },
    destination: { destinationType: 'CARD', cardId: card.id, currency },
    customerId: card.cardholderId,
    platformCustomerId: context.state.customers.get(card.cardholderId)?.platformCustomerId ?? '',
    receivedAmount: money(amount, currency),
    reconciliationInstructions: { reference: random.slice(-12).toUpperCase() },
    authorizedAt: at,
    lastEventAt: at,
    createdAt: at,
    updatedAt: at,
  }
  return put(context, pull(context, { wire, pending: [], reserved: 0 }, amount).record)
}

/**
 * Clears part or all of an authorized payment. An amount of 0 releases the rest of the authorization. Throws 409 unless
 * the transaction is AUTHORIZED or PARTIALLY_SETTLED.
 */
export function clear(context: Context, cardId: string, id: string, amount: number): CardTransaction {
  const record = recordOf(context, cardId, id)
  const { wire } = record
  if (wire.status !== 'AUTHORIZED' && wire.status !== 'PARTIALLY_SETTLED') throw wrongState(wire)
  if (amount === 0) return expire(context, record)
  const settled = wire.settlementSummary.totalAmount + amount
  if (!Number.isSafeInteger(settled)) throw tooMuch()
  const short = Math.max(0, amount - record.reserved)
  const { record: after, lost } = short > 0 ? pull(context, record, short) : { record, lost: 0 }
  const { currency } = wire.authorizedAmount
  post(context.state, [
    { account: platform.transit, currency: currency.code, amount: -BigInt(amount - lost) },
    ...(lost > 0 ? [{ account: losses, currency: currency.code, amount: -BigInt(lost) }] : []),
    { account: platform.outside, currency: currency.code, amount: BigInt(amount) },
  ])
  const whole = settled >= wire.authorizedAmount.amount
  return put(context, {
    ...after,
    reserved: after.reserved - (amount - lost),
    wire: {
      ...after.wire,
      status: lost > 0 ? 'EXCEPTION' : whole ? 'SETTLED' : 'PARTIALLY_SETTLED',
      settledAmount: { amount: settled, currency },
      settlementSummary: { count: wire.settlementSummary.count + 1, totalAmount: settled },
    },
  })
}

/** Releases the money that is still held and closes the transaction. Settled amounts stay settled [our choice]. */
function expire(context: Context, record: CardTransactionRecord): CardTransaction {
  const { wire, reserved } = record
  const { currency } = wire.authorizedAmount
  if (reserved > 0) move(context, platform.transit, wire.accountId, currency.code, reserved)
  const settledAmount = { amount: wire.settlementSummary.totalAmount, currency }
  const pullSummary = { ...wire.pullSummary, pendingCount: 0 }
  return put(context, {
    ...record,
    pending: [],
    reserved: 0,
    wire: { ...wire, status: 'SETTLED', settledAmount, pullSummary },
  })
}

/**
 * Pays settled money back to the account that paid. This closes the transaction, so money that is still held is
 * released too [our choice]. Throws 409 unless the transaction is SETTLED, PARTIALLY_SETTLED or partly REFUNDED. Throws
 * 400 if more than the settled amount would be paid back in total.
 */
export function giveBack(context: Context, cardId: string, id: string, amount: number): CardTransaction {
  const { wire, reserved } = recordOf(context, cardId, id)
  const settled = wire.settlementSummary.totalAmount
  const returned = wire.refundSummary.totalAmount + amount
  const isReturnable =
    wire.status === 'SETTLED' ||
    wire.status === 'PARTIALLY_SETTLED' ||
    (wire.status === 'REFUNDED' && wire.refundSummary.totalAmount < settled)
  if (!isReturnable) throw wrongState(wire)
  if (returned > settled) throw tooMuch()
  const { currency } = wire.authorizedAmount
  move(context, platform.outside, wire.accountId, currency.code, amount)
  if (reserved > 0) move(context, platform.transit, wire.accountId, currency.code, reserved)
  return put(context, {
    pending: [],
    reserved: 0,
    wire: {
      ...wire,
      status: 'REFUNDED',
      pullSummary: { ...wire.pullSummary, pendingCount: 0 },
      refundedAmount: { amount: returned, currency },
      refundSummary: { count: wire.refundSummary.count + 1, totalAmount: returned },
    },
  })
}

/**
 * Pulls an amount from the funding source, and returns the changed record and the amount that could not be pulled
 * (`lost`). The suffix of the transaction's id selects the outcome.
 */
function pull(
  context: Context,
  record: CardTransactionRecord,
  amount: number,
): { readonly record: CardTransactionRecord; readonly lost: number } {
  const { wire, pending, reserved } = record
  const { pullSummary, accountId } = wire
  const { code } = wire.authorizedAmount.currency
  const outcome = outcomeOf(wire.id)
  const count = pullSummary.count + 1
  const enough = balanceOf(context.state, accountId, code) >= BigInt(amount)
  if (outcome.result === 'failed' || !enough) {
    return { record: { ...record, wire: { ...wire, pullSummary: { ...pullSummary, count } } }, lost: amount }
  }
  // The account is debited at once, even if the pull finishes later. So the money cannot be spent twice.
  move(context, accountId, platform.transit, code, amount)
  const at = context.clock.now() + outcome.after
  const summary =
    outcome.after > 0
      ? { ...pullSummary, count, pendingCount: pullSummary.pendingCount + 1 }
      : { ...pullSummary, count, totalAmount: pullSummary.totalAmount + amount }
  if (outcome.after > 0) schedule(context, at, 'pull', wire.id)
  return {
    record: {
      wire: { ...wire, pullSummary: summary },
      pending: outcome.after > 0 ? [...pending, { at, amount }] : pending,
      reserved: reserved + amount,
    },
    lost: 0,
  }
}

const outcomeOf = (id: string): PullOutcome => pullOutcomes[suffixOf(id)] ?? pulledAtOnce

/** Finishes the due pulls of a card transaction. */
export function finishPulls(context: Context, id: string): void {
  const record = context.state.cardTransactions.get(id)
  const due = record?.pending.filter(({ at }) => at <= context.clock.now()) ?? []
  if (!record || due.length === 0) return
  const { wire, pending } = record
  const { pullSummary } = wire
  const totalAmount = due.reduce((sum, { amount }) => sum + amount, pullSummary.totalAmount)
  const lastEventAt = timestamp(Math.max(...due.map(({ at }) => at)))
  const pulled = {
    ...wire,
    pullSummary: { ...pullSummary, totalAmount, pendingCount: pullSummary.pendingCount - due.length },
    lastEventAt,
    updatedAt: lastEventAt,
  }
  context.state.cardTransactions.set(id, {
    ...record,
    pending: pending.filter((pull) => !due.includes(pull)),
    wire: pulled,
  })
  listTransaction(context, pulled)
}

/** Returns the current record of a card transaction. Throws 404 if it is unknown or belongs to another card. */
function recordOf(context: Context, cardId: string, id: string): CardTransactionRecord {
  finishPulls(context, id)
  const record = context.state.cardTransactions.get(id)
  if (!record || record.wire.cardId !== cardId) throw notFound('card transaction')
  return record
}

type CardTransactionEvent = Extract<WebhookType, `CARD_TRANSACTION.${string}`>

function put(context: Context, record: CardTransactionRecord): CardTransaction {
  const { cardTransactions } = context.state
  const at = timestamp(context.clock.now())
  const wire = { ...record.wire, lastEventAt: at, updatedAt: at }
  const before = cardTransactions.get(wire.id)
  cardTransactions.set(wire.id, { ...record, wire })
  listTransaction(context, wire)
  // There is a webhook type for every status of a card transaction.
  if (before?.wire.status !== wire.status) {
    publish(context, `CARD_TRANSACTION.${wire.status}` as CardTransactionEvent, wire)
  }
  announceBalances(context)
  return wire
}

/**
 * Stores a copy of a card transaction in `state.transactions`, so that the calls under `/transactions` find it
 * (Events).
 */
function listTransaction(context: Context, wire: CardTransaction): void {
  const { type = 'OUTGOING', destination = {}, customerId = '', platformCustomerId = '' } = wire
  const { receivedAmount = wire.authorizedAmount } = wire
  const transaction = {
    ...{ ...wire, type, destination, customerId, platformCustomerId, receivedAmount },
    ...directionOf(context, { type }),
  }
  context.state.transactions.set(wire.id, transaction)
}

function move(context: Context, from: string, to: string, currency: string, amount: number): void {
  post(context.state, movement(from, to, currency, BigInt(amount)))
}

const money = (amount: number, code: string): Money => ({ amount, currency: currencyRow(code).currency })

const invalidTransition = (message: string): ApiError =>
  new ApiError(409, 'INVALID_STATE_TRANSITION', message)

const wrongState = ({ status }: CardTransaction): ApiError =>
  invalidTransition(`This is not possible while the card transaction is ${status}.`)

const tooMuch = (): ApiError => new ApiError(400, 'AMOUNT_OUT_OF_RANGE', 'The amount is too large.')
