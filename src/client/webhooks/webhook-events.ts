/**
 * A union of all webhook events, in which `type` determines the type of `data` (Events; wire-facts 7.7 [reference]).
 * @module
 */
import { parseAnswer } from '../../wire/parse-answer.js'
import type { FieldIssue, Schema } from '../../wire/schema.js'
import {
  type WebhookEvent as Envelope,
  type WebhookData,
  type WebhookType,
  webhookTypeAliases,
  webhookTypes,
} from '../../wire/webhooks.js'

/** Fields of every event. */
interface EventFields {
  /** `Webhook:<uuid>`. Every delivery of the event has the same id, so a receiver can recognize duplicates. */
  readonly id: string
  /** When the event happened. */
  readonly timestamp: string
}

/** An event of a known type. Its `data` is the resource as it was when the event happened. */
export type KnownWebhookEvent = {
  [Type in WebhookType]: EventFields & {
    readonly type: Type
    readonly data: WebhookData<Type>
  }
}[WebhookType]

/**
 * An event of a type that this version does not know. Answer it with 200 and ignore it, or read its `data` yourself.
 */
export interface UnknownWebhookEvent extends EventFields {
  readonly type: 'unknown'
  /** The type as it was sent. */
  readonly unknownType: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * The event in a webhook.
 *
 * @example
 * if (event.type === 'OUTGOING_PAYMENT.COMPLETED') settle(event.data.id)
 */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent

/**
 * Reads the event in an envelope, and converts its type to the spelling of {@link webhookTypes}. If `data` is
 * malformed, returns the issues instead.
 */
export function eventOf(envelope: Envelope): WebhookEvent | readonly FieldIssue[] {
  const { id, timestamp, data } = envelope
  const type = webhookTypeAliases[envelope.type] ?? envelope.type
  if (!isKnown(type)) return { id, timestamp, type: 'unknown', unknownType: envelope.type, data }
  const schema: Schema<unknown> = webhookTypes[type]
  const parsed = parseAnswer(schema, data)
  if (!parsed.ok) return parsed.issues
  // The type assertion is safe: `data` was parsed by the schema in this type's row.
  return { id, timestamp, type, data: parsed.value } as KnownWebhookEvent
}

const isKnown = (type: string): type is WebhookType => Object.hasOwn(webhookTypes, type)
