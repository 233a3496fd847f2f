/** Which endpoint is current. @module */
import type { World } from '../world.js'

/** The endpoint that `PATCH /config` named, or else the emulator's option; `undefined` for none. */
export const endpointOf = (world: World): string | undefined =>
  world.state.config.webhookEndpoint ?? world.webhooks.url
