/** The outcome of a payment: paid, not paid, or not known yet. @module */
import { type Quote, quoteDetails } from 'embedded-wallet-auth'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Payment } from '../../contract.js'
import { figuresOf } from '../questions.js'
import { serverNow } from '../server-time.js'
import { momentText } from '../times.js'
import { useApp, useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Card, Fact, ScreenHeading } from '../ui/card.js'
import { Icon, type IconName } from '../ui/icon.js'
import { useCatchFocus } from '../ui/use-focus.js'
import { statusText } from './payment-status.js'
import { DoubtBox, isUnfinished, keyOf } from './sent-payments.js'

const unpaid: ReadonlySet<string> = new Set(['FAILED', 'EXPIRED'])

interface ReceiptProps {
  readonly payment: Payment
  readonly outcome: Quote
  readonly onAgain: () => void
}

/** The screen after a payment whose outcome is known. */
export function Receipt({ payment, outcome, onAgain }: ReceiptProps): ReactElement {
  const app = useApp()
  const { payments } = useMember()
  const { receiverName } = payment
  const { sends } = figuresOf(quoteDetails(outcome))
  const isPaid = !unpaid.has(outcome.status)
  // A failed payment may have moved money, so that it is not offered again at once.
  const isFailed = outcome.status === 'FAILED'
  const unsent = isFailed ? `The payment to ${receiverName} failed` : `Not sent to ${receiverName}`
  const shown = useEffectEvent(() => {
    app.announce(isPaid ? `Sent ${sends} to ${receiverName}` : unsent)
    payments.dismiss(outcome.id)
  })
  useEffect(() => shown(), [])

  const isDoneFirst = isPaid || isFailed
  const home = (
    <Button
      key="home"
      weight={isDoneFirst ? 'primary' : 'secondary'}
      className="button-wide"
      onClick={() => app.goTo('home')}
    >
      Done
    </Button>
  )
  const repeat = (
    <Button
      key="repeat"
      weight={isDoneFirst ? 'secondary' : 'primary'}
      className="button-wide"
      onClick={onAgain}
    >
      Send again
    </Button>
  )
  const icon = isPaid ? (outcome.status === 'COMPLETED' ? 'check' : 'clock') : 'warning'
  return (
    <Outcome icon={icon} heading={isPaid ? `Sent to ${receiverName}` : unsent}>
      {!isPaid && (
        <p className="lead">
          {isFailed
            ? 'Check your balance and activity before you send it again.'
            : 'The payment wasn’t made, and no money has left your wallet. You can send it again.'}
        </p>
      )}
      <Terms payment={payment} outcome={outcome} isPaid={isPaid} />
      {isDoneFirst ? [home, repeat] : [repeat, home]}
      {isPaid && (
        <p className="hint">Signed on this device, with a key that can’t be exported from this browser.</p>
      )}
    </Outcome>
  )
}

interface TermsProps {
  readonly payment: Payment
  readonly outcome: Quote
  readonly isPaid: boolean
}

function Terms({ payment: { receiverName }, outcome, isPaid }: TermsProps): ReactElement {
  const { sends, gets, fees, rate } = figuresOf(quoteDetails(outcome))
  const [date] = useState(() => momentText(new Date(serverNow()).toISOString()))
  return (
    <Card>
      <dl className="facts">
        {isPaid ? (
          <>
            <Fact name="You sent">{sends}</Fact>
            <Fact name="Fee (included)">{fees}</Fact>
            <Fact name="Rate">{rate}</Fact>
            <Fact name={`${receiverName} gets`}>{gets}</Fact>
          </>
        ) : (
          <Fact name="Amount">{sends}</Fact>
        )}
        <Fact name="Status">{statusText(outcome.status)}</Fact>
        <Fact name="Date">{date}</Fact>
        <Fact name="Reference">{outcome.id.slice(-12).toUpperCase()}</Fact>
      </dl>
    </Card>
  )
}

interface CheckingProps {
  readonly payment: Payment
  /** Called once the payment's outcome is known. */
  readonly onSettled: () => void
  readonly onElsewhere: () => void
}

/** The screen for a payment in doubt. */
export function Checking({ payment, onSettled, onElsewhere }: CheckingProps): ReactElement {
  const { payments } = useMember()
  const { quote, receiverName } = payment
  const { sends, gets } = figuresOf(quoteDetails(quote))
  const sent = payments.find(quote.id)
  const isSettled = sent === undefined || sent.outcome !== undefined
  const isStopped = sent !== undefined && isUnfinished(sent)
  const box = useCatchFocus(keyOf(sent === undefined ? [] : [sent]))
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (isSettled) settle()
  }, [isSettled])
  return (
    <Outcome
      icon="clock"
      heading={
        isStopped
          ? `Your payment to ${receiverName} isn’t finished`
          : `Checking your payment to ${receiverName}`
      }
    >
      <div role="status" ref={box}>
        {sent !== undefined && <DoubtBox sent={sent} />}
      </div>
      <Card>
        <dl className="facts">
          <Fact name="You send">{sends}</Fact>
          <Fact name={`${receiverName} gets`}>{gets}</Fact>
        </dl>
      </Card>
      <Button weight="quiet" onClick={onElsewhere}>
        Send to someone else
      </Button>
      {!isStopped && <p className="hint">You can leave or reload this page. We’ll keep checking.</p>}
    </Outcome>
  )
}

interface OutcomeProps {
  readonly icon: IconName
  readonly heading: string
  readonly children: ReactNode
}

function Outcome({ icon, heading, children }: OutcomeProps): ReactElement {
  return (
    <div className="stack receipt">
      <div className={`hero hero-icon hero-${icon === 'check' ? 'good' : 'careful'}`}>
        <Icon name={icon} />
      </div>
      <ScreenHeading>{heading}</ScreenHeading>
      {children}
    </div>
  )
}
