/**
 * Schemas of webhooks and of the platform's answer to a webhook that asks for approval, and the route that sends a test
 * webhook (Events). All except the route are from the service's public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import { AgentAction } from './agent-actions.js'
import { BulkJob } from './bulk-customers.js'
import { CardTransaction } from './card-transactions.js'
import { Card } from './cards.js'
import { Customer } from './customers.js'
import { InternalAccount } from './internal-accounts.js'
import { Invitation } from './invitations.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, type Schema, Timestamp, text } from './schema.js'
import { Transaction } from './transactions.js'
import { Verification } from './verifications.js'

/**
 * The types of webhooks, each with the schema of its `data`: a new event is one row here. The `CARD_TRANSACTION` types
 * are from a later version of the service's public API reference [current].
 *
 * The declared type of this table comes from its text alone (`isolatedDeclarations`), so each row names its type. The
 * compiler refuses a row whose schema parses to an unrelated type.
 */
export const webhookTypes = {
  'OUTGOING_PAYMENT.PENDING': Transaction as Schema<Transaction>,
  'OUTGOING_PAYMENT.PROCESSING': Transaction as Schema<Transaction>,
  'OUTGOING_PAYMENT.COMPLETED': Transaction as Schema<Transaction>,
  'OUTGOING_PAYMENT.FAILED': Transaction as Schema<Transaction>,
  'OUTGOING_PAYMENT.EXPIRED': Transaction as Schema<Transaction>,
  'OUTGOING_PAYMENT.REFUND_PENDING': Transaction as Schema<Transaction>,
  'OUTGOING_PAYMENT.REFUND_COMPLETED': Transaction as Schema<Transaction>,
  'OUTGOING_PAYMENT.REFUND_FAILED': Transaction as Schema<Transaction>,
  'INCOMING_PAYMENT.PENDING': Transaction as Schema<Transaction>,
  'INCOMING_PAYMENT.COMPLETED': Transaction as Schema<Transaction>,
  'INCOMING_PAYMENT.FAILED': Transaction as Schema<Transaction>,
  'CUSTOMER.KYC_APPROVED': Customer as Schema<Customer>,
  'CUSTOMER.KYC_REJECTED': Customer as Schema<Customer>,
  'CUSTOMER.KYC_PENDING': Customer as Schema<Customer>,
  'CUSTOMER.KYB_APPROVED': Customer as Schema<Customer>,
  'CUSTOMER.KYB_REJECTED': Customer as Schema<Customer>,
  'CUSTOMER.KYB_PENDING': Customer as Schema<Customer>,
  'VERIFICATION.APPROVED': Verification as Schema<Verification>,
  'VERIFICATION.REJECTED': Verification as Schema<Verification>,
  'VERIFICATION.RESOLVE_ERRORS': Verification as Schema<Verification>,
  'VERIFICATION.IN_PROGRESS': Verification as Schema<Verification>,
  'VERIFICATION.PENDING_MANUAL_REVIEW': Verification as Schema<Verification>,
  'VERIFICATION.READY_FOR_VERIFICATION': Verification as Schema<Verification>,
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': InternalAccount as Schema<InternalAccount>,
  'INTERNAL_ACCOUNT.STATUS_UPDATED': InternalAccount as Schema<InternalAccount>,
  'INVITATION.CLAIMED': Invitation as Schema<Invitation>,
  'BULK_UPLOAD.COMPLETED': BulkJob as Schema<BulkJob>,
  'BULK_UPLOAD.FAILED': BulkJob as Schema<BulkJob>,
  'AGENT_ACTION.PENDING_APPROVAL': AgentAction as Schema<AgentAction>,
  'CARD.STATE_CHANGE': Card as Schema<Card>,
  'CARD.FUNDING_SOURCE_CHANGE': Card as Schema<Card>,
  'CARD_TRANSACTION.AUTHORIZED': CardTransaction as Schema<CardTransaction>,
  'CARD_TRANSACTION.PARTIALLY_SETTLED': CardTransaction as Schema<CardTransaction>,
  'CARD_TRANSACTION.SETTLED': CardTransaction as Schema<CardTransaction>,
  'CARD_TRANSACTION.REFUNDED': CardTransaction as Schema<CardTransaction>,
  'CARD_TRANSACTION.EXCEPTION': CardTransaction as Schema<CardTransaction>,
  /** The `data` of a test event is empty. */
  TEST: looseObject({}) as Schema<Readonly<Record<string, unknown>>>,
} as const

/** One of {@link webhookTypes}. */
export type WebhookType = keyof typeof webhookTypes

/** The `data` of an event of the type. */
export type WebhookData<Type extends WebhookType> = v.InferOutput<(typeof webhookTypes)[Type]>

/** The types that are spelled differently in a webhook, each with that spelling (Events). */
export const webhookSpellings: Readonly<Partial<Record<WebhookType, string>>> = {
  'INVITATION.CLAIMED': 'INVITATION_CLAIMED',
}

/**
 * Other spellings that are accepted in a received webhook, each with its type in {@link webhookTypes}. The service's
 * interface description writes `INVITATION_CLAIMED`.
 */
export const webhookTypeAliases: Readonly<Record<string, WebhookType>> = {
  INVITATION_CLAIMED: 'INVITATION.CLAIMED',
}

/** The body of a webhook. */
export interface WebhookEvent {
  /** `Webhook:<uuid>`. Every delivery attempt has the same id, so that the receiver can recognize duplicates. */
  readonly id: string
  /** One of {@link webhookTypes}; unknown values are accepted. */
  readonly type: string
  readonly timestamp: string
  /** The resource that the event is about; empty for `TEST`. */
  readonly data: Readonly<Record<string, unknown>>
}

export const WebhookEvent: Schema<WebhookEvent> = looseObject({
  id: id('Webhook'),
  type: text(128),
  timestamp: Timestamp,
  data: looseObject({}),
})

/** The header with the signature over the raw body: ECDSA with P-256 and SHA-256, in DER and then base64. */
export const webhookSignatureHeader = 'X-Service-Signature'

/**
 * The body of the platform's answer to the webhook `INCOMING_PAYMENT.PENDING`. It has `receiverCustomerInfo` if the
 * answer's status is 200, `reason` if 403, and `requiredFields` if 422.
 */
export interface ApprovalAnswer {
  readonly receiverCustomerInfo?: Readonly<Record<string, string>>
  readonly code?: string
  readonly message?: string
  readonly reason?: string
  readonly requiredFields?: readonly unknown[]
}

export const ApprovalAnswer: Schema<ApprovalAnswer> = looseObject({
  receiverCustomerInfo: v.exactOptional(
    v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.string(), v.maxLength(1024))),
  ),
  code: v.exactOptional(text(128)),
  message: v.exactOptional(v.pipe(v.string(), v.maxLength(4096))),
  reason: v.exactOptional(v.pipe(v.string(), v.maxLength(1024))),
  requiredFields: v.exactOptional(v.array(v.unknown())),
})

/** The answer from the platform's webhook endpoint to a test webhook. */
export interface TestDelivery {
  /** The HTTP status of the endpoint's answer. */
  readonly response_status: number
  readonly url?: string
  /** The unparsed body of the endpoint's answer, at most 65,536 characters. */
  readonly response_body?: string
}

/**
 * `POST /sandbox/webhooks/test`: answers 400 if the platform has no webhook endpoint, or if the endpoint does not
 * answer [reference].
 */
export const sendTestWebhookRoute: TypedRoute<undefined, TestDelivery> = {
  operation: 'sendTestWebhook',
  method: 'POST',
  path: '/sandbox/webhooks/test',
  answer: looseObject({
    response_status: v.pipe(v.number(), v.integer()),
    url: v.exactOptional(text(2048)),
    response_body: v.exactOptional(v.pipe(v.string(), v.maxLength(65_536))),
  }),
}
