/**
 * Delivers webhooks. Each delivery is retried until the endpoint has accepted it, for at most seven days. Webhooks for
 * the same resource are delivered in order (wire-facts 7.7 [reference]).
 * @module
 */

import type { Context } from '../../handler/context.js'
import type { WebhookDelivery } from '../../state/records/webhooks.js'
import { schedule } from '../../time/scheduler.js'

/** The parts of the context that are needed to send a webhook. */
export type WebhookContext = Pick<Context, 'state' | 'clock' | 'webhooks'>

/** The parts of the context that are needed to deliver webhooks with retries. */
export type DeliveryContext = WebhookContext & Pick<Context, 'scheduler'>

/**
 * Returns the endpoint that `PATCH /config` has set, or else the endpoint in the emulator's options. `undefined` if
 * there is none.
 */
export const endpointOf = (context: WebhookContext): string | undefined =>
  context.state.config.webhookEndpoint ?? context.webhooks.url

/** How long an attempt waits for an answer, in milliseconds [our choice]. */
const patience = 10_000

/**
 * The pause between the first two attempts, in milliseconds [our choice]. Each later pause is twice as long as the
 * previous one.
 */
const firstPause = 5_000

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 30 * 60_000

/** How long after the event a delivery is still retried, in milliseconds. */
const longestEffort = 7 * 24 * 60 * 60_000

/** The types of events that are sent only once. */
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

/** Resumes the queues of a restored state. If the snapshot was taken during an attempt, that attempt is repeated. */
export function resumeDeliveries(context: DeliveryContext): void {
  const waiting = new Set(context.state.due.flatMap(({ kind, id }) => (kind === 'delivery' ? [id] : [])))
  for (const resource of context.state.webhookQueues.keys()) {
    if (!waiting.has(resource)) schedule(context, context.clock.now(), 'delivery', resource)
  }
}

/** Attempts the first delivery of a queue at once. The clock's `advance` waits until the attempt has finished. */
function begin(context: DeliveryContext, resource: string): void {
  const attempt = attemptFirst(context, resource)
  context.clock.after(0, () => attempt)
}

/**
 * Attempts the first delivery in the queue of a resource. Never rejects; resolves when the delivery is finished or a
 * retry is scheduled.
 */
export async function attemptFirst(context: DeliveryContext, resource: string): Promise<void> {
  const { state } = context
  const delivery = state.webhooks.get(state.webhookQueues.get(resource)?.[0] ?? '')
  const url = endpointOf(context)
  if (!delivery || url === undefined) return finish(context, resource, {})
  const sent = await context.webhooks.send(url, delivery.body, patience)
  // If a reset has replaced the state, the queue is gone.
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

/** Whether the endpoint has received the event. With 409 the endpoint reports that it had received the event before. */
const isReceived = ({ lastStatus = 0 }: WebhookDelivery): boolean =>
  (lastStatus >= 200 && lastStatus < 300) || lastStatus === 409

/** Returns the pause between the n-th attempt and the next, in milliseconds. */
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
