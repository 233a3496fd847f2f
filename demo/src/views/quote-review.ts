/** An offer with its rate, its fee and the time left, and the button that signs it. @module */
import { isWalletError, quoteDetails } from 'embedded-wallet-auth'
import type { Payment } from '../../contract.js'
import type { WalletStage } from '../app.js'
import { button, card, screenHeading } from '../controls.js'
import { el, every, fill, hide, setText } from '../dom.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { figuresOf } from '../questions.js'
import { secondsUntil } from '../server-time.js'
import { clockText } from '../times.js'
import { fact } from './fact.js'

/** What follows an offer. */
export interface OfferSteps {
  /** Called when the payment was sent. The list of payments contains it, whether or not its outcome is known. */
  readonly sent: () => void
  readonly edit: () => void
  /** Requests a new offer for the same payment. Rejects as the platform's call does. */
  readonly refresh: () => Promise<void>
}

/** Makes the screen that shows an offer. */
export function quoteReview(
  { app, consent, payments, signal }: WalletStage,
  payment: Payment,
  steps: OfferSteps,
): HTMLElement {
  const { quote, receiverId, receiverName } = payment
  const details = quoteDetails(quote)
  const { sends, gets, fees, rate } = figuresOf(details)
  const problems = problemRegion()
  const told = statusRegion()
  const ttl = el('dd', { class: 'figure' })
  const term = el('dt')
  const track = el('div', { class: 'meter-fill' })
  const guarantee = el('div', { class: 'fact' }, term, ttl)
  const meter = el('div', { class: 'meter', 'aria-hidden': 'true' }, track)
  /** Whether something else than this payment was to be signed. Then it must not be tried again. */
  let isBlocked = false

  const confirm = button(
    'primary',
    `Confirm and send ${sends}`,
    () =>
      void perform({ button: confirm, problems }, async () => {
        payments.attend(quote.id)
        try {
          // The user has agreed to the terms on this screen.
          await consent.given({ operation: 'executeQuote', details }, () => payments.pay(payment))
        } catch (error) {
          isBlocked = isWalletError(error) && error.code === 'PAYLOAD_REFUSED'
          // A payment in doubt is not an error. The next screen shows it.
          if (payments.find(quote.id) === undefined) throw error
        }
        if (!signal.aborted) steps.sent()
      }).then(() => update()),
    { class: 'button-wide' },
  )
  const fresh = button(
    'primary',
    'Get a new rate',
    () => void perform({ button: fresh, problems }, steps.refresh),
    { class: 'button-wide' },
  )
  const edit = button('quiet', 'Edit', steps.edit, { icon: 'back', class: 'start' })

  const lifetime = Math.max(1, (Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)) / 1000)
  let said = ''
  const update = (): void => {
    if (signal.aborted) return
    const left = secondsUntil(quote.expiresAt)
    setText(term, left > 0 ? 'Rate guaranteed for' : 'Rate guarantee')
    setText(ttl, left > 0 ? clockText(left) : 'expired')
    track.style.setProperty('inline-size', `${Math.min(100, (left / lifetime) * 100)}%`)
    const isUnderWay = payments.find(quote.id)?.isUnderWay === true
    // Another tab may have paid this receiver, or may be about to.
    const isOpen = !isUnderWay && payments.isOpenTo(receiverId)
    hide(confirm, isBlocked || (!isUnderWay && (isOpen || left === 0)))
    hide(fresh, isBlocked || isUnderWay || isOpen || left > 0)
    hide(edit, isUnderWay)
    for (const each of [guarantee, meter]) hide(each, isBlocked || isOpen)
    const news = isOpen ? 'open' : left === 0 && !isUnderWay && !isBlocked ? 'expired' : ''
    if (news === said) return
    said = news
    fill(
      told,
      news === 'open' ? stillOpen(receiverName) : undefined,
      news === 'expired'
        ? noticeBox('careful', 'This rate has expired.', 'Nothing was sent. Get a new rate to continue.')
        : undefined,
    )
  }
  every(signal, 500, update)
  app.watch(update, signal)

  return el(
    'div',
    { class: 'stack' },
    screenHeading(`${receiverName} gets ${gets}`),
    card(
      undefined,
      el(
        'dl',
        { class: 'facts' },
        fact('You send', sends),
        fact('Fee (included)', fees),
        rate && fact('Rate', rate),
        fact(`${receiverName} gets`, gets),
        guarantee,
      ),
      meter,
    ),
    told,
    problems,
    confirm,
    fresh,
    edit,
  )
}

/** Makes the notice that says why this receiver cannot be paid now. */
export const stillOpen = (receiverName: string): HTMLElement =>
  noticeBox(
    'careful',
    'Your last payment isn’t settled yet.',
    `You can pay ${receiverName} again once it is.`,
  )
