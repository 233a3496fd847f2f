/** The call that sends a test event (Sandbox endpoints). @module */
import { ApiError } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { notAllowed } from '../../handler/webhook-channel.js'
import { newId } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { endpointOf } from './deliver.js'

/** How long the call waits for the endpoint's answer, in milliseconds [our choice]. */
const endpointWait = 10_000

/** The calls under `/sandbox/webhooks`. */
export const webhookRoutes: SystemRoutes = [
  on('sendTestWebhook', "Send a test event to the platform's endpoint", async ({ context }) => {
    const url = endpointOf(context)
    if (url === undefined) {
      throw new ApiError(400, 'WEBHOOK_ENDPOINT_NOT_SET', 'The platform has no webhook endpoint.')
    }
    const event = { id: newId('Webhook'), type: 'TEST', timestamp: timestamp(context.clock.now()), data: {} }
    const sent = await context.webhooks.send(url, JSON.stringify(event), endpointWait)
    if ('failure' in sent) {
      const message =
        sent.failure === 'not-allowed' ? notAllowed(url) : 'The webhook endpoint did not answer.'
      throw new ApiError(400, 'WEBHOOK_DELIVERY_ERROR', message, { reason: sent.failure })
    }
    const { status, text } = sent.answer
    return { answer: { response_status: status, url, response_body: text } }
  }),
]
