/** Records of webhook deliveries. @module */

/** A webhook event and the state of its delivery. */
export interface WebhookDelivery {
  /** The delivery's id, `Webhook:<uuid>`. */
  readonly id: string
  readonly type: string
  /** The resource that the event is about. Events about one resource are delivered in order. */
  readonly resource: string
  /** The JSON text of the envelope, the same on every attempt. */
  readonly body: string
  /** When the event was published, in milliseconds since 1970. */
  readonly publishedAt: number
  readonly attempts: number
  /** The HTTP status of the endpoint's latest answer. */
  readonly lastStatus?: number
  /** Absent until the delivery is finished. */
  readonly outcome?: 'delivered' | 'given-up'
}
