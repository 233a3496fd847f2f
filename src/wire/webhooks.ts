/**
 * Webhooks: the envelope, the types of events, the answer to an approval request, and the call that sends a test
 * event (Events; all but the test call [at date]).
 * @module
 */
import * as v from 'valibot'
import type { TypedRoute } from './route.js'
import { id, type Schema, Timestamp, text } from './schema.js'

/** All webhook types; those of card transactions are [current]. */
export const webhookTypes = [
  'OUTGOING_PAYMENT.PENDING',
  'OUTGOING_PAYMENT.PROCESSING',
  'OUTGOING_PAYMENT.COMPLETED',
  'OUTGOING_PAYMENT.FAILED',
  'OUTGOING_PAYMENT.EXPIRED',
  'OUTGOING_PAYMENT.REFUND_PENDING',
  'OUTGOING_PAYMENT.REFUND_COMPLETED',
  'OUTGOING_PAYMENT.REFUND_FAILED',
  'INCOMING_PAYMENT.PENDING',
  'INCOMING_PAYMENT.COMPLETED',
  'INCOMING_PAYMENT.FAILED',
  'CUSTOMER.KYC_APPROVED',
  'CUSTOMER.KYC_REJECTED',
  'CUSTOMER.KYC_PENDING',
  'CUSTOMER.KYB_APPROVED',
  'CUSTOMER.KYB_REJECTED',
  'CUSTOMER.KYB_PENDING',
  'VERIFICATION.APPROVED',
  'VERIFICATION.REJECTED',
  'VERIFICATION.RESOLVE_ERRORS',
  'VERIFICATION.IN_PROGRESS',
  'VERIFICATION.PENDING_MANUAL_REVIEW',
  'VERIFICATION.READY_FOR_VERIFICATION',
  'INTERNAL_ACCOUNT.BALANCE_UPDATED',
  'INTERNAL_ACCOUNT.STATUS_UPDATED',
  'INVITATION.CLAIMED',
  'BULK_UPLOAD.COMPLETED',
  'BULK_UPLOAD.FAILED',
  'AGENT_ACTION.PENDING_APPROVAL',
  'CARD.STATE_CHANGE',
  'CARD.FUNDING_SOURCE_CHANGE',
  'CARD_TRANSACTION.AUTHORIZED',
  'CARD_TRANSACTION.PARTIALLY_SETTLED',
  'CARD_TRANSACTION.SETTLED',
  'CARD_TRANSACTION.REFUNDED',
  'CARD_TRANSACTION.EXCEPTION',
  'TEST',
] as const

/** One of {@link webhookTypes}. */
export type WebhookType = (typeof webhookTypes)[number]

/** The types whose spelling in a webhook differs from their name here (Events). */
export const webhookSpellings: Readonly<Partial<Record<WebhookType, string>>> = {
  'INVITATION.CLAIMED': 'INVITATION_CLAIMED',
}

/** Other spellings of types in {@link webhookTypes}. The interface's text writes this type without a dot. */
export const webhookTypeAliases: Readonly<Record<string, WebhookType>> = {
  INVITATION_CLAIMED: 'INVITATION.CLAIMED',
}

/** The body of a webhook. */
export interface WebhookEvent {
  /** `Webhook:<uuid>`, the same on every attempt, so that a receiver can recognize duplicates. */
  readonly id: string
  /** One of {@link webhookTypes}; read as an open set. */
  readonly type: string
  readonly timestamp: string
  /** The resource itself; empty for `TEST`. */
  readonly data: Readonly<Record<string, unknown>>
}

export const WebhookEvent: Schema<WebhookEvent> = v.looseObject({
  id: id('Webhook'),
  type: text(128),
  timestamp: Timestamp,
  data: v.looseObject({}),
})

/** The header with the signature: base64 of a DER ECDSA P-256/SHA-256 signature over the raw body. */
export const webhookSignatureHeader = 'X-Service-Signature'

/**
 * The body of an answer to `INCOMING_PAYMENT.PENDING`: `receiverCustomerInfo` with 200, `reason` with 403,
 * `requiredFields` with 422.
 */
export interface ApprovalAnswer {
  readonly receiverCustomerInfo?: Readonly<Record<string, string>>
  readonly code?: string
  readonly message?: string
  readonly reason?: string
  readonly requiredFields?: readonly unknown[]
}

export const ApprovalAnswer: Schema<ApprovalAnswer> = v.looseObject({
  receiverCustomerInfo: v.exactOptional(
    v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.string(), v.maxLength(1024))),
  ),
  code: v.exactOptional(text(128)),
  message: v.exactOptional(v.pipe(v.string(), v.maxLength(4096))),
  reason: v.exactOptional(v.pipe(v.string(), v.maxLength(1024))),
  requiredFields: v.exactOptional(v.array(v.unknown())),
})

/** What the endpoint answered to a test delivery. */
export interface TestDelivery {
  /** HTTP status. */
  readonly response_status: number
  readonly url?: string
  /** Raw, at most 65536 characters. */
  readonly response_body?: string
}

/** `POST /sandbox/webhooks/test`: answers 400 if there is no endpoint, or if the endpoint does not answer [at date]. */
export const sendTestWebhookRoute: TypedRoute<undefined, TestDelivery> = {
  operation: 'sendTestWebhook',
  method: 'POST',
  path: '/sandbox/webhooks/test',
  status: 200,
  answer: v.looseObject({
    response_status: v.pipe(v.number(), v.integer()),
    url: v.exactOptional(text(2048)),
    response_body: v.exactOptional(v.pipe(v.string(), v.maxLength(65_536))),
  }),
}
