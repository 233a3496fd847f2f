/** Sending money: whom and how much, the offer, the receipt. @module */
import type { Money, Quote } from 'embedded-wallet-auth'
import type { Receiver } from '../../contract.js'
import type { WalletStage } from '../app.js'
import { button, field, form, screenHeading, skeleton, submitButton } from '../controls.js'
import { el, fill } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { amountProblems, formatMoney, parseAmount } from '../money.js'
import { noticeBox, problemRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import * as platform from '../platform.js'
import { quoteReview } from './quote-review.js'
import { receipt } from './receipt.js'

/** The place for sending money. */
export function sendView(stage: WalletStage): HTMLElement {
  const { signal } = stage
  const root = el('div', { class: 'stack', 'aria-busy': 'true' }, screenHeading('Send money'), skeleton(4))

  const order = (receivers: readonly Receiver[]): void => {
    fill(
      root,
      orderForm(stage, receivers, (quote, receiver) => {
        fill(root, quoteReview(stage, { quote, receiver }, { done, again: () => order(receivers) }))
        focusHeading(root)
      }),
    )
    focusHeading(root)
  }
  const done = (quote: Quote, receiver: Receiver): void => {
    fill(root, receipt(stage, quote, receiver))
    focusHeading(root)
  }
  const start = async (): Promise<void> => {
    try {
      const receivers = await platform.receivers()
      if (!signal.aborted) order(receivers)
    } catch (error) {
      const { title, next, code } = inWords(error)
      fill(
        root,
        screenHeading('Send money'),
        noticeBox('problem', title, next, code),
        button('secondary', 'Try again', () => void start()),
      )
    } finally {
      root.removeAttribute('aria-busy')
    }
  }
  void start()
  return root
}

const focusHeading = (root: HTMLElement): void => root.querySelector('h1')?.focus()

function orderForm(
  { me }: WalletStage,
  receivers: readonly Receiver[],
  quoted: (quote: Quote, receiver: Receiver) => void,
): HTMLElement {
  const { balance } = me.account
  const available: Money = balance
  const problems = problemRegion()
  const people = el('fieldset', { class: 'fieldset' }, el('legend', { class: 'label' }, 'To'))
  const radios = receivers.map((receiver, index) => {
    const radio = el('input', {
      type: 'radio',
      name: 'receiver',
      id: `receiver-${index}`,
      value: receiver.id,
      class: 'radio',
      checked: index === 0,
    })
    people.append(
      el(
        'label',
        { class: 'receiver', for: radio.id },
        radio,
        el('span', { class: 'avatar', 'aria-hidden': 'true' }, receiver.name.charAt(0)),
        el(
          'span',
          { class: 'choice-text' },
          el('strong', {}, receiver.name),
          el('span', {}, `${receiver.place}\u00a0· gets\u00a0${receiver.currency.code}`),
        ),
      ),
    )
    return { radio, receiver }
  })
  const amount = field(
    'amount',
    `You send (${available.currency.code})`,
    { inputmode: 'decimal', autocomplete: 'off', placeholder: '0.00', class: 'input input-amount' },
    `You have ${formatMoney(available)}.`,
  )
  const submit = submitButton('See what arrives')
  const ask = (): void => {
    const parsed = parseAmount(amount.input.value, available.currency)
    const problem = !parsed.ok
      ? amountProblems[parsed.problem]
      : parsed.amount > available.amount
        ? 'You do not have that much.'
        : undefined
    amount.complain(problem)
    const receiver = radios.find(({ radio }) => radio.checked)?.receiver
    if (!parsed.ok || problem !== undefined || receiver === undefined) return
    void perform({ button: submit, problems }, async () => {
      quoted(await platform.quote({ receiverId: receiver.id, amount: parsed.amount }), receiver)
    })
  }
  return el(
    'div',
    { class: 'stack' },
    screenHeading('Send money'),
    form(ask, people, amount.root, problems, submit),
    el(
      'p',
      { class: 'hint' },
      'Next you see the rate, the fee and what arrives. Nothing is sent before you confirm.',
    ),
  )
}
