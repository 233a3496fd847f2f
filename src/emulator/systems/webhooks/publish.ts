/** Publishes events to the platform, except those that the platform has to answer with a decision (Events). @module */
import { type WebhookType, webhookSpellings } from '../../../wire/webhooks.js'
import { newId } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { type DeliveryContext, endpointOf, enqueue } from './deliver.js'

/**
 * Sends an event to the platform's endpoint, after the earlier events of the same resource. `data` is serialized at
 * once, so later changes to the object do not matter. This function returns before the event is delivered. If there is
 * no endpoint, nothing is sent.
 *
 * @example
 * publish(context, 'INVITATION.CLAIMED', invitation)
 */
export function publish(context: DeliveryContext, name: WebhookType, data: object): void {
  if (endpointOf(context) === undefined) return
  const now = context.clock.now()
  const id = newId('Webhook')
  const type = webhookSpellings[name] ?? name
  const body = JSON.stringify({ id, type, timestamp: timestamp(now), data })
  enqueue(context, { id, type, resource: resourceOf(type, data), body, publishedAt: now, attempts: 0 })
}

/**
 * Returns the name of the resource whose events have to stay in order: the id of `data`, its code if it has no id, or
 * the type of the event if it has neither.
 */
function resourceOf(type: string, data: object): string {
  if ('id' in data && typeof data.id === 'string') return data.id
  if ('code' in data && typeof data.code === 'string') return data.code
  return type
}
