/** Payments in doubt, those that wait for the user, and their outcomes. They are shown above every screen. @module */
import { quoteDetails } from 'embedded-wallet-auth'
import { useWalletState } from 'embedded-wallet-auth/react'
import { type ReactElement, useState } from 'react'
import type { Payment } from '../../contract.js'
import { isSignedIn } from '../member.js'
import { figuresOf } from '../questions.js'
import type { Sent } from '../sent-payment.js'
import { OpenWallet, useApp, useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { ActionButton, Problems, useAction } from '../ui/use-action.js'
import { useCatchFocus } from '../ui/use-focus.js'
import { AuthorizeForm } from './authorize-form.js'
import {
  doubtWords,
  isUnfinished,
  isWaiting,
  keyOf,
  outcomeWords,
  startText,
  toWhom,
} from './payment-words.js'

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

/** A payment: what is known about it, and what the user can do. */
function SentBox({ sent }: { readonly sent: Sent }): ReactElement {
  const { payments } = useMember()
  const isIn = isSignedIn(useWalletState())
  const { outcome, quoteId } = sent
  if (isWaiting(sent)) return <WaitingBox sent={sent} />
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
        next={`${startText(sent)}. ${doubtWords(sent, isIn)}`}
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

/** The amounts that the user confirms. */
function figuresText({ payment }: Sent): string | undefined {
  if (payment === undefined) return undefined
  const { sends, gets } = figuresOf(quoteDetails(payment.quote))
  return `You send ${sends}. ${payment.receiverName} gets ${gets}.`
}

/** A payment that waits for the user, with a dialog in which they confirm it. */
function WaitingBox({ sent }: { readonly sent: Sent }): ReactElement {
  const isIn = isSignedIn(useWalletState())
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Notice
        tone="info"
        icon="phone"
        title={`Your payment${toWhom(sent)} waits for you.`}
        next={`${startText(sent)}. Nothing has been sent yet.${isIn ? '' : ' Sign in to confirm it.'}`}
      >
        {isIn && (
          <Button weight="primary" onClick={() => setIsOpen(true)}>
            Confirm this payment
          </Button>
        )}
      </Notice>
      {isOpen && (
        <Dialog
          heading={`Confirm your payment${toWhom(sent)}`}
          about={figuresText(sent)}
          onDismiss={() => setIsOpen(false)}
        >
          <AuthorizeForm quoteId={sent.quoteId} />
          <div className="row row-end">
            <Button weight="quiet" onClick={() => setIsOpen(false)}>
              Not now
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** The same for a screen whose heading already names the payment. */
export function DoubtBox({ sent }: { readonly sent: Sent }): ReactElement {
  const isIn = isSignedIn(useWalletState())
  return (
    <Notice tone="careful" icon="clock" title={startText(sent)} next={doubtWords(sent, isIn)}>
      <Ways sent={sent} />
    </Notice>
  )
}

/** What the user can do about a payment in doubt. */
function Ways({ sent }: { readonly sent: Sent }): ReactElement | undefined {
  const isIn = isSignedIn(useWalletState())
  if (sent.isUnderWay) return undefined
  if (!isUnfinished(sent)) return <Check />
  // The screen below asks the user to sign in. Until then nothing can be done about the payment.
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
