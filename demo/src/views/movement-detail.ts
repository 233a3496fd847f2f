/** One payment of the activity, with all its details. @module */
import type { Movement } from '../../contract.js'
import type { WalletStage } from '../app.js'
import { button } from '../controls.js'
import { el } from '../dom.js'
import { formatAmount, formatMoney, formatRate } from '../money.js'
import { momentText } from '../times.js'
import { openDialog } from './dialog.js'
import { fact } from './fact.js'
import { statusText } from './payment-status.js'

/** Shows the payment in a dialog. */
export function movementDetail({ app, kept, signal }: WalletStage, movement: Movement): void {
  const { direction, counterparty, amount, description, at, status, reference, receiverId } = movement
  const close = (): void => {
    signal.removeEventListener('abort', close)
    dialog.close()
  }
  const again = (): void => {
    kept.draft.value = { receiverId, amount: formatAmount(amount.amount, amount.currency) }
    close()
    app.goTo('send')
  }
  const dialog = openDialog(
    direction === 'out' ? `Sent to ${counterparty}` : `Received from ${counterparty}`,
    description,
    close,
    el(
      'dl',
      { class: 'facts' },
      direction === 'out' ? sentFacts(movement) : fact('You received', formatMoney(amount)),
      fact('Status', statusText(status)),
      fact('Date', momentText(at)),
      reference && fact('Reference', reference),
    ),
    el(
      'div',
      { class: 'row row-end' },
      receiverId === undefined ? undefined : button('secondary', 'Send again', again),
      button('primary', 'Close', close),
    ),
  )
  signal.addEventListener('abort', close)
}

const sentFacts = ({
  counterparty,
  amount,
  otherAmount,
  fee,
  exchangeRate,
}: Movement): readonly HTMLElement[] => [
  fact('You sent', formatMoney(amount)),
  ...(fee === undefined || fee.amount === 0 ? [] : [fact('Fee (included)', formatMoney(fee))]),
  ...(otherAmount === undefined || exchangeRate === undefined
    ? []
    : [
        fact(
          'Rate',
          `1\u00a0${otherAmount.currency.code} = ${formatRate(exchangeRate)}\u00a0${amount.currency.code}`,
        ),
      ]),
  ...(otherAmount === undefined ? [] : [fact(`${counterparty} got`, formatMoney(otherAmount))]),
]
