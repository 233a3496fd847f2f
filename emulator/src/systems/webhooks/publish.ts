/** Publishes events to the platform (Events). @module */
import { type WebhookData, type WebhookType, webhookSpellings } from 'embedded-wallet-auth/wire'
import { newId } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { type DeliveryContext, endpointOf, enqueue } from './deliver.js'

/**
 * Queues an event for the platform's endpoint, after the earlier events of the same resource. Does nothing if there is
 * no endpoint. `data` is serialized at once, so later changes to it have no effect.
 *
 * @example
 * publish(context, 'INVITATION.CLAIMED', invitation)
 */
export function publish<Type extends WebhookType>(
  context: DeliveryContext,
  name: Type,
  data: WebhookData<Type>,
): void {
  if (endpointOf(context) === undefined) return
  const now = context.clock.now()
  const id = newId('Webhook')
  const type: string = webhookSpellings[name] ?? name
  const body = JSON.stringify({ id, type, timestamp: timestamp(now), data })
  enqueue(context, { id, type, resource: resourceOf(type, data), body, publishedAt: now, attempts: 0 })
}

/** Returns the name of an event's queue: the data's `id`, else the data's `code`, else the event type. */
function resourceOf(type: string, data: object): string {
  if ('id' in data && typeof data.id === 'string') return data.id
  if ('code' in data && typeof data.code === 'string') return data.code
  return type
}
