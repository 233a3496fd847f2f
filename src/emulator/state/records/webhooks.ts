/** Records of webhooks and their delivery. @module */

/** An event that is delivered to the platform. */
export interface WebhookDelivery {
  /** The delivery's id, `Webhook:<uuid>`. */
  readonly id: string
  readonly type: string
  /** The resource that the event is about. Events of one resource are delivered in the order in which they happened. */
  readonly resource: string
  /** The JSON text of the envelope, the same on every attempt. */
  readonly body: string
  /** When the event was published, in milliseconds since 1970. */
  readonly publishedAt: number
  readonly attempts: number
  /** The HTTP status of the latest answer. */
  readonly lastStatus?: number
  /** Absent until the delivery is finished. */
  readonly outcome?: 'delivered' | 'given-up'
}
