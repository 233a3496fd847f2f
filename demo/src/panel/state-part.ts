/** The wallet's state, as `getState()` gives it. @module */
import type { App } from '../app.js'
import { el, setText } from '../dom.js'
import type { Part } from './part.js'

/** Session, flow and storage as chips, and the whole as JSON. */
export function statePart(app: App): Part {
  const chips = {
    session: el('code', { class: 'state-chip' }),
    flow: el('code', { class: 'state-chip' }),
    storage: el('code', { class: 'state-chip' }),
  }
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
    setText(json, state === undefined ? 'No wallet is open.' : JSON.stringify(state, null, 2))
  }
  app.watch(update, new AbortController().signal)
  update()
  return {
    title: 'State',
    element: el(
      'div',
      {},
      el(
        'dl',
        { class: 'chips' },
        Object.entries(chips).map(([name, chip]) => el('div', {}, el('dt', {}, name), el('dd', {}, chip))),
      ),
      json,
    ),
  }
}
