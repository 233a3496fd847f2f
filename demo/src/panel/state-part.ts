/**
 * The wallet's state: drawings of the machine with the current state highlighted, and what `getState()` returns.
 * @module
 */
import type { App, Step } from '../app.js'
import { el, setText } from '../dom.js'
import { machineDrawing } from './machine-drawing.js'
import { flowMap, sessionMap } from './machine-map.js'
import type { Part } from './part.js'

/** Makes the part: chips for session, flow and storage, drawings of both regions, and the whole state as JSON. */
export function statePart(app: App): Part {
  const chips = {
    session: el('code', { class: 'state-chip' }),
    flow: el('code', { class: 'state-chip' }),
    storage: el('code', { class: 'state-chip' }),
  }
  const drawings = { session: machineDrawing('Session', sessionMap), flow: machineDrawing('Flow', flowMap) }
  const json = el('pre', {
    class: 'json',
    dir: 'ltr',
    role: 'group',
    tabindex: '0',
    'aria-label': 'State as JSON',
  })
  const update = (): void => {
    const state = app.member()?.wallet.getState()
    const { session, flow, storage } = state ?? {}
    const reason = session?.status === 'none' ? ` (${session.reason})` : ''
    setText(chips.session, session === undefined ? '–' : `${session.status}${reason}`)
    setText(chips.flow, flow?.status ?? '–')
    setText(chips.storage, storage ?? '–')
    chips.session.dataset['status'] = session?.status ?? ''
    chips.flow.dataset['status'] = flow?.status ?? ''
    drawings.session.light(session?.status)
    drawings.flow.light(flow?.status)
    setText(json, state === undefined ? 'No wallet is open.' : JSON.stringify(state, null, 2))
  }
  const take = (step: Step): void => {
    for (const region of ['session', 'flow'] as const) {
      if (step === undefined) drawings[region].clear()
      else if (step.before[region] !== step.state[region])
        drawings[region].take(step.before[region].status, step.state[region].status, step.event)
    }
  }
  app.watch(update, new AbortController().signal)
  app.watchSteps(take)
  update()
  return {
    title: 'State',
    element: el(
      'div',
      {},
      el(
        'dl',
        { class: 'state-chips' },
        Object.entries(chips).map(([name, chip]) => el('div', {}, el('dt', {}, name), el('dd', {}, chip))),
      ),
      Object.entries(drawings).map(([name, { element }]) =>
        el('figure', { class: 'machine' }, element, el('figcaption', {}, name)),
      ),
      el('details', { class: 'folder' }, el('summary', {}, 'State as JSON'), json),
    ),
  }
}
