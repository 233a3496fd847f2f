/** What can be on the agenda. @module */

/**
 * What happens: the next step of a payment, the end of a quote or of the time to approve a payment, the next part of a bulk
 * job, an issuer's decision, the end of a pull, the next attempt to deliver to a resource's queue.
 */
export type DueKind = 'payment' | 'quote' | 'approval' | 'bulk-job' | 'card' | 'pull' | 'delivery'

/** One thing that is going to happen. Plain data. */
export interface Due {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of two at one moment the smaller comes first. */
  readonly order: number
  readonly kind: DueKind
  /** Of what it happens to. */
  readonly id: string
}
