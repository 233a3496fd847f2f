/** The screen for a payment in doubt, and for one that waits for the user. @module */
import { quoteDetails } from 'embedded-wallet-auth'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import type { Payment } from '../../contract.js'
import { figuresOf } from '../questions.js'
import { useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Card, Fact } from '../ui/card.js'
import { useCatchFocus } from '../ui/use-focus.js'
import { AuthorizeForm } from './authorize-form.js'
import { Outcome } from './outcome.js'
import { isUnfinished, isWaiting, keyOf } from './payment-words.js'
import { DoubtBox } from './sent-payments.js'

interface CheckingProps {
  readonly payment: Payment
  /** Called once the payment's outcome is known. */
  readonly onSettled: () => void
  readonly onElsewhere: () => void
}

/** The screen. */
export function Checking({ payment, onSettled, onElsewhere }: CheckingProps): ReactElement {
  const { payments } = useMember()
  const { quote, receiverName } = payment
  const { sends, gets } = figuresOf(quoteDetails(quote))
  const sent = payments.find(quote.id)
  const isSettled = sent === undefined || sent.outcome !== undefined
  const isStopped = sent !== undefined && isUnfinished(sent)
  const isAsked = sent !== undefined && isWaiting(sent)
  const box = useCatchFocus(keyOf(sent === undefined ? [] : [sent]))
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (isSettled) settle()
  }, [isSettled])
  const heading = isAsked
    ? `Confirm your payment to ${receiverName}`
    : isStopped
      ? `Your payment to ${receiverName} isn’t finished`
      : `Checking your payment to ${receiverName}`
  return (
    <Outcome icon={isAsked ? 'phone' : 'clock'} heading={heading}>
      {isAsked ? (
        <AuthorizeForm quoteId={quote.id} />
      ) : (
        <div role="status" ref={box}>
          {sent !== undefined && <DoubtBox sent={sent} />}
        </div>
      )}
      <Card>
        <dl className="facts">
          <Fact name="You send">{sends}</Fact>
          <Fact name={`${receiverName} gets`}>{gets}</Fact>
        </dl>
      </Card>
      <Button weight="quiet" onClick={onElsewhere}>
        Send to someone else
      </Button>
      {!isStopped && (
        <p className="hint">
          {isAsked
            ? 'You can leave or reload this page. Your payment waits for you until the time is up.'
            : 'You can leave or reload this page. We’ll keep checking.'}
        </p>
      )}
    </Outcome>
  )
}
