/**
 * The outcomes of a transfer, by the suffix of the external account's number, independent of the emulator's table
 * (Sandbox test behaviors, Transfer in and transfer out). Reasons, refunds and the time of 004 are not part of the
 * interface [our choice].
 * @module
 */

/** One row of the table, for one direction. */
export interface TransferRow {
  readonly direction: 'out' | 'in'
  readonly suffix: string
  /** The outcome, in our own words. */
  readonly outcome: string
  /** The status in the answer to the call. */
  readonly answered: string
  /** Milliseconds of the emulator's clock until the transfer ends. 0: the answer already shows the end. */
  readonly endsAfter: number
  readonly status: string
  readonly reason?: string
  readonly refund?: string
  /** The internal account's balance after a transfer of 100.00. It began with 1000.00. */
  readonly held: number
  readonly webhooks: readonly string[]
}

const out = (
  suffix: string,
  outcome: string,
  status: string,
  change: Partial<TransferRow> = {},
): TransferRow => ({
  direction: 'out',
  suffix,
  outcome,
  answered: status,
  endsAfter: 0,
  status,
  reason: 'OFFRAMP_FAILED',
  refund: 'COMPLETED',
  held: 1_000_00,
  webhooks: [
    'OUTGOING_PAYMENT.PENDING',
    // There is no event for REJECTED. The events of the refund report it.
    ...(status === 'REJECTED' ? [] : [`OUTGOING_PAYMENT.${status}`]),
    'OUTGOING_PAYMENT.REFUND_PENDING',
    'OUTGOING_PAYMENT.REFUND_COMPLETED',
  ],
  ...change,
})

const into = (
  suffix: string,
  outcome: string,
  status: string,
  change: Partial<TransferRow> = {},
): TransferRow => ({
  direction: 'in',
  suffix,
  outcome,
  answered: status,
  endsAfter: 0,
  status,
  reason: 'PAY_REQUEST_FAILED',
  held: 1_000_00,
  webhooks: status === 'REJECTED' ? [] : [`INCOMING_PAYMENT.${status}`],
  ...change,
})

const late: Partial<TransferRow> = { answered: 'PENDING', endsAfter: 30_000 }

const done = (direction: 'out' | 'in', suffix: string): TransferRow => ({
  direction,
  suffix,
  outcome: 'arrives',
  answered: 'COMPLETED',
  endsAfter: 0,
  status: 'COMPLETED',
  held: direction === 'out' ? 900_00 : 1_100_00,
  webhooks:
    direction === 'out'
      ? ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']
      : ['INCOMING_PAYMENT.COMPLETED'],
})

/** Every row, for both directions. Of the suffixes without a meaning, only the two next to those with a meaning. */
export const transferRows: readonly TransferRow[] = [
  out('002', 'funds are missing: fails at once', 'FAILED'),
  out('003', 'account closed or invalid: fails at once', 'FAILED'),
  out('004', 'the bank rejects it', 'REJECTED'),
  out('005', 'pending for half a minute, then fails', 'FAILED', late),
  done('out', '001'),
  done('out', '006'),
  into('002', 'funds are missing: fails at once', 'FAILED'),
  into('003', 'account closed or invalid: fails at once', 'FAILED'),
  into('004', 'the bank rejects it', 'REJECTED'),
  into('005', 'pending for half a minute, then fails', 'FAILED', late),
  done('in', '001'),
  done('in', '006'),
]
