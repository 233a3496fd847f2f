/** The page for sending money: the form, the offer and the receipt. @module */
import type { Quote } from 'embedded-wallet-auth'
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Payment } from '../../contract.js'
import { storeDraft, storedDraft, storedQuote, storeQuote } from '../draft.js'
import * as platform from '../platform.js'
import { useMember, useSignal } from '../ui/app-context.js'
import { ScreenHeading, Skeleton } from '../ui/card.js'
import { useHeadingFocus } from '../ui/use-focus.js'
import { Checking } from './checking.js'
import { type Order, OrderForm, offerFor } from './order-form.js'
import { QuoteReview } from './quote-review.js'
import { Receipt } from './receipt.js'

/** What the page shows. */
type Step =
  | { readonly name: 'form' }
  /** An offer or a receipt is read again after a reload. */
  | { readonly name: 'restoring'; readonly quoteId: string }
  | { readonly name: 'offer'; readonly payment: Payment; readonly order: Order }
  | { readonly name: 'checking'; readonly payment: Payment }
  | { readonly name: 'receipt'; readonly payment: Payment; readonly outcome: Quote }

/** The state of the history's entry with an offer, or with what follows it. */
const offerEntry = 'offer'

/** The page for sending money. */
export function Send(): ReactElement {
  const { kept, me, payments, wallet } = useMember()
  const signal = useSignal()
  const accountId = me.account.id
  const [draft, setDraft] = useState(() => kept.draft.value ?? storedDraft(accountId))
  const [step, setStep] = useState<Step>(() => {
    const quoteId = kept.draft.value ? undefined : storedQuote(accountId)
    return quoteId === undefined ? { name: 'form' } : { name: 'restoring', quoteId }
  })
  const host = useHeadingFocus<HTMLDivElement>(
    'payment' in step ? `${step.name} ${step.payment.quote.id}` : step.name,
  )
  const { goAhead, goBack } = useBack(() => {
    payments.attend(undefined)
    setStep({ name: 'form' })
  })
  useEffect(() => {
    kept.draft.value = undefined
    return () => payments.attend(undefined)
  }, [kept, payments])

  const shownId = idOf(step)
  useEffect(() => {
    storeQuote(accountId, shownId)
    return () => storeQuote(accountId, undefined)
  }, [accountId, shownId])
  const restore = useEffectEvent(async () => {
    if (step.name !== 'restoring') return
    const { quoteId } = step
    const next = await Promise.all([platform.payment(quoteId), wallet.getQuote(quoteId)]).then(
      ([payment, quote]) => stepOf(payment, quote),
      () => undefined,
    )
    // A payment that was sent, and whose outcome is not known, is shown above every screen.
    const isUnsettled = wallet.getState().unsettled.some((entry) => entry.quoteId === quoteId)
    if (!signal().aborted) setStep(next === undefined || isUnsettled ? { name: 'form' } : next)
  })
  useEffect(() => void restore(), [])

  const offer = (payment: Payment, order: Order): void => {
    goAhead()
    setStep({ name: 'offer', payment, order })
  }
  const settle = (payment: Payment): void => {
    const outcome = payments.find(payment.quote.id)?.outcome
    if (outcome === undefined) goBack()
    else setStep({ name: 'receipt', payment, outcome })
  }
  const follow = (payment: Payment): void => {
    // After a reload, what was sent must not look like something that is still to be sent.
    storeDraft(accountId, { ...draft, amount: '' })
    if (payments.find(payment.quote.id)?.outcome === undefined) setStep({ name: 'checking', payment })
    else settle(payment)
  }
  /** Starts a payment to someone else, without the values of the payment in doubt. */
  const startAnew = (): void => {
    setDraft({ ...draft, amount: '' })
    storeDraft(accountId, { ...draft, amount: '' })
    goBack()
  }
  return (
    <div className="stack" ref={host}>
      {step.name === 'restoring' && (
        <>
          <ScreenHeading>Opening your payment…</ScreenHeading>
          <Skeleton lines={4} />
        </>
      )}
      {step.name === 'form' && (
        <OrderForm
          draft={draft}
          onDraft={(next) => {
            setDraft(next)
            storeDraft(accountId, next)
          }}
          onOffer={offer}
        />
      )}
      {step.name === 'offer' && (
        <QuoteReview
          key={step.payment.quote.id}
          payment={step.payment}
          onSent={() => follow(step.payment)}
          onEdit={goBack}
          onRenew={async () => {
            const payment = await offerFor(step.order)
            return () => offer(payment, step.order)
          }}
        />
      )}
      {step.name === 'checking' && (
        <Checking payment={step.payment} onSettled={() => settle(step.payment)} onElsewhere={startAnew} />
      )}
      {step.name === 'receipt' && <Receipt payment={step.payment} outcome={step.outcome} onAgain={goBack} />}
    </div>
  )
}

/** Returns the id of the quote that a reload shows again. What is being checked is shown above every screen. */
function idOf(step: Step): string | undefined {
  if (step.name === 'restoring') return step.quoteId
  return step.name === 'offer' || step.name === 'receipt' ? step.payment.quote.id : undefined
}

/** Returns what to show of a quote after a reload. */
function stepOf(payment: Payment, quote: Quote): Step {
  const { receiverId: id, receiverName: name } = payment
  if (quote.status !== 'PENDING' && quote.status !== 'EXPIRED')
    return { name: 'receipt', payment, outcome: quote }
  return { name: 'offer', payment, order: { receiver: { id, name }, amount: quote.totalSendingAmount } }
}

/** Lets the browser's Back lead to the form. `goBack` shows the form in either case. */
function useBack(showForm: () => void): { readonly goAhead: () => void; readonly goBack: () => void } {
  // After a reload, the entry of the history is still that of the offer.
  const isAhead = useRef(history.state === offerEntry)
  const cameBack = useEffectEvent(() => {
    if (!isAhead.current) return
    isAhead.current = false
    showForm()
  })
  useEffect(() => {
    const heard = (): void => cameBack()
    addEventListener('popstate', heard)
    return () => removeEventListener('popstate', heard)
  }, [])
  return {
    goAhead() {
      if (!isAhead.current) history.pushState(offerEntry, '')
      isAhead.current = true
    },
    goBack() {
      if (isAhead.current) history.back()
      else showForm()
    },
  }
}
