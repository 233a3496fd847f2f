/** Which endpoint is current. @module */
import type { World } from '../../handler/context.js'

/** As much of the emulator as webhooks need. */
export type WebhookWorld = Pick<World, 'state' | 'clock' | 'webhooks'>

/** As much of it as it takes to try again. */
export type DeliveringWorld = WebhookWorld & Pick<World, 'agenda'>

/** The endpoint that `PATCH /config` named, or else the emulator's option; `undefined` for none. */
export const endpointOf = (world: WebhookWorld): string | undefined =>
  world.state.config.webhookEndpoint ?? world.webhooks.url
