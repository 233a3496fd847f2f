/** The outcome of a payment: paid, not paid, or not known yet. @module */
import { type Quote, quoteDetails } from 'embedded-wallet-auth'
import type { Payment } from '../../contract.js'
import type { WalletStage } from '../app.js'
import { button, card, screenHeading } from '../controls.js'
import { type Child, catchFocus, el, fill, setText } from '../dom.js'
import { icon } from '../icons.js'
import { figuresOf } from '../questions.js'
import { serverNow } from '../server-time.js'
import { momentText } from '../times.js'
import { fact } from './fact.js'
import { statusText } from './payment-status.js'
import { doubtBox, isUnfinished, keyOf } from './sent-payments.js'

const unpaid: ReadonlySet<string> = new Set(['FAILED', 'EXPIRED'])

/** Makes the screen after a payment whose outcome is known. */
export function receipt(
  { app }: WalletStage,
  payment: Payment,
  outcome: Quote,
  again: () => void,
): HTMLElement {
  const { receiverName } = payment
  const { sends, gets, fees, rate } = figuresOf(quoteDetails(outcome))
  const isPaid = !unpaid.has(outcome.status)
  // A failed payment may have moved money, so that it is not offered again at once.
  const isFailed = outcome.status === 'FAILED'
  const unsent = isFailed ? `The payment to ${receiverName} failed` : `Not sent to ${receiverName}`
  app.announce(isPaid ? `Sent ${sends} to ${receiverName}` : unsent)
  const home = button(isPaid || isFailed ? 'primary' : 'secondary', 'Done', () => app.goTo('home'), {
    class: 'button-wide',
  })
  const repeat = button(isPaid || isFailed ? 'secondary' : 'primary', 'Send again', again, {
    class: 'button-wide',
  })
  const date = fact('Date', momentText(new Date(serverNow()).toISOString()))
  const reference = fact('Reference', outcome.id.slice(-12).toUpperCase())
  if (!isPaid)
    return screen(
      'warning',
      unsent,
      el(
        'p',
        { class: 'lead' },
        isFailed
          ? 'Check your balance and activity before you send it again.'
          : 'The payment wasn’t made, and no money has left your wallet. You can send it again.',
      ),
      card(
        undefined,
        el(
          'dl',
          { class: 'facts' },
          fact('Amount', sends),
          fact('Status', statusText(outcome.status)),
          date,
          reference,
        ),
      ),
      ...(isFailed ? [home, repeat] : [repeat, home]),
    )
  return screen(
    outcome.status === 'COMPLETED' ? 'check' : 'clock',
    `Sent to ${receiverName}`,
    card(
      undefined,
      el(
        'dl',
        { class: 'facts' },
        fact('You sent', sends),
        fact('Fee (included)', fees),
        rate && fact('Rate', rate),
        fact(`${receiverName} gets`, gets),
        fact('Status', statusText(outcome.status)),
        date,
        reference,
      ),
    ),
    home,
    repeat,
    el('p', { class: 'hint' }, 'Signed on this device, with a key that can’t be exported from this browser.'),
  )
}

/** Makes the screen for a payment in doubt. Calls `settled` once the payment's outcome is known. */
export function checking(
  stage: WalletStage,
  payment: Payment,
  settled: () => void,
  elsewhere: () => void,
): HTMLElement {
  const { app, payments, signal } = stage
  const { quote, receiverName } = payment
  const { sends, gets } = figuresOf(quoteDetails(quote))
  const box = el('div', { role: 'status' })
  let shown = ''
  const update = (): void => {
    if (signal.aborted) return
    const sent = payments.find(quote.id)
    if (sent === undefined || sent.outcome !== undefined) {
      settled()
      return
    }
    const key = keyOf(stage, sent)
    if (key === shown) return
    shown = key
    const isStopped = isUnfinished(sent)
    setText(
      heading,
      isStopped
        ? `Your payment to ${receiverName} isn’t finished`
        : `Checking your payment to ${receiverName}`,
    )
    hint.hidden = isStopped
    fill(box, doubtBox(stage, sent))
    catchFocus(box)
  }
  const heading = screenHeading(`Checking your payment to ${receiverName}`)
  const hint = el('p', { class: 'hint' }, 'You can leave or reload this page. We’ll keep checking.')
  const root = screen(
    'clock',
    heading,
    box,
    card(
      undefined,
      el('dl', { class: 'facts' }, fact('You send', sends), fact(`${receiverName} gets`, gets)),
    ),
    button('quiet', 'Send to someone else', elsewhere),
    hint,
  )
  app.watch(update, signal)
  queueMicrotask(update)
  return root
}

const screen = (
  name: 'check' | 'clock' | 'warning',
  heading: string | HTMLElement,
  ...children: readonly Child[]
): HTMLElement =>
  el(
    'div',
    { class: 'stack receipt' },
    el('div', { class: `hero hero-icon hero-${name === 'check' ? 'good' : 'careful'}` }, icon(name)),
    typeof heading === 'string' ? screenHeading(heading) : heading,
    children,
  )
