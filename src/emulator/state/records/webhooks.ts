/** Records of webhooks. @module */

/** The delivery of an event to the platform. */
export interface WebhookDelivery {
  /** `Webhook:<uuid>` */
  readonly id: string
  readonly type: string
  /** Events of one resource are delivered in the order in which they happened. */
  readonly resource: string
  /** The JSON text of the envelope, the same on every attempt. */
  readonly body: string
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  readonly attempts: number
  /** HTTP status of the latest answer. */
  readonly lastStatus?: number
  /** Absent while the delivery is unfinished. */
  readonly outcome?: 'delivered' | 'given-up'
}
