/**
 * What the sandbox's UMA addresses do, to a payment to them and to one from them, kept apart from the emulator's
 * own table (Sandbox test behaviors, UMA sandbox addresses). How long long is, what is asked of a sender and the reasons
 * are not part of the interface [our choice].
 * @module
 */

/** One address. */
export interface UmaRow {
  readonly user: string
  /** In our own words. */
  readonly outcome: string
  readonly currency: string
  /** What a quote to it has to tell about the sender. */
  readonly senderCustomerInfo?: Readonly<Record<string, string>>
  /** Milliseconds until a payment to or from it ends. */
  readonly endsAfter: number
  readonly status: string
  /** Of a payment to it. */
  readonly outgoing: {
    readonly reason?: string
    readonly refund?: string
    /** What the sender, who began with 1000.00 USD, holds after a quote of 100.00. */
    readonly held: number
    readonly webhooks: readonly string[]
  }
  /** Of a payment of 5.00 from it. */
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
