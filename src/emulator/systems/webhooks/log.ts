/** A view of the webhooks, for tests. @module */
import { parse } from '../../../wire/schema.js'
import { WebhookEvent } from '../../../wire/webhooks.js'
import type { WebhookDelivery } from '../../state/records/webhooks.js'
import type { State } from '../../state/state.js'

/** Reads what was published; sends nothing. */
export interface WebhookLog {
  /** Every delivery since the start or the last reset, the oldest first. */
  deliveries(): readonly WebhookDelivery[]
  /** What was published, the oldest first, of one type where one is named. */
  events(type?: string): readonly WebhookEvent[]
}

/** A view of the current state, which a reset replaces. */
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
