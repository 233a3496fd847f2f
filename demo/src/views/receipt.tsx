/** The screen after a payment whose outcome is known: paid or not paid. @module */
import { type Quote, quoteDetails } from 'embedded-wallet-auth'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import type { Payment } from '../../contract.js'
import { figuresOf } from '../questions.js'
import { momentText } from '../times.js'
import { useApp, useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Card, Fact } from '../ui/card.js'
import { Outcome } from './outcome.js'
import { statusText } from './payment-status.js'

const unpaid: ReadonlySet<string> = new Set(['FAILED', 'EXPIRED'])

interface ReceiptProps {
  readonly payment: Payment
  readonly outcome: Quote
  readonly onAgain: () => void
}

/** The screen. */
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
        <Fact name="Date">{momentText(outcome.createdAt)}</Fact>
        <Fact name="Reference">{outcome.id.slice(-12).toUpperCase()}</Fact>
      </dl>
    </Card>
  )
}
