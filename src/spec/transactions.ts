/** Transactions (Transaction; the filters of the agent transaction list): schemas and routes. @module */
import * as v from 'valibot'
import { Money } from './money.js'
import { type Page, pageFilters, pageOf } from './page.js'
import type { Route } from './route.js'
import { Amount, id, type Schema, Timestamp, text } from './schema.js'

export const transactionStatuses = [
  'CREATED',
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
] as const

export interface Transaction {
  /** `Transaction:<uuid>` */
  readonly id: string
  /** One of {@link transactionStatuses}; read as an open set. */
  readonly status: string
  /** `INCOMING` or `OUTGOING` */
  readonly type: string
  readonly source?: Readonly<Record<string, unknown>>
  readonly destination: Readonly<Record<string, unknown>>
  /** The sender of an outgoing, the recipient of an incoming one. */
  readonly customerId: string
  readonly platformCustomerId: string
  /** Outgoing only [at date]. */
  readonly sentAmount?: Money
  readonly receivedAmount: Money
  /** Smallest unit of the sending currency; outgoing only [at date]. */
  readonly fees?: number
  /** Outgoing only [at date]. */
  readonly quoteId?: string
  readonly description?: string
  readonly failureReason?: string
  /** For every status but `CREATED`. */
  readonly reconciliationInstructions?: { readonly reference: string }
  readonly settledAt?: string
  readonly createdAt?: string
  readonly updatedAt?: string
}

export const Transaction: Schema<Transaction> = v.looseObject({
  id: id('Transaction'),
  status: text(64),
  type: text(64),
  source: v.exactOptional(v.looseObject({})),
  destination: v.looseObject({}),
  customerId: id('Customer'),
  platformCustomerId: text(256),
  sentAmount: v.exactOptional(Money),
  receivedAmount: Money,
  fees: v.exactOptional(Amount),
  quoteId: v.exactOptional(id('Quote')),
  description: v.exactOptional(v.pipe(v.string(), v.maxLength(1024))),
  failureReason: v.exactOptional(text(64)),
  reconciliationInstructions: v.exactOptional(v.looseObject({ reference: text(256) })),
  settledAt: v.exactOptional(Timestamp),
  createdAt: v.exactOptional(Timestamp),
  updatedAt: v.exactOptional(Timestamp),
})

/** `GET /transactions` [at date]; dates are inclusive, `sortOrder` defaults to `desc`. */
export const listTransactions: Route<undefined, Page<Transaction>> = {
  operation: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  params: {},
  query: {},
  filters: {
    ...pageFilters,
    customerId: id('Customer'),
    platformCustomerId: text(256),
    accountIdentifier: text(320),
    senderAccountIdentifier: text(320),
    receiverAccountIdentifier: text(320),
    status: v.picklist(transactionStatuses),
    type: v.picklist(['INCOMING', 'OUTGOING']),
    reference: text(256),
    startDate: Timestamp,
    endDate: Timestamp,
    sortOrder: v.picklist(['asc', 'desc']),
  },
  body: undefined,
  status: 200,
  answer: pageOf(Transaction),
}

/** `GET /transactions/{transactionId}` [at date] */
export const getTransaction: Route<undefined, Transaction> = {
  operation: 'getTransaction',
  method: 'GET',
  path: '/transactions/{transactionId}',
  params: { transactionId: 'Transaction' },
  query: {},
  body: undefined,
  status: 200,
  answer: Transaction,
}
