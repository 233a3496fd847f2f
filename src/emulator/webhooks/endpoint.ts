/** Which endpoint is current. @module */
import type { World } from '../world.js'

/** The endpoint that the platform configured, or the emulator's option; `undefined` for none. */
export const endpointOf = (world: World): string | undefined =>
  world.state.webhookEndpoint ?? world.webhooks.url

/** Sends everything that is published from now on, and what is waiting, to another endpoint. */
export function setWebhookEndpoint(world: World, url: string): void {
  world.state.webhookEndpoint = url
}
