/** A read-only view of the published webhooks, for tests. @module */
import { parse, WebhookEvent } from 'embedded-wallet-auth/wire'
import type { WebhookDelivery } from '../../state/records/webhooks.js'
import type { State } from '../../state/state.js'

/** Read-only access to the published webhooks. */
export interface WebhookLog {
  /** Returns every delivery since the start or the last reset, oldest first. */
  deliveries(): readonly WebhookDelivery[]
  /** Returns the published events, oldest first. `type` limits them to one event type. */
  events(type?: string): readonly WebhookEvent[]
}

/** Creates a log. Every read calls `state`, because a reset replaces the state. */
export function createWebhookLog(state: () => Pick<State, 'webhooks'>): WebhookLog {
  const deliveries: WebhookLog['deliveries'] = () => [...state().webhooks.values()]
  return {
    deliveries,
    events: (type) =>
      deliveries().flatMap((delivery) => {
        if (type !== undefined && delivery.type !== type) return []
        const parsed = parse(WebhookEvent, JSON.parse(delivery.body))
        return parsed.ok ? [parsed.value] : []
      }),
  }
}
