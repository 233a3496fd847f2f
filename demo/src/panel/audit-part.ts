/** The audit log: one event for each call, as the backend reports it to its operator. @module */
import type { AuditEntry } from '../../contract.js'
import type { App } from '../app.js'
import { el, fill } from '../dom.js'
import { timeText } from '../times.js'
import { auditWords } from './audit-words.js'
import type { Part } from './part.js'

/** How many events are shown. */
const limit = 40

/** Makes the part with the events, newest first. */
export function auditPart(_: App): Part {
  const list = el('ol', { class: 'wire', 'aria-label': 'Audit log' })
  const empty = el('p', { class: 'dim' }, 'No events yet.')
  let known: readonly AuditEntry[] = []
  return {
    title: 'Audit log',
    element: el(
      'div',
      {},
      el(
        'p',
        { class: 'dim' },
        'What the backend reports with onEvent: one event for each call, without codes, tokens or bodies. A call whose first answer asks for a signature is two events. The newest is at the top.',
      ),
      empty,
      list,
    ),
    update({ audit }) {
      // After a reconnect, the server sends all its events again.
      const news = audit.filter(({ number }) => number > (known.at(-1)?.number ?? 0))
      if (news.length === 0) return
      known = [...known, ...news].slice(-limit)
      empty.hidden = true
      fill(list, known.toReversed().map(eventLine))
    },
  }
}

function eventLine(entry: AuditEntry): HTMLElement {
  const { at, duration, person, accountId } = entry
  const { operation, outcome, tone, why } = auditWords(entry)
  const who = person === undefined ? 'nobody' : accountId === undefined ? person : `${person}’s wallet`
  return el(
    'li',
    { class: 'audited' },
    el('p', {}, el('span', { class: `outcome outcome-${tone}` }, outcome), ' ', el('span', {}, operation)),
    el(
      'p',
      { class: 'dim' },
      el('time', { datetime: new Date(at).toISOString() }, timeText(at)),
      ` · ${who} · ${duration} ms`,
    ),
    why === undefined ? undefined : el('p', { class: 'audited-why' }, why),
  )
}
