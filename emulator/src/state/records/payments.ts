/** Records of payments that have not ended, as plain data. Deadlines are in milliseconds since 1970. @module */
import type { FailureReason, RequestedField } from 'embedded-wallet-auth/wire'
import type { Line } from '../../money/ledger.js'
import type { Outcome, RefundReason } from '../../money/suffixes.js'

/** A future step of a payment. */
export type PaymentStep =
  | { readonly at: number; readonly kind: 'complete' }
  | {
      readonly at: number
      readonly kind: 'fail'
      readonly status: 'FAILED' | 'REJECTED' | 'REFUNDED'
      readonly reason?: FailureReason
      readonly refundReason: RefundReason
    }
  | { readonly at: number; readonly kind: 'refund'; readonly status: 'COMPLETED' | 'FAILED' }

/** How a quote moves money. */
export interface QuotePlan {
  /** The ledger account that pays. */
  readonly payer: string
  /** The ledger lines that take the money from the payer when the payment starts. May be empty. */
  readonly debit: readonly Line[]
  /** The ledger lines that move the money from transit to the receiver. */
  readonly delivery: readonly Line[]
  /** The ledger lines that move the money from transit back to the sender. Empty if the sender was not debited. */
  readonly wayBack: readonly Line[]
  /**
   * The customer whose internal account receives the money. Absent if this customer is also the sender, or if the money
   * does not go to a customer's internal account.
   */
  readonly receiverId?: string
  readonly outcome: Outcome
}

/** A payment in progress. */
export interface PaymentRecord extends Pick<QuotePlan, 'delivery' | 'wayBack' | 'receiverId'> {
  readonly transactionId: string
  readonly quoteId?: string
  /** The steps that have not been taken yet, earliest first. */
  readonly steps: readonly PaymentStep[]
}

/** An incoming payment that the platform has to approve. */
export interface ApprovalRecord {
  readonly transactionId: string
  /** The payment fails if the platform has not decided by this time. */
  readonly deadline: number
  /** The fields that the platform must send with its approval. */
  readonly fields: readonly RequestedField[]
  /** The ledger lines that are posted when the payment is approved. */
  readonly delivery: readonly Line[]
  readonly outcome: Outcome
}
