/**
 * Schemas and routes of transactions (Transaction). `GET /transactions` has two more filters than an agent's list. Long
 * because a transaction has many fields.
 * @module
 */
import * as v from 'valibot'
import { CustomerInfo, RequestedField } from './field-names.js'
import { Money, Rate } from './money.js'
import type { Unlisted } from './open-sets.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import { RateDetails } from './rate-details.js'
import type { FilterSchemas, TypedRoute } from './route.js'
import {
  Amount,
  id,
  looseObject,
  object,
  openSet,
  type Schema,
  Timestamp,
  text,
  withDefault,
} from './schema.js'

/** The statuses of a transaction. */
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

/** The statuses of a card transaction. */
export const cardTransactionStatuses = [
  'AUTHORIZED',
  'PARTIALLY_SETTLED',
  'SETTLED',
  'REFUNDED',
  'EXCEPTION',
] as const

/** The types of transactions: the direction of the payment from the customer's point of view. */
export const transactionTypes = ['INCOMING', 'OUTGOING'] as const

/** The reasons why a transaction can fail. */
export const failureReasons = [
  'LNURLP_FAILED',
  'PAY_REQUEST_FAILED',
  'PAYMENT_APPROVAL_WEBHOOK_ERROR',
  'PAYMENT_APPROVAL_TIMED_OUT',
  'OFFRAMP_FAILED',
  'MISSING_MANDATORY_PAYEE_DATA',
  'QUOTE_EXPIRED',
  'QUOTE_EXECUTION_FAILED',
  // Of the later description (wire-facts 12 [current]).
  'QUOTE_RATE_UNAVAILABLE',
  'SCA_NOT_COMPLETED',
] as const

/** One of {@link failureReasons}. */
export type FailureReason = (typeof failureReasons)[number]

/** A refund of money that could not be delivered [reference]. */
export interface Refund {
  readonly reference: string
  readonly initiatedAt: string
  /** `PENDING`, `COMPLETED` or `FAILED`. */
  readonly status: string
  readonly settledAt?: string
  /** `TRANSACTION_FAILED`, `USER_CANCELLATION` or `TIMEOUT`. */
  readonly reason?: string
}

export const Refund: Schema<Refund> = looseObject({
  reference: text(256),
  initiatedAt: Timestamp,
  status: text(64),
  settledAt: v.exactOptional(Timestamp),
  reason: v.exactOptional(text(64)),
})

/** The id of a transaction. The ids of card transactions begin with `CardTransaction:`. */
const TransactionId: Schema<string> = v.pipe(
  v.string(),
  v.maxLength(64),
  v.regex(/^(Card)?Transaction:[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/),
)

/** A payment, from the point of view of the customer who sent or received it. */
export interface Transaction {
  /** `Transaction:<uuid>`, or `CardTransaction:<uuid>` */
  readonly id: string
  /** A `CardTransaction` has a card transaction's statuses here, too (Events). */
  readonly status: (typeof transactionStatuses | typeof cardTransactionStatuses)[number] | Unlisted
  readonly type: (typeof transactionTypes)[number] | Unlisted
  /** Which way the money moves. Of the later description (wire-facts 12 [current]). */
  readonly direction?: 'CREDIT' | 'DEBIT' | Unlisted
  readonly source?: Readonly<Record<string, unknown>>
  readonly destination: Readonly<Record<string, unknown>>
  /** The sender of an outgoing payment, or the recipient of an incoming one. */
  readonly customerId: string
  readonly platformCustomerId: string
  /** Only for outgoing transactions [reference]. */
  readonly sentAmount?: Money
  readonly receivedAmount: Money
  /** In the smallest unit of the sending currency. Only for outgoing transactions [reference]. */
  readonly fees?: number
  /** Only for outgoing transactions [reference]. */
  readonly quoteId?: string
  /**
   * The price of one unit of the receiving currency, in units of the sending currency. Only for outgoing transactions
   * [reference]. Never compute with this rate: public examples contradict this description (wire-facts 7.1).
   */
  readonly exchangeRate?: number
  /** Present only if an agent initiated the payment. */
  readonly agentId?: string
  readonly description?: string
  /** Information about the other party, by field name. */
  readonly counterpartyInformation?: CustomerInfo
  readonly rateDetails?: RateDetails
  readonly failureReason?: (typeof failureReasons)[number] | Unlisted
  /** Only for outgoing transactions [reference]. */
  readonly refund?: Refund
  /** The customer fields that the platform is asked to send when it approves this incoming payment [reference]. */
  readonly requestedReceiverCustomerInfoFields?: readonly RequestedField[]
  /** Present in every status except `CREATED`. */
  readonly reconciliationInstructions?: { readonly reference: string }
  readonly settledAt?: string
  readonly createdAt?: string
  readonly updatedAt?: string
}

export const Transaction: Schema<Transaction> = looseObject({
  id: TransactionId,
  status: openSet(transactionStatuses),
  type: openSet(transactionTypes),
  direction: v.exactOptional(openSet(['CREDIT', 'DEBIT'])),
  source: v.exactOptional(looseObject({})),
  destination: looseObject({}),
  customerId: id('Customer'),
  platformCustomerId: text(256),
  sentAmount: v.exactOptional(Money),
  receivedAmount: Money,
  fees: v.exactOptional(Amount),
  quoteId: v.exactOptional(id('Quote')),
  exchangeRate: v.exactOptional(Rate),
  agentId: v.exactOptional(id('Agent')),
  description: v.exactOptional(v.pipe(v.string(), v.maxLength(1024))),
  counterpartyInformation: v.exactOptional(CustomerInfo),
  rateDetails: v.exactOptional(RateDetails),
  failureReason: v.exactOptional(openSet(failureReasons)),
  refund: v.exactOptional(Refund),
  requestedReceiverCustomerInfoFields: v.exactOptional(v.array(RequestedField)),
  reconciliationInstructions: v.exactOptional(looseObject({ reference: text(256) })),
  settledAt: v.exactOptional(Timestamp),
  createdAt: v.exactOptional(Timestamp),
  updatedAt: v.exactOptional(Timestamp),
})

/**
 * The filters that all lists of transactions share. `startDate` and `endDate` are inclusive; `sortOrder` defaults to
 * `desc`.
 */
export interface CustomerTransactionFilters extends PageFilters {
  readonly accountIdentifier?: string
  readonly senderAccountIdentifier?: string
  readonly receiverAccountIdentifier?: string
  readonly status?: (typeof transactionStatuses)[number]
  readonly type?: 'INCOMING' | 'OUTGOING'
  readonly reference?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly sortOrder?: 'asc' | 'desc'
}

/** The schemas of {@link CustomerTransactionFilters}. */
export const customerTransactionFilters: FilterSchemas<CustomerTransactionFilters> = {
  ...pageFilters,
  accountIdentifier: text(320),
  senderAccountIdentifier: text(320),
  receiverAccountIdentifier: text(320),
  status: v.picklist(transactionStatuses),
  type: v.picklist(transactionTypes),
  reference: text(256),
  startDate: Timestamp,
  endDate: Timestamp,
  sortOrder: withDefault(v.picklist(['asc', 'desc']), 'desc'),
}

/** Filters of {@link listTransactionsRoute}. */
export interface TransactionFilters extends CustomerTransactionFilters {
  readonly customerId?: string
  readonly platformCustomerId?: string
}

/** `GET /transactions` [reference]: the list includes card transactions. */
export const listTransactionsRoute: TypedRoute<
  undefined,
  Page<Transaction>,
  { filters: TransactionFilters }
> = {
  operation: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  filters: { ...customerTransactionFilters, customerId: id('Customer'), platformCustomerId: text(256) },
  answer: pageOf(Transaction),
}

/** `GET /transactions/{transactionId}` [reference]: accepts the id of a card transaction too. */
export const getTransactionRoute: TypedRoute<undefined, Transaction, { pathText: 'transactionId' }> = {
  operation: 'getTransaction',
  method: 'GET',
  path: '/transactions/{transactionId}',
  pathText: { transactionId: TransactionId },
  answer: Transaction,
}

/**
 * Body of {@link approveTransactionRoute}. It contains the values of the fields that the webhook
 * `INCOMING_PAYMENT.PENDING` listed in `requestedReceiverCustomerInfoFields` [reference].
 */
export interface ApproveTransactionBody {
  readonly receiverCustomerInfo?: CustomerInfo
}

/**
 * `POST /transactions/{transactionId}/approve`: approves an incoming payment. Answers 409 unless the payment is waiting
 * for approval [reference].
 */
export const approveTransactionRoute: TypedRoute<
  ApproveTransactionBody | undefined,
  Transaction,
  { params: 'transactionId' }
> = {
  operation: 'approveTransaction',
  method: 'POST',
  path: '/transactions/{transactionId}/approve',
  params: { transactionId: 'Transaction' },
  body: v.optional(object({ receiverCustomerInfo: v.exactOptional(CustomerInfo) })),
  answer: Transaction,
}

/** Body of {@link rejectTransactionRoute}. */
export interface RejectTransactionBody {
  /** Passed on to the sender. */
  readonly reason?: string
}

/**
 * `POST /transactions/{transactionId}/reject` [reference]: rejects an incoming payment. Answers 409 unless the payment
 * is waiting for approval.
 */
export const rejectTransactionRoute: TypedRoute<
  RejectTransactionBody | undefined,
  Transaction,
  { params: 'transactionId' }
> = {
  operation: 'rejectTransaction',
  method: 'POST',
  path: '/transactions/{transactionId}/reject',
  params: { transactionId: 'Transaction' },
  body: v.optional(object({ reason: v.exactOptional(text(1024)) })),
  answer: Transaction,
}
