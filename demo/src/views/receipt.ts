/** What was paid. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { Receiver } from '../../contract.js'
import type { WalletStage } from '../app.js'
import { button, card, screenHeading } from '../controls.js'
import { el } from '../dom.js'
import { icon } from '../icons.js'
import { formatMoney } from '../money.js'
import { fact } from './quote-review.js'

/** States of a quote in words; later versions may add others. */
const states: Readonly<Record<string, string>> = {
  COMPLETED: 'Arrived',
  PROCESSING: 'On its way',
  FAILED: 'Failed; the money comes back',
}

/** The screen after a payment. */
export function receipt({ app }: WalletStage, quote: Quote, receiver: Receiver): HTMLElement {
  const sends = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency }
  const gets = { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency }
  void app.reload().catch(() => {})
  app.announce(`Sent ${formatMoney(sends)} to ${receiver.name}`)
  return el(
    'div',
    { class: 'stack receipt' },
    el('div', { class: 'hero hero-icon hero-good' }, icon('check')),
    screenHeading(`Sent to ${receiver.name}`),
    card(
      undefined,
      el(
        'dl',
        { class: 'facts' },
        fact('You sent', formatMoney(sends)),
        fact(`${receiver.name} gets`, formatMoney(gets)),
        fact('State', states[quote.status] ?? quote.status),
        fact('Reference', quote.id.slice(-12).toUpperCase()),
      ),
    ),
    el(
      'p',
      { class: 'hint' },
      'You confirmed this payment with the key of your session. It signed on this device and never left it.',
    ),
    button('primary', 'Back to the wallet', () => app.goTo('home'), { class: 'button-wide' }),
  )
}
