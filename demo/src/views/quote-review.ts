/** An offer with its rate, fee and running time, and the button that stamps it. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { Receiver } from '../../contract.js'
import type { WalletStage } from '../app.js'
import { button, card, screenHeading } from '../controls.js'
import { el, every, fill, setText } from '../dom.js'
import { formatMoney, rateOf } from '../money.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { secondsUntil } from '../server-time.js'
import { clockText } from '../times.js'

/** What is offered, and to whom. */
export interface Offer {
  readonly quote: Quote
  readonly receiver: Receiver
}

/** Where it goes on. */
export interface OfferSteps {
  readonly done: (quote: Quote, receiver: Receiver) => void
  readonly again: () => void
}

/** The key of the call is derived from quote and session: the service gives its first answer again. */
const lostAnswer = { OUTCOME_UNKNOWN: 'Press “Confirm and send” again: it will not pay twice.' }

/** The screen of an offer. */
export function quoteReview(
  { wallet, signal }: WalletStage,
  { quote, receiver }: Offer,
  steps: OfferSteps,
): HTMLElement {
  const sends = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency }
  const gets = { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency }
  const fees = { amount: quote.feesIncluded, currency: quote.sendingCurrency }
  const converted = { ...sends, amount: sends.amount - fees.amount }
  const problems = problemRegion()
  const told = statusRegion()
  const ttl = el('dd', { class: 'figure' })
  const track = el('div', { class: 'meter-fill' })

  const confirm = button(
    'primary',
    `Confirm and send ${formatMoney(sends)}`,
    () =>
      void perform(
        { button: confirm, problems },
        async () => {
          steps.done(await wallet.executeQuote(quote), receiver)
        },
        lostAnswer,
      ),
    { class: 'button-wide' },
  )
  const fresh = button('primary', 'Ask for a fresh offer', steps.again, { class: 'button-wide' })
  fresh.hidden = true

  const lifetime = Math.max(1, (Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)) / 1000)
  let over = false
  every(signal, 500, () => {
    const left = secondsUntil(quote.expiresAt)
    setText(ttl, left > 0 ? clockText(left) : 'run out')
    track.style.setProperty('inline-size', `${Math.min(100, (left / lifetime) * 100)}%`)
    if (left > 0 || over) return
    over = true
    confirm.hidden = true
    fresh.hidden = false
    fill(told, noticeBox('careful', 'This offer has run out.', 'Rates change: ask for a fresh one.'))
  })

  return el(
    'div',
    { class: 'stack' },
    screenHeading(`${receiver.name} gets ${formatMoney(gets)}`),
    card(
      undefined,
      el(
        'dl',
        { class: 'facts' },
        fact('You send', formatMoney(sends)),
        fact('Fee, included', fees.amount === 0 ? 'none' : formatMoney(fees)),
        fact('Rate', `1 ${gets.currency.code} = ${rateOf(converted, gets)} ${sends.currency.code}`),
        fact(`${receiver.name} gets`, formatMoney(gets)),
        el('div', { class: 'fact' }, el('dt', {}, 'This offer holds for'), ttl),
      ),
      el('div', { class: 'meter', 'aria-hidden': 'true' }, track),
    ),
    told,
    problems,
    confirm,
    fresh,
    button('quiet', 'Change something', steps.again, { icon: 'back', class: 'start' }),
  )
}

/** One line of a list of facts. */
export const fact = (name: string, value: string): HTMLElement =>
  el('div', { class: 'fact' }, el('dt', {}, name), el('dd', { class: 'figure' }, value))
