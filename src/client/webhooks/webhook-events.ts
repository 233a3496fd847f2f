/**
 * A union of all webhook events, in which `type` determines the type of `data` (Events; wire-facts 7.7 [reference]).
 * @module
 */
import * as v from 'valibot'
import { AgentAction } from '../../wire/agent-actions.js'
import { BulkJob } from '../../wire/bulk-customers.js'
import { CardTransaction } from '../../wire/card-transactions.js'
import { Card } from '../../wire/cards.js'
import { Customer } from '../../wire/customers.js'
import { InternalAccount } from '../../wire/internal-accounts.js'
import { Invitation } from '../../wire/invitations.js'
import { type FieldIssue, parse, type Schema } from '../../wire/schema.js'
import { Transaction } from '../../wire/transactions.js'
import { Verification } from '../../wire/verifications.js'
import {
  type WebhookEvent as Envelope,
  type WebhookType,
  webhookTypeAliases,
  webhookTypes,
} from '../../wire/webhooks.js'

/** The type of `data` for each kind of event. The kind is the part of the event's type before the dot. */
interface Resources {
  readonly OUTGOING_PAYMENT: Transaction
  readonly INCOMING_PAYMENT: Transaction
  readonly CUSTOMER: Customer
  readonly VERIFICATION: Verification
  readonly INTERNAL_ACCOUNT: InternalAccount
  readonly INVITATION: Invitation
  readonly BULK_UPLOAD: BulkJob
  readonly AGENT_ACTION: AgentAction
  readonly CARD: Card
  readonly CARD_TRANSACTION: CardTransaction
  /** The `data` of a test event is empty. */
  readonly TEST: Readonly<Record<string, unknown>>
}

const resources: { readonly [Name in keyof Resources]: Schema<Resources[Name]> } = {
  OUTGOING_PAYMENT: Transaction,
  INCOMING_PAYMENT: Transaction,
  CUSTOMER: Customer,
  VERIFICATION: Verification,
  INTERNAL_ACCOUNT: InternalAccount,
  INVITATION: Invitation,
  BULK_UPLOAD: BulkJob,
  AGENT_ACTION: AgentAction,
  CARD: Card,
  CARD_TRANSACTION: CardTransaction,
  TEST: v.looseObject({}),
}

type Subject<Type extends WebhookType> = Type extends `${infer Name}.${string}` ? Name : Type

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
    readonly data: Subject<Type> extends keyof Resources ? Resources[Subject<Type>] : never
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

const known: ReadonlySet<string> = new Set(webhookTypes)

/**
 * Reads the event in an envelope, and converts its type to the spelling of {@link webhookTypes}. If `data` is
 * malformed, returns the issues instead.
 */
export function eventOf(envelope: Envelope): WebhookEvent | readonly FieldIssue[] {
  const { id, timestamp, data } = envelope
  const type = webhookTypeAliases[envelope.type] ?? envelope.type
  if (!known.has(type)) return { id, timestamp, type: 'unknown', unknownType: envelope.type, data }
  const subject = type.split('.')[0] ?? ''
  const schema = new Map<string, Schema<unknown>>(Object.entries(resources)).get(subject)
  const parsed = schema ? parse(schema, data) : undefined
  if (!parsed?.ok) return parsed?.issues ?? []
  // The type assertion is safe: `resources` maps each kind to its schema, and the compiler checks it against
  // `Resources`.
  return { id, timestamp, type, data: parsed.value } as KnownWebhookEvent
}
