/**
 * The outcomes of payments to and from the sandbox's UMA addresses, independent of the emulator's table (Sandbox test
 * behaviors, UMA sandbox addresses). The duration of a long-pending payment, the required sender information and the
 * reasons are not part of the interface [our choice].
 * @module
 */

/** One address. */
export interface UmaRow {
  readonly user: string
  /** The outcome, in our own words. */
  readonly outcome: string
  readonly currency: string
  /** The information about the sender that a quote to the address must contain. */
  readonly senderCustomerInfo?: Readonly<Record<string, string>>
  /** Milliseconds until a payment to or from the address ends. */
  readonly endsAfter: number
  readonly status: string
  /** The outcome of a payment to the address. */
  readonly outgoing: {
    readonly reason?: string
    readonly refund?: string
    /** The sender's balance after a quote of 100.00. It began with 1000.00 USD. */
    readonly held: number
    readonly webhooks: readonly string[]
  }
  /** The outcome of a payment of 5.00 from the address. */
  readonly incoming: {
    readonly status: string
    readonly reason?: string
    readonly held: number
    readonly webhooks: readonly string[]
  }
}

const success = (user: string, currency: string): UmaRow => ({
  user,
  outcome: `succeeds in ${currency}`,
  currency,
  endsAfter: 0,
  status: 'COMPLETED',
  outgoing: {
    held: 900_00,
    webhooks: ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED'],
  },
  incoming: {
    status: 'COMPLETED',
    held: 1_005_00,
    webhooks: ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED'],
  },
})

const dollars = success('success.usd', 'USD')

/** Every address of the table. */
export const umaRows: readonly UmaRow[] = [
  dollars,
  { ...success('success.eur', 'EUR'), senderCustomerInfo: { FULL_NAME: 'Ada', BIRTH_DATE: '1815-12-10' } },
  { ...success('success.mxn', 'MXN'), senderCustomerInfo: { FULL_NAME: 'Ada', NATIONALITY: 'GB' } },
  {
    ...dollars,
    user: 'pending.long.usd',
    outcome: 'stays pending for long: an hour',
    endsAfter: 60 * 60_000,
  },
  {
    ...dollars,
    user: 'fail.compliance.usd',
    outcome: 'fails the compliance check',
    status: 'FAILED',
    outgoing: {
      reason: 'QUOTE_EXECUTION_FAILED',
      refund: 'COMPLETED',
      held: 1_000_00,
      webhooks: [
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.FAILED',
        'OUTGOING_PAYMENT.REFUND_PENDING',
        'OUTGOING_PAYMENT.REFUND_COMPLETED',
      ],
    },
    incoming: {
      status: 'FAILED',
      reason: 'PAY_REQUEST_FAILED',
      held: 1_000_00,
      webhooks: ['INCOMING_PAYMENT.FAILED'],
    },
  },
]
