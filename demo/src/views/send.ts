/** The page for sending money: the form, the offer and the receipt. @module */
import type { Payment, Receiver } from '../../contract.js'
import type { WalletStage } from '../app.js'
import { field, form, screenHeading, skeleton, submitButton } from '../controls.js'
import { el, fill, hide, setText } from '../dom.js'
import { type Draft, kept } from '../kept.js'
import { amountProblems, formatAmount, formatMoney, parseAmount } from '../money.js'
import { problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import * as platform from '../platform.js'
import { quoteReview, stillOpen } from './quote-review.js'
import { checking, receipt } from './receipt.js'

/** Makes the page for sending money. */
export function sendView(stage: WalletStage): HTMLElement {
  const { kept: last, me, payments, signal } = stage
  const root = el('div', { class: 'stack' })
  const draft = last.draft.value ?? storedDraft(me.account.id)
  last.draft.value = undefined
  let leaving = new AbortController()
  signal.addEventListener('abort', () => payments.attend(undefined), { once: true })

  /** Shows a screen, and ends the work of the previous one. */
  const show = (make: (stage: WalletStage) => HTMLElement): void => {
    leaving.abort()
    leaving = new AbortController()
    fill(root, make({ ...stage, signal: AbortSignal.any([signal, leaving.signal]) }))
  }
  const turnTo = (make: (stage: WalletStage) => HTMLElement): void => {
    show(make)
    root.querySelector('h1')?.focus()
  }
  /** Whether the browser's Back leads from the current screen to the form. */
  let isAhead = false
  const order = (): void => {
    payments.attend(undefined)
    isAhead = false
    turnTo((screen) => orderForm(screen, draft, review))
  }
  const back = (): void => {
    if (isAhead) history.back()
    else order()
  }
  addEventListener('popstate', () => isAhead && order(), { signal })
  /** Starts a payment to someone else, without the values of the payment in doubt. */
  const elsewhere = (): void => {
    draft.amount = ''
    storeDraft(me.account.id, draft)
    back()
  }
  const review = async (receiver: Receiver, amount: number, { aborted }: AbortSignal): Promise<void> => {
    const quote = await platform.quote({ receiverId: receiver.id, amount })
    if (aborted) return
    const payment: Payment = { quote, receiverId: receiver.id, receiverName: receiver.name }
    const outcome = () => payments.find(quote.id)?.outcome
    const sent = (): void => {
      // After a reload, what was sent must not look like something that is still to be sent.
      storeDraft(me.account.id, { ...draft, amount: '' })
      if (outcome() === undefined) turnTo((screen) => checking(screen, payment, settled, elsewhere))
      else settled()
    }
    const settled = (): void => {
      const known = outcome()
      if (known === undefined) back()
      else turnTo((screen) => receipt(screen, payment, known, back))
      // Not earlier: the previous screen would still notice the change.
      payments.dismiss(quote.id)
    }
    if (!isAhead) history.pushState({ step: 'offer' }, '')
    isAhead = true
    turnTo((screen) =>
      quoteReview(screen, payment, {
        sent,
        edit: back,
        refresh: () => review(receiver, amount, screen.signal),
      }),
    )
  }
  show((screen) => orderForm(screen, draft, review))
  return root
}

const draftKey = 'heron draft'

/** What was typed before the page was reloaded or left, in this tab and by the same person. */
function storedDraft(accountId: string): Draft {
  // The type assertion is safe: a page of this origin stored this text with `storeDraft`.
  const stored = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}') as Partial<
    Draft & { accountId: string }
  >
  return stored.accountId === accountId
    ? { receiverId: stored.receiverId, amount: stored.amount ?? '' }
    : { receiverId: undefined, amount: '' }
}

const storeDraft = (accountId: string, draft: Draft): void =>
  sessionStorage.setItem(draftKey, JSON.stringify({ ...draft, accountId }))

function orderForm(
  { app, me, payments, kept: { receivers }, signal }: WalletStage,
  draft: Draft,
  review: (receiver: Receiver, amount: number, signal: AbortSignal) => Promise<void>,
): HTMLElement {
  // The balance as last read. That may have been before a payment.
  const available = () => app.member()?.me.account.balance ?? me.account.balance
  const problems = problemRegion()
  const told = statusRegion()
  const people = el('div', { class: 'stack', 'aria-busy': 'true' }, skeleton(3))
  let known: readonly Receiver[] = []
  const chosen = (): Receiver | undefined => known.find(({ id }) => id === draft.receiverId)
  const amount = field(
    'amount',
    `You send (${available().currency.code})`,
    {
      inputmode: 'decimal',
      autocomplete: 'off',
      placeholder: formatAmount(0, available().currency),
      class: 'input input-amount',
      value: draft.amount,
    },
    ' ',
  )
  amount.input.addEventListener('input', () => {
    draft.amount = amount.input.value
    storeDraft(me.account.id, draft)
  })
  const hint = amount.root.querySelector('.hint')
  const submit = submitButton('Continue')
  const outlook = el(
    'p',
    { class: 'hint' },
    'You’ll see the rate, the fee and the amount that arrives before you confirm.',
  )
  let isOpen = false
  const update = (): void => {
    if (hint !== null) setText(hint, `Available: ${formatMoney(available())}`)
    const receiver = chosen()
    const wasOpen = isOpen
    isOpen = receiver !== undefined && payments.isOpenTo(receiver.id)
    for (const each of [submit, outlook]) hide(each, isOpen || receiver === undefined)
    if (isOpen !== wasOpen) fill(told, isOpen && receiver ? stillOpen(receiver.name) : undefined)
  }
  const read = kept({
    host: people,
    last: receivers,
    signal,
    read: platform.receivers,
    show(list) {
      known = list
      draft.receiverId ??= list[0]?.id
      queueMicrotask(update)
      return choice(list, draft, () => {
        storeDraft(me.account.id, draft)
        update()
      })
    },
  })
  void read()
  void app.reload().catch(() => {})
  app.watch(update, signal)

  const ask = (): void => {
    const parsed = parseAmount(amount.input.value, available().currency)
    const problem = !parsed.ok
      ? amountProblems[parsed.problem]
      : parsed.amount > available().amount
        ? 'Not enough balance.'
        : undefined
    amount.complain(problem)
    // The message from the service was about the earlier amount.
    fill(problems)
    const receiver = chosen()
    if (!parsed.ok || problem !== undefined || receiver === undefined || isOpen) return
    void perform({ button: submit, problems }, () => review(receiver, parsed.amount, signal))
  }
  return el(
    'div',
    { class: 'stack' },
    screenHeading('Send money'),
    form(ask, people, amount.root, told, problems, submit),
    outlook,
  )
}

/** Makes the list of people who can be paid. */
function choice(receivers: readonly Receiver[], draft: Draft, changed: () => void): HTMLElement {
  return el(
    'fieldset',
    { class: 'fieldset' },
    el('legend', { class: 'label' }, 'To'),
    receivers.map((receiver, index) => {
      const radio = el('input', {
        type: 'radio',
        name: 'receiver',
        id: `receiver-${index}`,
        value: receiver.id,
        class: 'radio',
        checked: receiver.id === draft.receiverId,
        on: {
          change: () => {
            draft.receiverId = receiver.id
            changed()
          },
        },
      })
      return el(
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
      )
    }),
  )
}
