/**
 * Delivers webhooks. A delivery is retried until the endpoint accepts it, for at most seven days. Webhooks for the same
 * resource are delivered in order (wire-facts 7.7 [reference]).
 * @module
 */
import type { Context } from '../../handler/context.js'
import type { WebhookDelivery } from '../../state/records/webhooks.js'
import { schedule } from '../../time/scheduler.js'

/** The parts of the context that are needed to send a webhook. */
export type WebhookContext = Pick<Context, 'state' | 'clock' | 'webhooks'>

/** The parts of the context that are needed to deliver webhooks with retries. */
export type DeliveryContext = WebhookContext & Pick<Context, 'scheduler'>

/** Returns the URL of the webhook endpoint from `PATCH /config`, else from the emulator's options, else `undefined`. */
export const endpointOf = (context: WebhookContext): string | undefined =>
  context.state.config.webhookEndpoint ?? context.webhooks.url

/** How long an attempt waits for the endpoint's answer, in milliseconds [our choice]. */
const endpointWait = 10_000

/** The pause between the first two attempts, in milliseconds [our choice]. The pause doubles after each attempt. */
const firstPause = 5_000

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 30 * 60_000

/** How long a delivery is retried after the event was published, in milliseconds. */
const longestEffort = 7 * 24 * 60 * 60_000

/** The event types that are sent only once. */
const neverRepeated: ReadonlySet<string> = new Set(['TEST', 'INCOMING_PAYMENT.PENDING'])

/** Adds a delivery to the end of its resource's queue. */
export function enqueue(context: DeliveryContext, delivery: WebhookDelivery): void {
  const { webhooks, webhookQueues } = context.state
  webhooks.set(delivery.id, delivery)
  const waiting = webhookQueues.get(delivery.resource)
  if (waiting) {
    waiting.push(delivery.id)
    return
  }
  webhookQueues.set(delivery.resource, [delivery.id])
  begin(context, delivery.resource)
}

/**
 * Resumes the delivery queues of a restored state. An attempt that was in flight when the snapshot was taken is
 * repeated.
 */
export function resumeDeliveries(context: DeliveryContext): void {
  const waiting = new Set(context.state.due.flatMap(({ kind, id }) => (kind === 'delivery' ? [id] : [])))
  for (const resource of context.state.webhookQueues.keys()) {
    if (!waiting.has(resource)) schedule(context, context.clock.now(), 'delivery', resource)
  }
}

/** Attempts the first delivery of a queue at once. `clock.after` makes the clock's `advance` wait for the attempt. */
function begin(context: DeliveryContext, resource: string): void {
  const attempt = attemptFirst(context, resource)
  context.clock.after(0, () => attempt)
}

/**
 * Attempts the first delivery in a resource's queue. Never rejects. Resolves when the delivery is finished or a retry
 * is scheduled.
 */
export async function attemptFirst(context: DeliveryContext, resource: string): Promise<void> {
  const { state } = context
  const delivery = state.webhooks.get(state.webhookQueues.get(resource)?.[0] ?? '')
  const url = endpointOf(context)
  if (!delivery || url === undefined) return finish(context, resource, {})
  const sent = await context.webhooks.send(url, delivery.body, endpointWait)
  // After a reset, the queue no longer exists.
  if (context.state !== state) return
  const attempts = delivery.attempts + 1
  const answered = 'answer' in sent ? { lastStatus: sent.answer.status } : {}
  const tried = { ...delivery, attempts, ...answered }
  state.webhooks.set(delivery.id, tried)
  if (isReceived(tried)) return finish(context, resource, { outcome: 'delivered' })
  const pause = pauseAfter(attempts)
  const tooLate = context.clock.now() + pause > delivery.publishedAt + longestEffort
  if (neverRepeated.has(delivery.type) || tooLate) return finish(context, resource, { outcome: 'given-up' })
  schedule(context, context.clock.now() + pause, 'delivery', resource)
}

/** Whether the endpoint has received the event. The status 409 means that it has received the event before. */
const isReceived = ({ lastStatus = 0 }: WebhookDelivery): boolean =>
  (lastStatus >= 200 && lastStatus < 300) || lastStatus === 409

/** Returns the pause after this many attempts, in milliseconds. */
const pauseAfter = (attempts: number): number => Math.min(firstPause * 2 ** (attempts - 1), longestPause)

function finish(
  context: DeliveryContext,
  resource: string,
  end: Pick<WebhookDelivery, 'outcome'> | object,
): void {
  const { webhooks, webhookQueues } = context.state
  const queue = webhookQueues.get(resource)
  const done = webhooks.get(queue?.shift() ?? '')
  if (done) webhooks.set(done.id, { ...done, outcome: 'given-up', ...end })
  if (queue && queue.length > 0) begin(context, resource)
  else webhookQueues.delete(resource)
}
