/**
 * Schemas and routes of card transactions and of the sandbox calls that simulate them (CardTransaction; Sandbox
 * endpoints).
 * @module
 */
import * as v from 'valibot'
import { CurrencyCode, Money } from './money.js'
import type { Unlisted } from './open-sets.js'
import type { TypedRoute } from './route.js'
import { Amount, id, looseObject, object, openSet, type Schema, Timestamp, text } from './schema.js'
import { cardTransactionStatuses, transactionTypes } from './transactions.js'

/** The merchant where a card was used. */
export interface Merchant {
  readonly descriptor: string
  /** Merchant category code, four digits. */
  readonly mcc?: string
  /** ISO 3166-1 alpha-2 country code. */
  readonly country?: string
}

/**
 * The number of a card transaction's pulls, settlements or refunds, and their total in the smallest unit of the card's
 * currency.
 */
export interface Summary {
  readonly count: number
  readonly totalAmount: number
}

/** A summary of the pulls, which are debits from the funding source. */
export interface PullSummary extends Summary {
  /** The number of pulls that have not finished. */
  readonly pendingCount: number
}

/** One card payment, from its authorization to its last return. */
export interface CardTransaction {
  /** `CardTransaction:<uuid>` */
  readonly id: string
  readonly cardId: string
  readonly status: (typeof cardTransactionStatuses)[number] | Unlisted
  readonly merchant: Merchant
  readonly authorizedAmount: Money
  /** The internal account that pays. */
  readonly accountId: string
  readonly pullSummary: PullSummary
  readonly refundSummary: Summary
  readonly settlementSummary: Summary
  readonly issuerTransactionToken?: string
  readonly settledAmount?: Money
  /**
   * This field and the next six have the same meaning as in a `Transaction`: `type` is `OUTGOING`, `source` is the
   * account that pays, `destination` is the card, and `receivedAmount` is the authorized amount.
   */
  readonly type?: (typeof transactionTypes)[number] | Unlisted
  readonly source?: Readonly<Record<string, unknown>>
  readonly destination?: Readonly<Record<string, unknown>>
  readonly customerId?: string
  readonly platformCustomerId?: string
  readonly receivedAmount?: Money
  readonly reconciliationInstructions?: { readonly reference: string }
  readonly refundedAmount?: Money
  readonly authorizedAt: string
  /** The time of the latest reconciled event. */
  readonly lastEventAt?: string
  /** Equal to `authorizedAt`. */
  readonly createdAt: string
  readonly updatedAt: string
}

const summary = { count: v.pipe(Amount, v.minValue(0)), totalAmount: Amount }

export const CardTransaction: Schema<CardTransaction> = looseObject({
  id: id('CardTransaction'),
  cardId: id('Card'),
  status: openSet(cardTransactionStatuses),
  merchant: looseObject({
    descriptor: text(256),
    mcc: v.exactOptional(text(16)),
    country: v.exactOptional(text(16)),
  }),
  authorizedAmount: Money,
  accountId: text(64),
  pullSummary: looseObject({ ...summary, pendingCount: v.pipe(Amount, v.minValue(0)) }),
  refundSummary: looseObject(summary),
  settlementSummary: looseObject(summary),
  issuerTransactionToken: v.exactOptional(text(256)),
  settledAmount: v.exactOptional(Money),
  type: v.exactOptional(openSet(transactionTypes)),
  source: v.exactOptional(looseObject({})),
  destination: v.exactOptional(looseObject({})),
  customerId: v.exactOptional(id('Customer')),
  platformCustomerId: v.exactOptional(text(256)),
  receivedAmount: v.exactOptional(Money),
  reconciliationInstructions: v.exactOptional(looseObject({ reference: text(256) })),
  refundedAmount: v.exactOptional(Money),
  authorizedAt: Timestamp,
  lastEventAt: v.exactOptional(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const positive = v.pipe(Amount, v.minValue(1))

/** Body of {@link simulateAuthorizationRoute} [reference]. */
export interface SimulateAuthorizationBody {
  /** In the currency's smallest unit; at least 1. */
  readonly amount: number
  /** The code of the card's currency. */
  readonly currency: string
  readonly merchant: Merchant
}

/**
 * `POST /sandbox/cards/{id}/simulate/authorization` [reference]. The last three characters of `merchant.descriptor`
 * determine the outcome.
 */
export const simulateAuthorizationRoute: TypedRoute<
  SimulateAuthorizationBody,
  CardTransaction,
  { params: 'id' }
> = {
  operation: 'simulateAuthorization',
  method: 'POST',
  path: '/sandbox/cards/{id}/simulate/authorization',
  params: { id: 'Card' },
  body: object({
    amount: positive,
    currency: CurrencyCode,
    merchant: object({
      descriptor: text(256),
      mcc: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{4}$/))),
      country: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
    }),
  }),
  answer: CardTransaction,
}

/** Body of {@link simulateClearingRoute} and {@link simulateReturnRoute}. */
export interface SimulateEventBody {
  readonly cardTransactionId: string
  /**
   * In the currency's smallest unit. For a clearing, 0 simulates the expiry of the authorization. For a return, at
   * least 1.
   */
  readonly amount: number
}

/** `POST /sandbox/cards/{id}/simulate/clearing`: the transaction must be `AUTHORIZED` or `PARTIALLY_SETTLED`. */
export const simulateClearingRoute: TypedRoute<SimulateEventBody, CardTransaction, { params: 'id' }> = {
  operation: 'simulateClearing',
  method: 'POST',
  path: '/sandbox/cards/{id}/simulate/clearing',
  params: { id: 'Card' },
  body: object({ cardTransactionId: id('CardTransaction'), amount: v.pipe(Amount, v.minValue(0)) }),
  answer: CardTransaction,
}

/** `POST /sandbox/cards/{id}/simulate/return` [reference] */
export const simulateReturnRoute: TypedRoute<SimulateEventBody, CardTransaction, { params: 'id' }> = {
  operation: 'simulateReturn',
  method: 'POST',
  path: '/sandbox/cards/{id}/simulate/return',
  params: { id: 'Card' },
  body: object({ cardTransactionId: id('CardTransaction'), amount: positive }),
  answer: CardTransaction,
}
