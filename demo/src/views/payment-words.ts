/** Describes payments in doubt and their outcomes. @module */
import { formatMoney } from '../money.js'
import type { Sent } from '../sent-payment.js'
import { shortTime } from '../times.js'
import type { Tone } from '../ui/notice.js'

/** Returns a key that changes when what is shown of these payments changes. */
export const keyOf = (list: readonly Sent[]): string =>
  list
    .map(({ quoteId, found, outcome, isUnderWay }) => [quoteId, found, outcome?.status, isUnderWay].join(' '))
    .join()

/** Whether the service has not executed the payment, so that the user can finish it. */
export const isUnfinished = ({ found, isUnderWay }: Sent): boolean => found === 'pending' && !isUnderWay

/** Whether the payment waits for the user. Nothing has been paid. */
export const isWaiting = ({ found, isUnderWay, outcome }: Sent): boolean =>
  found === 'waiting' && !isUnderWay && outcome === undefined

export const startText = (sent: Sent): string =>
  isUnfinished(sent) || isWaiting(sent)
    ? `${amountOf(sent)}started at ${shortTime(sent.since)}`
    : `${amountOf(sent)}sent at ${shortTime(sent.since)}`

export const toWhom = ({ payment }: Sent): string =>
  payment === undefined ? '' : ` to ${payment.receiverName}`

const amountOf = ({ payment }: Sent): string =>
  payment === undefined
    ? ''
    : `${formatMoney({ amount: payment.quote.totalSendingAmount, currency: payment.quote.sendingCurrency })}, `

/** Says what is known about a payment in doubt, and what the user can do. */
export function doubtWords({ isUnderWay, found, payment }: Sent, isIn: boolean): string {
  if (isUnderWay) return 'Waiting for confirmation.'
  const mayBePaid = 'Please don’t pay again: it may have gone through.'
  if (found === 'unreachable') return `We can’t reach Heron right now, but we’ll keep trying. ${mayBePaid}`
  if (found === 'nothing yet') return `We haven’t been able to confirm it yet. ${mayBePaid}`
  const act = isIn ? 'Finish it' : 'Sign in to finish it'
  const end = payment && ` If you don’t, it’s canceled at ${shortTime(payment.quote.expiresAt)}.`
  return `It hasn’t gone through yet. ${act}; you’ll only be charged once.${end ?? ''}`
}

const purposes: Readonly<Record<string, string>> = {
  CURRENCY_CONVERSION: 'the currency conversion',
  PAYOUT: 'the payout',
  TRANSFER: 'the transfer',
}

/** Says what the user authorizes. The service may add purposes later. */
export const purposeText = (purpose = ''): string => purposes[purpose] ?? 'the payment'

/** Describes the outcome of a payment. The service may add statuses later. */
export const outcomeWords = (sent: Sent, status: string): readonly [Tone, string, string] => {
  const whom = toWhom(sent)
  const amount = amountOf(sent)
  const row = {
    COMPLETED: ['good', `Your payment${whom} went through.`, `${amount}charged once.`],
    PROCESSING: ['good', `Your payment${whom} is on its way.`, `${amount}charged once.`],
    FAILED: ['problem', `Your payment${whom} failed.`, 'Check your balance before you pay again.'],
    EXPIRED: [
      'careful',
      `Your payment${whom} wasn’t made.`,
      'No money has left your wallet. You can pay again.',
    ],
  } as const
  return status in row
    ? row[status as keyof typeof row]
    : ['careful', `Your payment${whom}: ${status}`, amount]
}
