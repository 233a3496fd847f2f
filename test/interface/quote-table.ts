/**
 * The outcomes of a quote to an external account, by the suffix of the account number, independent of the emulator's
 * table (Sandbox test behaviors, Quote to an external account). Reasons, refunds and the delays of 005 and of the
 * refunds are not part of the interface [our choice].
 * @module
 */

/** What is visible at a time, in milliseconds after the execution. */
export interface Moment {
  readonly at: number
  readonly transaction: string
  readonly quote: string
  readonly refund?: string
}

/** One row of the table. */
export interface QuoteRow {
  readonly suffix: string
  /** The outcome, in our own words. */
  readonly outcome: string
  /** The status of the quote in the answer to the execution. */
  readonly answered: string
  /** The moments in order. The last one is the end. Just before each moment, the previous one is still visible. */
  readonly moments: readonly [Moment, ...Moment[]]
  readonly reason?: string
  readonly refundReason?: string
  /** The source's balance after a quote of 100.00. It began with 1000.00 USD. */
  readonly held: number
  readonly webhooks: readonly string[]
}

const begun = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING']
const ended = (...names: readonly string[]): readonly string[] => [
  ...begun,
  ...names.map((name) => `OUTGOING_PAYMENT.${name}`),
]

const completed: Moment = { at: 0, transaction: 'COMPLETED', quote: 'COMPLETED' }
const failed = (at: number, refund: string): Moment => ({
  at,
  transaction: 'FAILED',
  quote: 'FAILED',
  refund,
})

const arrives = (suffix: string): QuoteRow => ({
  ...{ suffix, outcome: 'arrives', answered: 'PROCESSING', moments: [completed], held: 900_00 },
  webhooks: ended('COMPLETED'),
})

/** What is the same for payments that were executed and then failed. */
const failing = { answered: 'PROCESSING', reason: 'OFFRAMP_FAILED', refundReason: 'TRANSACTION_FAILED' }
const refunded = ended('FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED')

/** Every row. Of the suffixes without a meaning, only the two next to those with a meaning. */
export const quoteRows: readonly QuoteRow[] = [
  {
    ...{ suffix: '002', outcome: 'the execution fails', ...failing, answered: 'FAILED' },
    moments: [failed(0, 'COMPLETED')],
    reason: 'QUOTE_EXECUTION_FAILED',
    ...{ held: 1_000_00, webhooks: refunded },
  },
  {
    ...{ suffix: '003', outcome: 'completes after six minutes', answered: 'PROCESSING' },
    moments: [
      { at: 0, transaction: 'PROCESSING', quote: 'PROCESSING' },
      { ...completed, at: 6 * 60_000 },
    ],
    ...{ held: 900_00, webhooks: ended('COMPLETED') },
  },
  {
    ...{ suffix: '004', outcome: 'cannot be delivered to the counterparty', ...failing },
    moments: [failed(0, 'PENDING'), failed(5_000, 'COMPLETED')],
    ...{ held: 1_000_00, webhooks: refunded },
  },
  {
    ...{ suffix: '005', outcome: 'completes, then the bank returns it', ...failing },
    moments: [completed, failed(30_000, 'PENDING'), failed(35_000, 'COMPLETED')],
    ...{ held: 1_000_00, webhooks: ended('COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED') },
  },
  {
    ...{ suffix: '006', outcome: 'the user cancels it', answered: 'PROCESSING' },
    moments: [{ at: 0, transaction: 'REFUNDED', quote: 'FAILED', refund: 'COMPLETED' }],
    refundReason: 'USER_CANCELLATION',
    ...{ held: 1_000_00, webhooks: ended('REFUND_PENDING', 'REFUND_COMPLETED') },
  },
  {
    ...{ suffix: '007', outcome: 'neither payout nor refund works', ...failing },
    moments: [failed(0, 'PENDING'), failed(5_000, 'FAILED')],
    ...{ held: 900_00, webhooks: ended('FAILED', 'REFUND_PENDING', 'REFUND_FAILED') },
  },
  arrives('001'),
  arrives('008'),
]
