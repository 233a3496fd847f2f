/** The workbench beside the wallet: what happens behind the page, and controls that no real wallet has. @module */
import type { App } from '../app.js'
import { el, setAttribute, setText } from '../dom.js'
import { auditPart } from './audit-part.js'
import { clockPart } from './clock-part.js'
import { custodyPart } from './custody-part.js'
import { faultsPart } from './faults-part.js'
import { inboxPart } from './inbox-part.js'
import type { Part } from './part.js'
import { scenariosPart } from './scenarios-part.js'
import { statePart } from './state-part.js'
import { tracePart } from './trace-part.js'
import { followWorkbench } from './workbench-feed.js'

const parts: readonly ((app: App, leave: () => void) => Part)[] = [
  statePart,
  inboxPart,
  tracePart,
  scenariosPart,
  clockPart,
  custodyPart,
  faultsPart,
  auditPart,
]

/** How many parts are open at first. */
const unfolded = 5

/** Makes the workbench. */
export function workbench(app: App): HTMLElement {
  // The workbench is open only if there is room beside the wallet, so that it does not cover the wallet.
  const isBeside = matchMedia('(min-width: 70rem)')
  const leave = (): void => {
    if (!isBeside.matches) show(false)
  }
  const made = parts.map((part) => part(app, leave))
  const body = el(
    'div',
    { id: 'workbench-body', class: 'workbench-body' },
    el(
      'p',
      { class: 'workbench-lead' },
      'What happens behind the wallet. The service is emulated in the demo’s own process: nothing leaves this machine.',
    ),
    made.map(({ title, element }, index) =>
      el(
        'details',
        { class: 'part', open: index < unfolded },
        el('summary', {}, el('h3', {}, title)),
        element,
      ),
    ),
  )
  const toggle = el(
    'button',
    {
      type: 'button',
      class: 'workbench-toggle',
      'aria-controls': 'workbench-body',
      on: { click: () => show(body.hasAttribute('hidden')) },
    },
    'Workbench',
  )
  const state = el('span', { class: 'workbench-hint', 'aria-hidden': 'true' })
  toggle.append(state)
  const show = (open: boolean): void => {
    body.hidden = !open
    setAttribute(toggle, 'aria-expanded', String(open))
    setText(state, open ? 'hide' : 'show')
  }
  show(isBeside.matches)
  followWorkbench((view) => {
    app.trace.wire(view.wire)
    for (const part of made) part.update?.(view)
  })
  return el(
    'aside',
    { class: 'workbench', 'aria-label': 'Workbench' },
    el('h2', { class: 'workbench-heading' }, toggle),
    body,
  )
}
