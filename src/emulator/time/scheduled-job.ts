/** A job that runs later. @module */

/**
 * What a job does: takes the next step of a payment, expires a quote or an approval, settles the next part of a bulk upload,
 * lets an issuer decide about a card, finishes a pull, attempts the next delivery to a resource's queue.
 */
export type JobKind = 'payment' | 'quote' | 'approval' | 'bulk-job' | 'card' | 'pull' | 'delivery'

/** A job and when it runs. Plain data. */
export interface ScheduledJob {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of two for the same moment the smaller runs first. */
  readonly order: number
  readonly kind: JobKind
  /** The record that it is about. */
  readonly id: string
}
