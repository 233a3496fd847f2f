/** Payments in doubt and their outcomes. They are shown above every screen. @module */
import { quoteDetails } from 'embedded-wallet-auth'
import { useWalletState } from 'embedded-wallet-auth/react'
import type { ReactElement } from 'react'
import type { Payment } from '../../contract.js'
import { isSignedIn } from '../app.js'
import { formatMoney } from '../money.js'
import type { Sent } from '../payments.js'
import { shortTime } from '../times.js'
import { OpenWallet, useApp, useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Notice, type Tone } from '../ui/notice.js'
import { ActionButton, Problems, useAction } from '../ui/use-action.js'
import { useCatchFocus } from '../ui/use-focus.js'

/** The region for these payments. */
export function SentPayments(): ReactElement {
  const payments = useApp().member()?.payments
  const list = payments?.list().filter(({ quoteId }) => !payments.isAttended(quoteId)) ?? []
  const region = useCatchFocus(list.length === 0 ? undefined : keyOf(list))
  return (
    <div className="problems sent-payments" role="status" ref={region}>
      <OpenWallet>
        {list.map((sent) => (
          <SentBox key={sent.quoteId} sent={sent} />
        ))}
      </OpenWallet>
    </div>
  )
}

/** Returns a key that changes when what is shown of these payments changes. */
export const keyOf = (list: readonly Sent[]): string =>
  list
    .map(({ quoteId, found, outcome, isUnderWay }) => [quoteId, found, outcome?.status, isUnderWay].join(' '))
    .join()

/** A payment: what is known about it, and what the user can do. */
function SentBox({ sent }: { readonly sent: Sent }): ReactElement {
  const { payments } = useMember()
  const words = useDoubtWords(sent)
  const { outcome, quoteId } = sent
  if (outcome === undefined)
    return (
      <Notice
        tone="careful"
        icon="clock"
        title={
          isUnfinished(sent)
            ? `Your payment${toWhom(sent)} isn’t finished.`
            : `Checking your payment${toWhom(sent)}…`
        }
        next={`${startText(sent)}. ${words}`}
      >
        <Ways sent={sent} />
      </Notice>
    )
  const [tone, title, next] = outcomeWords(sent, outcome.status)
  return (
    <Notice tone={tone} icon={tone === 'good' ? 'check' : 'warning'} title={title} next={next}>
      <Button weight="quiet" aria-label={`OK: ${title}`} onClick={() => payments.dismiss(quoteId)}>
        OK
      </Button>
    </Notice>
  )
}

/** The same for a screen whose heading already names the payment. */
export function DoubtBox({ sent }: { readonly sent: Sent }): ReactElement {
  return (
    <Notice tone="careful" icon="clock" title={startText(sent)} next={useDoubtWords(sent)}>
      <Ways sent={sent} />
    </Notice>
  )
}

/** Whether the service has not executed the payment, so that the user can finish it. */
export const isUnfinished = ({ found, isUnderWay }: Sent): boolean => found === 'pending' && !isUnderWay

const startText = (sent: Sent): string =>
  `${amountOf(sent)}${isUnfinished(sent) ? 'started' : 'sent'} at ${shortTime(sent.since)}`

const toWhom = ({ payment }: Sent): string => (payment === undefined ? '' : ` to ${payment.receiverName}`)

const amountOf = ({ payment }: Sent): string =>
  payment === undefined
    ? ''
    : `${formatMoney({ amount: payment.quote.totalSendingAmount, currency: payment.quote.sendingCurrency })}, `

function useDoubtWords({ isUnderWay, found, payment }: Sent): string {
  const isIn = isSignedIn(useWalletState())
  if (isUnderWay) return 'Waiting for confirmation.'
  const mayBePaid = 'Please don’t pay again: it may have gone through.'
  if (found === 'unreachable') return `We can’t reach Heron right now, but we’ll keep trying. ${mayBePaid}`
  if (found === 'nothing yet') return `We haven’t been able to confirm it yet. ${mayBePaid}`
  const act = isIn ? 'Finish it' : 'Sign in to finish it'
  const end = payment && ` If you don’t, it’s canceled at ${shortTime(payment.quote.expiresAt)}.`
  return `It hasn’t gone through yet. ${act}; you’ll only be charged once.${end ?? ''}`
}

/** What the user can do about a payment in doubt. */
function Ways({ sent }: { readonly sent: Sent }): ReactElement | undefined {
  const isIn = isSignedIn(useWalletState())
  if (sent.isUnderWay) return undefined
  if (!isUnfinished(sent)) return <Check />
  // The sign-in on the screen below comes first.
  if (!isIn) return undefined
  return sent.payment === undefined ? <Check /> : <Finish payment={sent.payment} />
}

function Finish({ payment }: { readonly payment: Payment }): ReactElement {
  const { consent, payments } = useMember()
  const finish = useAction(() =>
    consent.given({ operation: 'executeQuote', details: quoteDetails(payment.quote) }, () =>
      payments.pay(payment),
    ),
  )
  return (
    <>
      <ActionButton of={finish} weight="primary">
        Finish this payment
      </ActionButton>
      <Problems
        of={finish}
        better={{ OUTCOME_UNKNOWN: 'We’ll keep checking. You won’t be charged twice.' }}
      />
    </>
  )
}

function Check(): ReactElement {
  const { payments } = useMember()
  const check = useAction(payments.check)
  return (
    <>
      <ActionButton of={check} weight="secondary">
        Check now
      </ActionButton>
      <Problems of={check} />
    </>
  )
}

/** Describes the outcome of a payment. The service may add statuses later. */
const outcomeWords = (sent: Sent, status: string): readonly [Tone, string, string] => {
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
