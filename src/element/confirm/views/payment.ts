/** The terms of a payment, with the button that confirms it. @module */
import { headlineMoney, type Quote, type QuoteDetails, quoteDetails } from '../../../index.js'
import { actions, button, disable, el, relabel, setText } from '../../dom.js'
import type { Built, View } from '../../panel.js'
import { clockText, moneyText, secondsUntil } from '../../text.js'
import { type ConfirmModel, factsOf, forgetDeadEnd, knowsTime, nowOf } from '../model.js'
import { pay } from '../pay.js'
import { isDeadEnd, isOver, isSignedIn, isTooEarly, problemKeyOf } from '../screen.js'
import { costRows, essenceOf, row, termsView } from '../terms.js'
import { reading } from './reading.js'

/** What the user can do, and whether the payment is that of the element's own quote. */
export interface PaymentSteps {
  readonly agree: () => void
  readonly refuse: () => void
  readonly isOwn: boolean
  /** Below the heading: who asks. */
  readonly text?: string | undefined
}

/** The screen with the element's own quote. */
export function reviewView(model: ConfirmModel, quote: Quote): View {
  const { host } = model
  const details = quoteDetails(quote)
  const agree = (): void => void pay(model)
  const refuse = (): void => {
    forgetDeadEnd(model)
    host.emit('wallet-cancel', quote)
    model.render()
  }
  return {
    key: `review ${essenceOf(details)} ${host.properties.receiver}`,
    build: () => paymentView(model, details, { agree, refuse, isOwn: true }),
  }
}

/** Builds the terms with their buttons. */
export function paymentView(model: ConfirmModel, details: QuoteDetails, steps: PaymentSteps): Built {
  const { panel, host } = model
  const { say } = panel
  const { quote, receiver } = host.properties
  const parts: PaymentParts = {
    expiry: el('span', { role: 'timer', part: 'expiry', translate: 'no' }),
    agree: button('', { look: 'primary', click: steps.agree }),
    fresh: button(say('newQuote'), {
      look: 'primary',
      click: () => host.emit('wallet-requote', model.quote),
    }),
    passkey: button(say('addPasskey'), {
      look: 'primary',
      click() {
        forgetDeadEnd(model)
        host.emit('wallet-add-passkey', model.quote)
        model.render()
      },
    }),
    refuse: button(say('cancel'), { look: 'secondary', click: steps.refuse }),
  }
  const isRead = reading(panel.signal, () => update())
  const update = (): void => updatePayment(model, details, parts, { isOwn: steps.isOwn, isRead: isRead() })
  const named = details.quoteId === quote?.id ? receiver : undefined
  const words = { say, lang: panel.lang(), named }
  const rows = [...costRows(details, words), row(say('validFor'), parts.expiry)]
  return {
    heading: say('payHeading'),
    text: steps.text,
    body: [
      ...termsView(details, words, { label: 'youSend', rows }),
      actions(parts.agree, parts.fresh, parts.passkey, parts.refuse),
    ],
    update,
  }
}

interface PaymentParts {
  readonly expiry: HTMLElement
  readonly agree: HTMLButtonElement
  readonly fresh: HTMLButtonElement
  readonly passkey: HTMLButtonElement
  readonly refuse: HTMLButtonElement
}

function updatePayment(
  model: ConfirmModel,
  details: QuoteDetails,
  { expiry, agree, fresh, passkey, refuse }: PaymentParts,
  { isOwn, isRead }: { readonly isOwn: boolean; readonly isRead: boolean },
): void {
  const { panel, isPaying } = model
  const { say } = panel
  const now = nowOf(model)
  const facts = factsOf(model)
  const left = secondsUntil(Date.parse(details.expiresAt), now)
  const isEarly = isOwn && isTooEarly(facts)
  setText(expiry, clockText(left))
  expiry.closest('.row')?.toggleAttribute('hidden', !knowsTime(model) || isEarly || left <= 0)
  const isDead = isOwn && !isPaying && (left === 0 || isOver(facts))
  const pause = isOwn ? secondsUntil(model.blockedUntil, now) : 0
  const problem = isOwn && !isPaying ? problemKeyOf(facts) : undefined
  agree.hidden = isDead || isEarly || isDeadEnd(problem) || (isOwn && !isSignedIn(facts))
  passkey.hidden = isDead || problem !== 'payNeedsPasskey'
  disable(agree, isPaying || pause > 0 || !isRead)
  const amount = moneyText(headlineMoney(details.sends), panel.lang())
  relabel(agree, isPaying ? say('paying') : say('pay', { amount }), pause)
  fresh.hidden = !isDead || isEarly
  refuse.hidden = isPaying
}
