/** Publishes the events for changed transactions (wire-facts 7.7 [reference]). @module */
import { type Transaction, type WebhookType, webhookTypes } from 'embedded-wallet-auth/wire'
import type { Context } from '../../handler/context.js'
import { publish } from './publish.js'

/** A type of event whose data is a transaction. */
type PaymentEvent = Extract<WebhookType, `${string}_PAYMENT.${string}`>

/**
 * Publishes one event if a transaction's status has changed, and one if its refund's status has changed.
 * `INCOMING_PAYMENT.PENDING` is sent by `askForApproval` instead, because it needs the platform's answer.
 */
export function publishTransaction(
  context: Context,
  before: Transaction | undefined,
  now: Transaction,
): void {
  for (const type of eventsOf(before, now)) publish(context, type, now)
}

/** Returns the types of the events to publish. The event for the transaction's status comes first. */
export function eventsOf(before: Transaction | undefined, now: Transaction): readonly PaymentEvent[] {
  const kind = `${now.type}_PAYMENT`
  const names = [
    ...(before?.status === now.status ? [] : [`${kind}.${now.status}`]),
    ...(refundStatus(before) === refundStatus(now) ? [] : [`${kind}.REFUND_${refundStatus(now)}`]),
  ]
  return names.filter(isType).filter((name) => name !== 'INCOMING_PAYMENT.PENDING')
}

const isType = (name: string): name is PaymentEvent => Object.hasOwn(webhookTypes, name)

function refundStatus(transaction: Transaction | undefined): unknown {
  const refund: unknown = transaction && 'refund' in transaction ? transaction.refund : undefined
  return typeof refund === 'object' && refund !== null && 'status' in refund ? refund.status : undefined
}
