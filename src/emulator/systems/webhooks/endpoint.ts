/** Which endpoint is current. @module */
import type { EmulatorContext } from '../../handler/context.js'

/** As much of the emulator as webhooks need. */
export type WebhookContext = Pick<EmulatorContext, 'state' | 'clock' | 'webhooks'>

/** As much of it as it takes to try again. */
export type DeliveryContext = WebhookContext & Pick<EmulatorContext, 'scheduler'>

/** The endpoint that `PATCH /config` named, or else the emulator's option; `undefined` for none. */
export const endpointOf = (context: WebhookContext): string | undefined =>
  context.state.config.webhookEndpoint ?? context.webhooks.url
