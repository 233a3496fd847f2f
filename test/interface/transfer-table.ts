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

const late: Partial<TransferRow> = { answered: 'PENDING', endsAfter: 30_000 }

/** A transfer that fails, in both directions. */
const fails = (
  suffix: string,
  outcome: string,
  status = 'FAILED',
  change: Partial<TransferRow> = {},
): readonly TransferRow[] => {
  const row = { suffix, outcome, answered: status, endsAfter: 0, status, held: 1_000_00 }
  // There is no event for REJECTED. The events of the refund report it.
  const events = (direction: string): readonly string[] =>
    status === 'REJECTED' ? [] : [`${direction}_PAYMENT.${status}`]
  const out = ['PENDING', 'REFUND_PENDING', 'REFUND_COMPLETED'].map((name) => `OUTGOING_PAYMENT.${name}`)
  return [
    {
      ...{ direction: 'out', ...row, reason: 'OFFRAMP_FAILED', refund: 'COMPLETED' },
      webhooks: out.toSpliced(1, 0, ...events('OUTGOING')),
      ...change,
    },
    { direction: 'in', ...row, reason: 'PAY_REQUEST_FAILED', webhooks: events('INCOMING'), ...change },
  ]
}

/** A transfer that arrives, in both directions. */
const arrives = (suffix: string): readonly TransferRow[] => {
  const row = { suffix, outcome: 'arrives', answered: 'COMPLETED', endsAfter: 0, status: 'COMPLETED' }
  const out = ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']
  return [
    { direction: 'out', ...row, held: 900_00, webhooks: out },
    { direction: 'in', ...row, held: 1_100_00, webhooks: ['INCOMING_PAYMENT.COMPLETED'] },
  ]
}

/** Every row, for both directions. Of the suffixes without a meaning, only the two next to those with a meaning. */
export const transferRows: readonly TransferRow[] = [
  ...fails('002', 'funds are missing: fails at once'),
  ...fails('003', 'account closed or invalid: fails at once'),
  ...fails('004', 'the bank rejects it', 'REJECTED'),
  ...fails('005', 'pending for half a minute, then fails', 'FAILED', late),
  ...arrives('001'),
  ...arrives('006'),
]
