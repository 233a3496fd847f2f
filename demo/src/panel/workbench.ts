/** The workbench beside the wallet: what happens behind the page, and levers that no real wallet has. @module */
import type { App } from '../app.js'
import { el, every, setAttribute, setText } from '../dom.js'
import * as platform from '../platform.js'
import { auditPart } from './audit-part.js'
import { clockPart } from './clock-part.js'
import { custodyPart } from './custody-part.js'
import { faultsPart } from './faults-part.js'
import { inboxPart } from './inbox-part.js'
import type { Part } from './part.js'
import { statePart } from './state-part.js'
import { timelinePart } from './timeline-part.js'
import { wirePart } from './wire-part.js'

/** Milliseconds between two looks at the emulator. */
const look = 1_200

const parts: readonly ((app: App) => Part)[] = [
  inboxPart,
  clockPart,
  statePart,
  timelinePart,
  custodyPart,
  faultsPart,
  wirePart,
  auditPart,
]

/** The whole aside. */
export function workbench(app: App): HTMLElement {
  const made = parts.map((part) => part(app))
  const body = el(
    'div',
    { id: 'workbench-body', class: 'workbench-body' },
    el(
      'p',
      { class: 'workbench-lead' },
      'What happens behind the wallet. The service is emulated in the demo’s own process: nothing leaves this machine.',
    ),
    made.map(({ title, element }, index) =>
      el('details', { class: 'part', open: index < 4 }, el('summary', {}, el('h3', {}, title)), element),
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
  // Beside the wallet where there is room; else it would be in its way.
  show(matchMedia('(min-width: 70rem)').matches)

  const update = async (): Promise<void> => {
    if (body.hasAttribute('hidden') || document.visibilityState === 'hidden') return
    try {
      const view = await platform.workbench(AbortSignal.timeout(5_000))
      for (const part of made) part.update?.(view)
    } catch {
      // The next look comes soon; what is shown stays.
    }
  }
  every(new AbortController().signal, look, () => void update())
  // A code was sent: the one before it should not look usable until the next look.
  app.watchSteps((step) => {
    if (step?.event === 'challenged' || step?.event === 'resent') void update()
  })

  return el(
    'aside',
    { class: 'workbench', 'aria-label': 'Workbench' },
    el('h2', { class: 'workbench-heading' }, toggle),
    body,
  )
}
