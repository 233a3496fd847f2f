/** Publishes events to the platform; other systems call this function (Events). @module */
import { type WebhookType, webhookSpellings } from '../../../wire/webhooks.js'
import { newId } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { type DeliveryContext, endpointOf, enqueue } from './deliver.js'

/**
 * Sends an event to the platform's endpoint, after the earlier events of the same resource. `data` is serialized at
 * once, so later changes are not sent. Returns before the event is delivered; without an endpoint nothing is sent.
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
 * The name of the resource whose events are delivered in order: its id, or its code if it has no id, or else the
 * event's type.
 */
function resourceOf(type: string, data: object): string {
  if ('id' in data && typeof data.id === 'string') return data.id
  if ('code' in data && typeof data.code === 'string') return data.code
  return type
}
