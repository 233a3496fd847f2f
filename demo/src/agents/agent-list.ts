/** The user's agents, one card each. @module */
import type { OwnAgent } from '../../agents-contract.js'
import { el } from '../dom.js'
import { icon } from '../icons.js'
import { keyedList } from '../keyed-list.js'
import { agentCard } from './agent-card.js'
import type { AgentsPage, Part } from './context.js'

/** Makes the list. Without agents, it explains what agents are. */
export function agentList(page: AgentsPage): Part {
  const list = el('div', { class: 'stack' })
  const show = keyedList<OwnAgent>(list, (agent) => agentCard(page, agent))
  const nothing = el(
    'section',
    { class: 'card' },
    el(
      'div',
      { class: 'empty' },
      icon('agent'),
      el('p', {}, el('strong', {}, 'No agents yet')),
      el(
        'p',
        { class: 'soft' },
        'Connect one below. It makes small payments on its own and asks you about larger ones.',
      ),
    ),
  )
  return {
    root: el('div', { class: 'stack' }, nothing, list),
    update({ agents }) {
      nothing.hidden = agents.length > 0
      list.hidden = agents.length === 0
      show(agents)
    },
  }
}
