/** The pocket: the money that agents can spend. To fill it, the wallet must sign. @module */
import { button, card, field, form, submitButton } from '../controls.js'
import { el, hide, setAttribute, setText } from '../dom.js'
import { formatAmount, formatMoney } from '../money.js'
import { problemRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { readAmount } from './amount-fields.js'
import * as calls from './calls.js'
import type { AgentsPage, Part } from './context.js'

export function pocketPart({ app, payments, signal, after, view }: AgentsPage): Part {
  const problems = problemRegion()
  const figure = el('p', { class: 'pocket-figure figure' })
  const amount = field('pocket-amount', 'Add money', {
    inputmode: 'decimal',
    autocomplete: 'off',
    placeholder: formatAmount(0, view().pocket.balance.currency),
  })
  const hint = amount.root.querySelector('.hint')
  const submit = submitButton('Move to pocket')
  const fillPocket = (): void => {
    const { currency } = view().pocket.balance
    const available = app.member()?.me.account.balance.amount ?? 0
    const wanted = readAmount(amount, currency, (value) =>
      value > available ? 'Not enough balance in your wallet.' : undefined,
    )
    if (wanted === undefined || payments.isOpenTo(view().pocket.id)) return
    void perform({ button: submit, problems }, async () => {
      const quote = await calls.pocketQuote(wanted)
      const payment = { quote, receiverId: view().pocket.id, receiverName: 'your pocket for agents' }
      let isMoved = true
      payments.attend(quote.id)
      try {
        await payments.pay(payment)
        payments.dismiss(quote.id)
      } catch (error) {
        // A payment in doubt is not an error. It is shown among the payments in doubt.
        if (payments.find(quote.id) === undefined) throw error
        isMoved = false
      } finally {
        payments.attend(undefined)
      }
      amount.input.value = ''
      await app.reload().catch(() => {})
      if (!isMoved) return after()
      await after({
        tone: 'good',
        title: `${formatMoney({ amount: wanted, currency })} moved to the pocket.`,
        next: 'Signed with your session key.',
      })
    }).then((done) => (done ? allow() : after()))
  }
  const takeBack = button(
    'quiet',
    'Move everything back',
    () =>
      void perform({ button: takeBack, problems }, async () => {
        await calls.emptyPocket()
        await app.reload().catch(() => {})
        await after({
          tone: 'good',
          title: 'The pocket is empty.',
          next: 'The money is back in your wallet.',
        })
      }),
  )

  // Another payment into the pocket could move the same amount twice.
  const allow = (): void => {
    const isOpen = payments.isOpenTo(view().pocket.id)
    if (!submit.hasAttribute('data-busy')) setAttribute(submit, 'aria-disabled', isOpen ? 'true' : undefined)
    hide(takeBack, isOpen || view().pocket.balance.amount === 0)
  }
  app.watch(allow, signal)

  return {
    root: card(
      'Pocket for agents',
      figure,
      el(
        'p',
        { class: 'soft' },
        'Agents can only spend what’s in this pocket. They can’t touch your wallet: every payment there needs your key’s signature.',
      ),
      form(fillPocket, amount.root, el('div', { class: 'row' }, submit, takeBack)),
      problems,
    ),
    update({ pocket }) {
      const { balance } = pocket
      setText(figure, formatMoney(balance))
      const wallets = app.member()?.me.account.balance
      if (hint !== null)
        setText(hint, wallets === undefined ? '' : `Available in your wallet: ${formatMoney(wallets)}`)
      allow()
    },
  }
}
