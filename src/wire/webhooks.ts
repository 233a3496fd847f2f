/**
 * Schemas of webhooks and of the platform's answer to a webhook that asks for approval, and the route that sends a test
 * webhook (Events). All except the route are from the service's public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import type { TypedRoute } from './route.js'
import { id, type Schema, Timestamp, text } from './schema.js'

/**
 * The types of webhooks. The `CARD_TRANSACTION` types are from a later version of the service's public API reference
 * [current].
 */
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

export const WebhookEvent: Schema<WebhookEvent> = v.looseObject({
  id: id('Webhook'),
  type: text(128),
  timestamp: Timestamp,
  data: v.looseObject({}),
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

export const ApprovalAnswer: Schema<ApprovalAnswer> = v.looseObject({
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
  status: 200,
  answer: v.looseObject({
    response_status: v.pipe(v.number(), v.integer()),
    url: v.exactOptional(text(2048)),
    response_body: v.exactOptional(v.pipe(v.string(), v.maxLength(65_536))),
  }),
}
