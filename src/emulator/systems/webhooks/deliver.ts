/**
 * Delivers webhooks in order for each resource, and retries until the endpoint has accepted them (wire-facts 7.7 [at
 * date]).
 * @module
 */

import type { Context } from '../../handler/context.js'
import type { WebhookDelivery } from '../../state/records/webhooks.js'
import { schedule } from '../../time/scheduler.js'

/** The part of the emulator's context that webhooks need. */
export type WebhookContext = Pick<Context, 'state' | 'clock' | 'webhooks'>

/** The part of the context that retries need. */
export type DeliveryContext = WebhookContext & Pick<Context, 'scheduler'>

/** The endpoint that `PATCH /config` named, or else that of the emulator's options; `undefined` if there is none. */
export const endpointOf = (context: WebhookContext): string | undefined =>
  context.state.config.webhookEndpoint ?? context.webhooks.url

/** How long an attempt waits for its answer, in milliseconds [advice]. */
const patience = 10_000

/** First pause between two attempts, in milliseconds [advice]. Each later one is twice as long. */
const firstPause = 5_000

/** Longest pause between two attempts, in milliseconds. */
const longestPause = 30 * 60_000

/** For how long after its publication a delivery is retried, in milliseconds. */
const longestEffort = 7 * 24 * 60 * 60_000

/** Types that are sent only once. */
const neverRepeated: ReadonlySet<string> = new Set(['TEST', 'INCOMING_PAYMENT.PENDING'])

/** Queues a delivery behind the unfinished deliveries of its resource. */
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

/** Resumes the queues of a restored state. An attempt that was in flight is repeated. */
export function resumeDeliveries(context: DeliveryContext): void {
  const waiting = new Set(context.state.due.flatMap(({ kind, id }) => (kind === 'delivery' ? [id] : [])))
  for (const resource of context.state.webhookQueues.keys()) {
    if (!waiting.has(resource)) schedule(context, context.clock.now(), 'delivery', resource)
  }
}

/** Attempts the first delivery of a queue at once. `advance` waits for it. */
function begin(context: DeliveryContext, resource: string): void {
  const attempt = attemptFirst(context, resource)
  context.clock.after(0, () => attempt)
}

/**
 * Attempts the first delivery of a resource's queue. Never rejects; resolves when the delivery is finished or a retry
 * is scheduled.
 */
export async function attemptFirst(context: DeliveryContext, resource: string): Promise<void> {
  const { state } = context
  const delivery = state.webhooks.get(state.webhookQueues.get(resource)?.[0] ?? '')
  const url = endpointOf(context)
  if (!delivery || url === undefined) return finish(context, resource, {})
  const sent = await context.webhooks.send(url, delivery.body, patience)
  // A reset has replaced the state, and the queue with it.
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

/** Whether the endpoint has received the event. A 409 means that it already had it. */
const isReceived = ({ lastStatus = 0 }: WebhookDelivery): boolean =>
  (lastStatus >= 200 && lastStatus < 300) || lastStatus === 409

/** Milliseconds from the n-th attempt to the next. */
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
