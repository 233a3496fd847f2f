/**
 * The payment outcomes that the sandbox selects by the suffix of an external account's identifier (Sandbox test
 * behaviors). Delays are in milliseconds from the start of the payment, unless a comment says otherwise. Delays that
 * the service does not document are the emulator's choice [our choice].
 * @module
 */
import type { FailureReason } from 'embedded-wallet-auth/wire'

/** The reasons that the service gives for a refund [reference]. */
export type RefundReason = 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT'

/** How a payment ends. */
export interface Outcome {
  /**
   * `settled`: the call that starts the payment takes all steps that are due at once, and then returns the payment.
   * `under-way`: the call returns the payment before its first step.
   */
  readonly answer: 'settled' | 'under-way'
  /** The transaction's status until the payment ends. */
  readonly meanwhile: 'PENDING' | 'PROCESSING'
  /** Milliseconds until the payment completes; absent if it never completes. */
  readonly completesAfter?: number
  readonly fails?: Failure
}

/** How and when a payment fails. */
export interface Failure {
  readonly after: number
  readonly status: 'FAILED' | 'REJECTED' | 'REFUNDED'
  readonly reason?: FailureReason
  /** The final status of the refund. */
  readonly refund: 'COMPLETED' | 'FAILED'
  /** Milliseconds from the failure to the end of the refund. */
  readonly refundAfter: number
  readonly refundReason: RefundReason
}

const seconds = 1000
const minutes = 60 * seconds

/** Returns a failure after a delay in milliseconds. Its refund completes at once, unless `changes` says otherwise. */
export const failureAfter = (
  after: number,
  reason: FailureReason,
  changes: Partial<Failure> = {},
): Failure => ({
  after,
  status: 'FAILED',
  reason,
  refund: 'COMPLETED',
  refundAfter: 0,
  refundReason: 'TRANSACTION_FAILED',
  ...changes,
})

/** The outcome of a payment that completes at once, such as one between internal accounts. */
export const completed: Outcome = { answer: 'settled', meanwhile: 'PROCESSING', completesAfter: 0 }

/**
 * Returns the outcomes of transfers, by suffix. A transfer succeeds if its suffix is not listed. `reason` is the
 * failure reason, which differs between incoming and outgoing transfers.
 */
export const transferOutcomes = (reason: FailureReason): Readonly<Record<string, Outcome>> => ({
  // Insufficient funds: the transfer fails immediately.
  '002': { answer: 'settled', meanwhile: 'PENDING', fails: failureAfter(0, reason) },
  // The account is closed or invalid: the transfer fails immediately.
  '003': { answer: 'settled', meanwhile: 'PENDING', fails: failureAfter(0, reason) },
  // The bank rejects the transfer.
  '004': { answer: 'settled', meanwhile: 'PENDING', fails: failureAfter(0, reason, { status: 'REJECTED' }) },
  // The transfer stays pending for about 30 seconds, and then fails.
  '005': { answer: 'settled', meanwhile: 'PENDING', fails: failureAfter(30 * seconds, reason) },
})

/** The outcome of a quote that pays an external account, if the account's suffix is not in `quoteOutcomes`. */
export const payout: Outcome = { answer: 'under-way', meanwhile: 'PROCESSING', completesAfter: 0 }

/** The outcome of a payment that leaves the service and then fails. */
export const failedPayout = (failure: Failure): Outcome => ({
  answer: 'under-way',
  meanwhile: 'PROCESSING',
  fails: failure,
})

/** The outcomes of quotes that pay an external account, by the account's suffix. */
export const quoteOutcomes: Readonly<Record<string, Outcome>> = {
  // Executing the quote fails.
  '002': { answer: 'settled', meanwhile: 'PROCESSING', fails: failureAfter(0, 'QUOTE_EXECUTION_FAILED') },
  // The payment completes after about six minutes.
  '003': { ...payout, completesAfter: 6 * minutes },
  // The delivery to the counterparty fails.
  '004': failedPayout(failureAfter(0, 'OFFRAMP_FAILED', { refundAfter: 5 * seconds })),
  // The payment completes. Later, the receiving bank returns it, and it fails.
  '005': {
    ...payout,
    fails: failureAfter(30 * seconds, 'OFFRAMP_FAILED', { refundAfter: 5 * seconds }),
  },
  // The user cancels the payment.
  '006': failedPayout({
    after: 0,
    status: 'REFUNDED',
    refund: 'COMPLETED',
    refundAfter: 0,
    refundReason: 'USER_CANCELLATION',
  }),
  // The payout and its refund fail.
  '007': failedPayout(failureAfter(0, 'OFFRAMP_FAILED', { refund: 'FAILED', refundAfter: 5 * seconds })),
}
