/** Records of payments that have not ended. Plain data; deadlines in milliseconds since 1970. @module */
import type { RequestedField } from '../../../wire/field-names.js'
import type { FailureReason } from '../../../wire/transactions.js'
import type { Line } from '../../money/ledger.js'
import type { Outcome, RefundReason } from '../../money/suffixes.js'

/** One step that a payment will take. */
export type Step =
  | { readonly at: number; readonly kind: 'complete' }
  | {
      readonly at: number
      readonly kind: 'fail'
      readonly status: 'FAILED' | 'REJECTED' | 'REFUNDED'
      readonly reason?: FailureReason
      readonly refundReason: RefundReason
    }
  | { readonly at: number; readonly kind: 'refund'; readonly status: 'COMPLETED' | 'FAILED' }

/** A payment that has begun. */
export interface PaymentRecord {
  readonly transactionId: string
  readonly quoteId?: string
  /** Moves the money from transit to the receiver. */
  readonly delivery: readonly Line[]
  /** Moves the money from transit back to the sender; empty if nothing was taken. */
  readonly wayBack: readonly Line[]
  /** The customer whose internal account is paid, if not the sender. */
  readonly receiverId?: string
  /** The steps that are still to come, earliest first. */
  readonly steps: readonly Step[]
}

/** An incoming payment that the platform has to approve. */
export interface ApprovalRecord {
  readonly transactionId: string
  /** The payment fails if the platform has not answered by then. */
  readonly deadline: number
  /** The fields that an approval has to include. */
  readonly fields: readonly RequestedField[]
  /** The lines that are posted on approval. */
  readonly delivery: readonly Line[]
  readonly outcome: Outcome
}

/** How a quote will be executed. */
export interface QuotePlan {
  /** The ledger account that pays. */
  readonly payer: string
  readonly debit: readonly Line[]
  readonly delivery: readonly Line[]
  readonly wayBack: readonly Line[]
  readonly receiverId?: string
  readonly outcome: Outcome
}
