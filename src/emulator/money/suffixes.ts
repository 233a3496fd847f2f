/**
 * Tables of the payment outcomes that a suffix chooses in the sandbox (Sandbox test behaviors). Delays are in
 * milliseconds from the start of the payment; where the interface gives none, they are the emulator's choice
 * [advice].
 * @module
 */
import type { FailureReason } from '../../wire/transactions.js'

/** Why money was refunded [at date]. */
export type RefundReason = 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT'

/** How a payment ends. */
export interface Outcome {
  /** What the call's answer shows when the payment ends at once: the final status, or a payment still in progress. */
  readonly answer: 'settled' | 'under-way'
  /** Status of the transaction until the payment ends. */
  readonly meanwhile: 'PENDING' | 'PROCESSING'
  /** Milliseconds until the payment completes; absent if it never does. */
  readonly completesAfter?: number
  readonly fails?: Failure
}

/** How and when a payment fails. */
export interface Failure {
  readonly after: number
  readonly status: 'FAILED' | 'REJECTED' | 'REFUNDED'
  readonly reason?: FailureReason
  /** How the refund of the money ends. */
  readonly refund: 'COMPLETED' | 'FAILED'
  /** Milliseconds from the failure to the end of the refund. */
  readonly refundAfter: number
  readonly refundReason: RefundReason
}

const seconds = 1000
const minutes = 60 * seconds

const fails = (after: number, reason: FailureReason, changes: Partial<Failure> = {}): Failure => ({
  after,
  status: 'FAILED',
  reason,
  refund: 'COMPLETED',
  refundAfter: 0,
  refundReason: 'TRANSACTION_FAILED',
  ...changes,
})

/** The outcome of a payment that completes at once, such as one between internal accounts. */
export const done: Outcome = { answer: 'settled', meanwhile: 'PROCESSING', completesAfter: 0 }

/** Outcomes of transfers in and out, by suffix; any other suffix succeeds. The `reason` depends on the direction. */
export const transferOutcomes = (reason: FailureReason): Readonly<Record<string, Outcome>> => ({
  // Insufficient funds: fails immediately.
  '002': { answer: 'settled', meanwhile: 'PENDING', fails: fails(0, reason) },
  // Account closed or invalid: fails immediately.
  '003': { answer: 'settled', meanwhile: 'PENDING', fails: fails(0, reason) },
  // Rejected by the bank.
  '004': { answer: 'settled', meanwhile: 'PENDING', fails: fails(0, reason, { status: 'REJECTED' }) },
  // Stays pending about 30 seconds, then fails.
  '005': { answer: 'settled', meanwhile: 'PENDING', fails: fails(30 * seconds, reason) },
})

/** The outcome of a quote to an external account whose suffix is not in `quoteOutcomes`. */
export const payout: Outcome = { answer: 'under-way', meanwhile: 'PROCESSING', completesAfter: 0 }

const broken = (failure: Failure): Outcome => ({
  answer: 'under-way',
  meanwhile: 'PROCESSING',
  fails: failure,
})

/** Outcomes of quotes to an external account, by suffix. */
export const quoteOutcomes: Readonly<Record<string, Outcome>> = {
  // Quote execution failed.
  '002': { answer: 'settled', meanwhile: 'PROCESSING', fails: fails(0, 'QUOTE_EXECUTION_FAILED') },
  // Completes after about six minutes.
  '003': { ...payout, completesAfter: 6 * minutes },
  // Counterparty delivery failed.
  '004': broken(fails(0, 'OFFRAMP_FAILED', { refundAfter: 5 * seconds })),
  // The receiving bank returned the payment: completes, then fails.
  '005': {
    ...payout,
    fails: fails(30 * seconds, 'OFFRAMP_FAILED', { refundAfter: 5 * seconds }),
  },
  // User cancellation.
  '006': {
    answer: 'under-way',
    meanwhile: 'PROCESSING',
    fails: {
      after: 0,
      status: 'REFUNDED',
      refund: 'COMPLETED',
      refundAfter: 0,
      refundReason: 'USER_CANCELLATION',
    },
  },
  // Payout and refund failed.
  '007': broken(fails(0, 'OFFRAMP_FAILED', { refund: 'FAILED', refundAfter: 5 * seconds })),
}
