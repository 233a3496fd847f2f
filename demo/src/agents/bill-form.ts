/** The form that gives the example agent a bill. A real agent would find bills on its own. @module */
import type { Bill, OwnAgent } from '../../agents-contract.js'
import { button, field, form, submitButton } from '../controls.js'
import { el, fill, setText } from '../dom.js'
import { formatAmount } from '../money.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { readAmount } from './amount-fields.js'
import * as calls from './calls.js'
import type { AgentsPage } from './context.js'
import { type Notice, outcomeInWords, refusalInWords } from './words.js'

const lost = 'It may have gone through. Check agent activity before you ask again.'

export function billForm(
  { after, view }: AgentsPage,
  agent: () => OwnAgent,
): { readonly root: HTMLElement; readonly update: (agent: OwnAgent) => void } {
  const { id, name } = agent()
  const { payees, pocket } = view()
  const { currency } = pocket.balance
  const key = id.slice(-12)
  const problems = problemRegion()
  const told = statusRegion()
  const quiet = el('div', { class: 'problems stack' })
  const about = el('p', { class: 'hint' })
  const describe = (): void => setText(about, payees.find((each) => each.id === payee.value)?.about ?? '')
  const payee = el(
    'select',
    { id: `payee-${key}`, class: 'input', on: { change: describe } },
    payees.map((each) => el('option', { value: each.id }, each.name)),
  )
  describe()
  const amount = field(
    `bill-${key}`,
    `Bill amount (${currency.code})`,
    { inputmode: 'decimal', autocomplete: 'off', placeholder: formatAmount(0, currency) },
    'Try one below the “ask me” amount, one above it, and one over the limit.',
  )

  const ask = (pressed: HTMLButtonElement, from: Bill['from']): void => {
    const wanted = readAmount(amount, currency)
    if (wanted === undefined) return
    fill(told)
    fill(quiet)
    const bill = { payeeId: payee.value, amount: wanted, from }
    void perform(
      { button: pressed, problems },
      async () => {
        const report = await calls.ask(id, bill)
        // The figures are updated first, so that the text matches them.
        await after()
        if (report.outcome === 'refused')
          return fill(told, boxOf(refusalInWords(report.code, agent(), bill, currency)))
        // Waiting payments are announced for the whole page, so this form does not announce them again.
        if (report.outcome !== 'waiting') return fill(told, boxOf(outcomeInWords(report)))
        fill(
          quiet,
          boxOf(outcomeInWords(report)),
          button(
            'secondary',
            'Review',
            () => document.querySelector<HTMLElement>('.card-waiting h2')?.focus(),
            { class: 'start' },
          ),
        )
      },
      { UPSTREAM_UNREACHABLE: lost, GATEWAY: lost, CONFLICT: 'Remove the agent and connect it again.' },
    )
  }
  const submit = submitButton('Ask agent to pay', 'send')
  const wallet = button('quiet', 'Try to pay from the wallet', () => ask(wallet, 'wallet'))

  const root = el(
    'details',
    { class: 'more', open: true },
    el('summary', {}, `Give ${name} a bill`),
    form(
      () => ask(submit, 'pocket'),
      el(
        'div',
        { class: 'field' },
        el('label', { for: payee.id, class: 'label' }, 'Bill from'),
        payee,
        about,
      ),
      amount.root,
      problems,
      told,
      quiet,
      el('div', { class: 'row' }, submit, wallet),
    ),
  )
  return {
    update({ isExample }) {
      root.hidden = !isExample
      if (!view().waiting.some(({ agentId }) => agentId === id)) fill(quiet)
    },
    root,
  }
}

const boxOf = ({ tone, title, next }: Notice): HTMLElement => noticeBox(tone, title, next)
