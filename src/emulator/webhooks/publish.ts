/** Telling the platform what happened: the one call that other rooms make (Events). @module */
import type { WebhookEvent, WebhookType } from '../../spec/webhooks.js'
import { timestamp } from '../clock.js'
import { newId } from '../ids.js'
import type { World } from '../world.js'
import { deliver } from './deliver.js'
import { endpointOf } from './endpoint.js'

/**
 * Sends an event to the platform's endpoint, after the earlier ones of the same resource. `data` is the resource as it is
 * now: what becomes of it later is not sent with it. Returns at once; without an endpoint nothing is sent.
 *
 * @example
 * publish(world, 'INVITATION.CLAIMED', invitation)
 */
export function publish(world: World, type: WebhookType, data: object): void {
  if (endpointOf(world) === undefined) return
  const now = world.clock.now()
  const event = { id: newId('Webhook'), type, timestamp: timestamp(now), data }
  deliver(world, { id: event.id, type, resource: resourceOf(type, data), body: JSON.stringify(event), publishedAt: now, attempts: 0 })
}

/** The envelope's text. */
export const envelope = (event: Omit<WebhookEvent, 'data'> & { readonly data: object }): string =>
  JSON.stringify(event)

/** What must be delivered in order: everything about one id, or code where that is the id. */
function resourceOf(type: string, data: object): string {
  if ('id' in data && typeof data.id === 'string') return data.id
  if ('code' in data && typeof data.code === 'string') return data.code
  return type
}
