/** The history: agents' payments that were made, rejected or failed. @module */
import type { AgentPayment } from '../../agents-contract.js'
import { card } from '../controls.js'
import { el, fill } from '../dom.js'
import { type IconName, icon } from '../icons.js'
import { formatMoney } from '../money.js'
import { momentText } from '../times.js'
import type { AgentsPage, Part } from './context.js'
import { historyText } from './words.js'

const looks: Readonly<
  Record<AgentPayment['outcome'], { readonly icon: IconName; readonly bubble: string; readonly chip: string }>
> = {
  paid: { icon: 'check', bubble: 'bubble bubble-in', chip: 'paid' },
  'under-way': { icon: 'clock', bubble: 'bubble', chip: 'on its way' },
  rejected: { icon: 'stop', bubble: 'bubble', chip: 'rejected' },
  failed: { icon: 'warning', bubble: 'bubble bubble-bad', chip: 'failed' },
}

export function historyPart(_: AgentsPage): Part {
  const body = el('div')
  return {
    root: card('Agent activity', body),
    update({ history }) {
      fill(body, history.length === 0 ? nothing() : el('ul', { class: 'lines' }, history.map(line)))
    },
  }
}

const nothing = (): HTMLElement =>
  el(
    'div',
    { class: 'empty' },
    icon('agent'),
    el('p', {}, el('strong', {}, 'No activity yet')),
    el('p', { class: 'soft' }, 'Payments by agents, and ones you reject, show up here.'),
  )

function line(payment: AgentPayment): HTMLElement {
  const { agentName, payee, sends, outcome, reason, at } = payment
  const look = looks[outcome]
  const moved = outcome === 'paid' || outcome === 'under-way'
  return el(
    'li',
    { class: 'line' },
    el('span', { class: look.bubble }, icon(look.icon)),
    el(
      'span',
      { class: 'line-text' },
      el('strong', {}, payee),
      el('span', { class: 'soft' }, `${agentName}, `, el('span', { class: 'whole' }, momentText(at))),
      el('span', { class: 'soft' }, historyText(payment)),
      reason === undefined ? undefined : el('q', { class: 'reason' }, reason),
    ),
    el(
      'span',
      { class: 'line-money' },
      el(
        'span',
        { class: moved ? 'figure' : 'figure figure-unmoved' },
        `${moved ? '−' : ''}${formatMoney(sends)}`,
      ),
      el('span', { class: `chip chip-${outcome}` }, look.chip),
    ),
  )
}
