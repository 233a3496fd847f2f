/** Keeps the webhooks for a user's server, and delivers them as a service may: late, twice, out of order. @module */

/** The orders in which webhooks are delivered. */
export const deliveryOrders = ['in order', 'twice at once', 'in reverse, and again'] as const

/** One of {@link deliveryOrders}. */
export type DeliveryOrder = (typeof deliveryOrders)[number]

/** The webhooks for a server. */
export interface WebhookInbox {
  /** For the emulator's option `webhooks`: keeps each webhook, and tells the emulator that it arrived. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Delivers what has arrived and was not yet accepted, and what arrives meanwhile. Resolves once everything was
   * answered with a 2xx or 409. Another answer is a delivery that comes again. Rejects if one was refused ten times.
   */
  readonly deliver: (receive: (request: Request) => Promise<Response>) => Promise<void>
}

/** How often webhooks are delivered again before the scenario is wrong. */
const mostRounds = 10

export function createInbox(order: DeliveryOrder): WebhookInbox {
  const waiting = new Set<Request>()
  return {
    async fetch(request) {
      waiting.add(request)
      return new Response(null, { status: 200 })
    },
    async deliver(receive) {
      for (let round = 1; waiting.size > 0; round += 1) {
        const arrived = order === 'in reverse, and again' ? [...waiting].reverse() : [...waiting]
        const all = order === 'in reverse, and again' ? [...arrived, ...arrived] : arrived
        const refused = new Set<Request>()
        for (const request of all) {
          const copies = order === 'twice at once' ? [request.clone(), request.clone()] : [request.clone()]
          for (const { ok, status } of await Promise.all(copies.map(receive)))
            if (!ok && status !== 409) refused.add(request)
        }
        for (const request of arrived) if (!refused.has(request)) waiting.delete(request)
        const [first] = refused
        if (first !== undefined && round >= mostRounds)
          throw new Error(`A webhook was refused ${mostRounds} times: ${await first.clone().text()}`)
      }
    },
  }
}
