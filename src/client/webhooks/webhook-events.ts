/**
 * A union of all webhook events, in which `type` determines the type of `data` (Events; wire-facts 7.7 [reference]).
 * @module
 */
import * as v from 'valibot'
import { parseAnswer } from '../../wire/parse-answer.js'
import { type FieldIssue, object, parsedOrNone, type Schema } from '../../wire/schema.js'
import {
  WebhookEvent as Envelope,
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
 * An event that the service signed and that this version cannot read: its type is not known, or its form is not that of
 * its type. Answer it with 200 and ignore it, or read its `data` yourself. If there are `issues`, log them: the event
 * may be one that you wait for.
 */
export interface UnknownWebhookEvent {
  readonly type: 'unknown'
  /** As in other events. If the body has no id, this is `Body:` and the SHA-256 of the body in hex. */
  readonly id: string
  /** When the event happened, as it was sent; empty if the body does not say so. */
  readonly timestamp: string
  /** The type as it was sent; empty if the body has none. */
  readonly unknownType: string
  /** The data as it was sent; empty if the body has none. */
  readonly data: Readonly<Record<string, unknown>>
  /** The fields that could not be read; empty if only the type is not known. */
  readonly issues: readonly FieldIssue[]
}

/**
 * The event in a webhook.
 *
 * @example
 * if (event.type === 'OUTGOING_PAYMENT.COMPLETED') settle(event.data.id)
 */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent

/**
 * Reads the event in the JSON of a body, and converts its type to the spelling of {@link webhookTypes}. An event in
 * another form becomes an {@link UnknownWebhookEvent}. `idOfBody` is its id if the body has none.
 */
export function eventOf(body: unknown, idOfBody: string): WebhookEvent {
  const parsed = parseAnswer(Envelope, body)
  if (!parsed.ok) return { ...asSent(body, idOfBody), issues: parsed.issues }
  const { id, timestamp } = parsed.value
  const type = webhookTypeAliases[parsed.value.type] ?? parsed.value.type
  if (!isKnown(type)) return { ...asSent(body, idOfBody), id, issues: [] }
  const schema: Schema<unknown> = webhookTypes[type]
  const read = parseAnswer(schema, parsed.value.data)
  if (!read.ok) {
    const issues = read.issues.map((issue) => ({ ...issue, path: `data.${issue.path}` }))
    return { ...asSent(body, idOfBody), id, issues }
  }
  // The type assertion is safe: `data` was parsed by the schema in this type's row.
  return { id, timestamp, type, data: read.value } as KnownWebhookEvent
}

const Sent = object({
  id: v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(256))), undefined),
  type: v.fallback(v.string(), ''),
  timestamp: v.fallback(v.string(), ''),
  data: v.fallback(v.record(v.string(), v.unknown()), {}),
})

/** The fields of an event that can be read in any body. */
function asSent(body: unknown, idOfBody: string): Omit<UnknownWebhookEvent, 'issues'> {
  const {
    id = idOfBody,
    type,
    timestamp,
    data,
  } = parsedOrNone(Sent, body) ?? { type: '', timestamp: '', data: {} }
  return { id, timestamp, type: 'unknown', unknownType: type, data }
}

const isKnown = (type: string): type is WebhookType => Object.hasOwn(webhookTypes, type)
