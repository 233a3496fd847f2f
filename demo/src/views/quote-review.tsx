/** An offer with its rate, its fee and the time left, and the button that signs it. @module */
import { isWalletError, quoteDetails } from 'embedded-wallet-auth'
import { useSecondsUntil } from 'embedded-wallet-auth/react'
import type { ReactElement } from 'react'
import type { Payment } from '../../contract.js'
import { figuresOf } from '../questions.js'
import { clockText } from '../times.js'
import { useMember, useSignal } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Card, Fact, ScreenHeading } from '../ui/card.js'
import { NewsRegion, Notice } from '../ui/notice.js'
import { ActionButton, isAbout, Problems, useAction } from '../ui/use-action.js'
import { useCatchFocus } from '../ui/use-focus.js'

/** The codes of refusals that the same payment would meet again, now or with a new rate. */
const final = [
  'PAYLOAD_REFUSED',
  'INSUFFICIENT_BALANCE',
  'AMOUNT_OUT_OF_RANGE',
  'SELF_PAYMENT',
  'PAYMENT_PASSKEY_REQUIRED',
  'ACCOUNT_LOCKED',
  'SCA_SESSION_REQUIRED',
] as const

interface QuoteReviewProps {
  readonly payment: Payment
  /** Called when the payment was sent. The list of payments contains it, whether or not its outcome is known. */
  readonly onSent: () => void
  readonly onEdit: () => void
  /** Requests a new offer for the same payment. Resolves with a function that shows it. */
  readonly onRenew: () => Promise<() => void>
}

/** The screen that shows an offer. */
export function QuoteReview({ payment, onSent, onEdit, onRenew }: QuoteReviewProps): ReactElement {
  const { quote, receiverId, receiverName } = payment
  const { consent, payments } = useMember()
  const signal = useSignal()
  const details = quoteDetails(quote)
  const { headline, gets } = figuresOf(details)
  const left = useSecondsUntil(quote.expiresAt)
  const isUnderWay = payments.find(quote.id)?.isUnderWay === true
  // Another tab may have paid this receiver, or may be about to.
  const isOpen = !isUnderWay && payments.isOpenTo(receiverId)
  const isExpired = left === 0 && !isUnderWay

  const pay = useAction(async () => {
    payments.attend(quote.id)
    try {
      // The user has agreed to the terms on this screen.
      await consent.given({ operation: 'executeQuote', details }, () => payments.pay(payment))
    } catch (error) {
      // A payment in doubt is not an error. The next screen shows it.
      if (payments.find(quote.id) === undefined) throw error
    }
    if (!signal().aborted) onSent()
  })
  const told = useCatchFocus(pay.error)
  /** Whether a new passkey delays the payment. A new rate would be refused, too. */
  const isEarly = useSecondsUntil(payableFromIn(pay.error)) > 0
  /** Whether this payment can be made neither now nor with a new rate. */
  const isOver = isOpen || isEarly || isAbout(pay.error, ...final)
  const renew = useAction(async () => {
    const show = await onRenew()
    if (!signal().aborted) show()
  })
  return (
    <div className="stack">
      <ScreenHeading>{`${receiverName} gets ${gets}`}</ScreenHeading>
      <Terms payment={payment} left={isOver ? undefined : left} />
      <NewsRegion>
        {isOpen && <StillOpen receiverName={receiverName} />}
        {isExpired && !isOver && (
          <Notice
            tone="careful"
            title="This rate has expired."
            next="Nothing was sent. Get a new rate to continue."
          />
        )}
      </NewsRegion>
      <Problems of={pay.error === undefined ? renew : pay} ref={told} />
      {!isExpired && !isOver && (
        <ActionButton of={pay} weight="primary" className="button-wide">
          {`Confirm and send ${headline}`}
        </ActionButton>
      )}
      {isExpired && !isOver && (
        <ActionButton of={renew} weight="primary" className="button-wide">
          Get a new rate
        </ActionButton>
      )}
      {!isUnderWay && (
        <Button weight="quiet" icon="back" className="start" onClick={onEdit}>
          Edit
        </Button>
      )}
    </div>
  )
}

const payableFromIn = (error: unknown): string | undefined =>
  isWalletError(error) && 'payableFrom' in error ? error.payableFrom : undefined

interface TermsProps {
  readonly payment: Payment
  /** The seconds for which the rate is guaranteed. They are not shown if `undefined`. */
  readonly left: number | undefined
}

function Terms({ payment: { quote, receiverName }, left }: TermsProps): ReactElement {
  const { sends, gets, fees, rate } = figuresOf(quoteDetails(quote))
  const lifetime = Math.max(1, (Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)) / 1000)
  return (
    <Card>
      <dl className="facts">
        <Fact name="You send">{sends}</Fact>
        <Fact name="Fee (included)">{fees}</Fact>
        <Fact name="Rate">{rate}</Fact>
        <Fact name={`${receiverName} gets`}>{gets}</Fact>
        {left !== undefined && (
          <Fact name={left > 0 ? 'Rate guaranteed for' : 'Rate guarantee'}>
            {left > 0 ? clockText(left) : 'expired'}
          </Fact>
        )}
      </dl>
      {left !== undefined && (
        <div className="meter" aria-hidden="true">
          <div className="meter-fill" style={{ inlineSize: `${Math.min(100, (left / lifetime) * 100)}%` }} />
        </div>
      )}
    </Card>
  )
}

/** The notice that says why this receiver cannot be paid now. */
export function StillOpen({ receiverName }: { readonly receiverName: string }): ReactElement {
  return (
    <Notice
      tone="careful"
      title="Your last payment isn’t settled yet."
      next={`You can pay ${receiverName} again once it is.`}
    />
  )
}
