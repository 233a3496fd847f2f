/** The form that connects an agent: its name and its limits. @module */
import type { NewAgent } from '../../agents-contract.js'
import { card, field, form, submitButton } from '../controls.js'
import { el, setText } from '../dom.js'
import { problemRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { readAmount } from './amount-fields.js'
import * as calls from './calls.js'
import type { AgentsPage, Part } from './context.js'

/** Makes the card with the form. The card is open while no agent is connected. */
export function connectPart({ after, signal, view }: AgentsPage): Part {
  const { currency } = view().pocket.balance
  const problems = problemRegion()
  const amountField = (id: string, label: string, value: string): ReturnType<typeof field> =>
    field(`agent-${id}`, `${label} (${currency.code})`, { inputmode: 'decimal', autocomplete: 'off', value })

  const name = field('agent-name', 'Name', { maxlength: '60', autocomplete: 'off', value: 'Bill payer' })
  const perPayment = amountField('per-payment', 'Limit per payment', '50')
  const aDay = amountField('a-day', 'Daily limit', '100')
  const aMonth = amountField('a-month', 'Monthly limit', '500')
  const asksAbove = amountField('asks-above', 'Ask me above', '20')
  const always = el('input', {
    type: 'checkbox',
    id: 'agent-always',
    class: 'checkbox',
    on: {
      change: () => {
        asksAbove.root.hidden = always.checked
      },
    },
  })
  const submit = submitButton('Create connection code')

  /**
   * Returns the values of all fields. If a field is invalid, returns `undefined`, and the first such field shows what
   * is wrong.
   */
  const order = (): NewAgent | undefined => {
    const called = name.input.value.trim()
    name.complain(called === '' ? 'Enter a name.' : undefined)
    if (called === '') return undefined
    const one = readAmount(perPayment, currency)
    if (one === undefined) return undefined
    const threshold = always.checked
      ? null
      : readAmount(asksAbove, currency, (value) =>
          value > one ? 'That’s above the limit per payment, so it would never ask.' : undefined,
        )
    if (threshold === undefined) return undefined
    const day = readAmount(aDay, currency, (value) =>
      value < one ? 'The daily limit can’t be below the limit per payment.' : undefined,
    )
    if (day === undefined) return undefined
    const month = readAmount(aMonth, currency, (value) =>
      value < day ? 'The monthly limit can’t be below the daily limit.' : undefined,
    )
    if (month === undefined) return undefined
    return { name: called, perPayment: one, aDay: day, aMonth: month, asksAbove: threshold }
  }
  const connect = (): void => {
    const wanted = order()
    if (wanted === undefined) return
    void perform({ button: submit, problems }, async () => {
      const id = await calls.connectAgent(wanted)
      await after({
        tone: 'good',
        title: `Connection code created for ${wanted.name}.`,
        next: 'One more step to connect it.',
      })
      if (signal.aborted) return
      folder.open = false
      document.querySelector<HTMLElement>(`[data-agent="${id}"] h2`)?.focus()
    })
  }

  const summary = el('summary', {})
  const folder = el(
    'details',
    { class: 'folder' },
    summary,
    form(
      connect,
      name.root,
      perPayment.root,
      el('label', { class: 'check', for: 'agent-always' }, always, 'Ask me before every payment'),
      asksAbove.root,
      aDay.root,
      aMonth.root,
      problems,
      submit,
    ),
  )
  let first = true
  return {
    root: card(undefined, folder),
    update({ agents }) {
      setText(summary, agents.length === 0 ? 'Connect an agent' : 'Connect another agent')
      if (first) folder.open = agents.length === 0
      first = false
    },
  }
}
