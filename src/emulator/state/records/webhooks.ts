/** Records of webhooks. @module */

/** The delivery of an event to the platform. */
export interface WebhookDelivery {
  /** `Webhook:<uuid>` */
  readonly id: string
  readonly type: string
  /** Events of one resource are delivered in the order in which they happened. */
  readonly resource: string
  /** The envelope, the same text on every attempt. */
  readonly body: string
  /** Milliseconds. */
  readonly publishedAt: number
  readonly attempts: number
  /** HTTP status of the latest answer. */
  readonly lastStatus?: number
  /** Absent until it is delivered or given up. */
  readonly outcome?: 'delivered' | 'given-up'
}
