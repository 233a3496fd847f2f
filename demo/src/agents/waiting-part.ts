/** The agents' payments that wait for the user's approval. @module */
import type { WaitingPayment } from '../../agents-contract.js'
import { button, card, field, form, submitButton } from '../controls.js'
import { el, every, fill, setAttribute, setText } from '../dom.js'
import { keyedList, type Piece } from '../keyed-list.js'
import { formatMoney } from '../money.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { secondsUntil } from '../server-time.js'
import { clockText } from '../times.js'
import * as calls from './calls.js'
import type { AgentsPage, Part } from './context.js'
import { outcomeInWords } from './words.js'

/** The next step after a lost answer. */
const lost = 'Your answer may have arrived. Check agent activity before you try again.'
const nextSteps = {
  NETWORK: lost,
  GATEWAY: lost,
  UPSTREAM_UNREACHABLE: lost,
  CONFLICT: 'It’s already been answered, maybe in another tab.',
}

/** Makes the card with all waiting payments. It is hidden if there are none. */
export function waitingPart(page: AgentsPage): Part {
  const list = el('ul', { class: 'lines' })
  const show = keyedList<WaitingPayment>(list, (payment) => requestLine(page, payment))
  const root = card(
    'Waiting for your approval',
    list,
    el(
      'p',
      { class: 'hint' },
      'No signature needed: approved payments come from the pocket, not from your wallet.',
    ),
  )
  root.classList.add('card-waiting')
  root.querySelector('h2')?.setAttribute('tabindex', '-1')
  return {
    root,
    update({ waiting }) {
      root.hidden = waiting.length === 0
      show(waiting)
    },
  }
}

function requestLine(page: AgentsPage, payment: WaitingPayment): Piece<WaitingPayment> {
  const { id, agentName, payee, sends, gets, offerEndsAt } = payment
  const { after, tell, signal, view } = page
  const what = `${formatMoney(sends)} to ${payee}`
  const problems = problemRegion()
  const ends = el('span', { class: 'figure' })
  const short = statusRegion()

  const approve = button(
    'primary',
    'Approve',
    () =>
      void settle(approve, async () => {
        const words = outcomeInWords(await calls.approve(payment))
        await after({ ...words, title: `${what}: ${words.title}` })
      }),
    { icon: 'check', name: `Approve ${what}` },
  )
  const reason = field(
    `reason-${id.slice(-12)}`,
    'Reason (optional)',
    { maxlength: '200', autocomplete: 'off' },
    'Saved in your history. The agent can read it.',
  )
  const submit = submitButton('Reject payment')
  submit.setAttribute('aria-label', `Reject payment: ${what}`)
  const why = form(
    () =>
      void settle(submit, async () => {
        await calls.reject(payment, reason.input.value)
        await after({ tone: 'good', title: `${what}: rejected.`, next: 'No money was moved.' })
      }),
    reason.root,
    el(
      'div',
      { class: 'row' },
      submit,
      button('quiet', 'Back', () => unfold(false)),
    ),
  )
  why.hidden = true
  const reject = button('secondary', 'Reject', () => unfold(true), { name: `Reject ${what}` })
  const answers = el('div', { class: 'row' }, approve, reject)

  function unfold(open: boolean): void {
    why.hidden = !open
    answers.hidden = open
    if (open) reason.input.focus()
    else reject.focus()
  }
  async function settle(pressed: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
    const done = await perform({ button: pressed, problems }, work, nextSteps)
    if (done) return
    await after()
    if (signal.aborted || view().waiting.some((each) => each.id === id)) return
    // Not shown in the request's own region, because that region no longer exists.
    tell({
      tone: 'careful',
      title: `${what}: no longer waiting.`,
      next: 'It was answered elsewhere. See the outcome in agent activity below.',
    })
  }

  every(signal, 1_000, () => {
    const left = secondsUntil(offerEndsAt)
    setText(
      ends,
      left > 0
        ? `Rate guaranteed for ${clockText(left)}.`
        : 'The rate has expired, so it can’t be paid. Reject it and let the agent ask again.',
    )
    if (left > 0 || approve.hidden) return
    const hadFocus = approve === document.activeElement
    approve.hidden = true
    fill(short)
    // It may have said to try again.
    fill(problems)
    if (hadFocus) reject.focus()
  })

  return {
    root: el(
      'li',
      { class: 'request' },
      el('h3', {}, `${agentName} wants to send ${formatMoney(sends)} to ${payee}`),
      el('p', { class: 'soft' }, `${payee} gets ${formatMoney(gets)}. `, ends),
      short,
      answers,
      why,
      problems,
    ),
    // A request does not change until it is decided, but the pocket does.
    update() {
      const { balance } = view().pocket
      const isShort = balance.amount < sends.amount
      if (!approve.hasAttribute('data-busy'))
        setAttribute(approve, 'aria-disabled', isShort ? 'true' : undefined)
      const missing = formatMoney({ ...sends, amount: sends.amount - balance.amount })
      fill(
        short,
        isShort && !approve.hidden
          ? noticeBox(
              'careful',
              `The pocket has only ${formatMoney(balance)}.`,
              `Add ${missing} to approve this payment.`,
            )
          : undefined,
      )
    },
  }
}
