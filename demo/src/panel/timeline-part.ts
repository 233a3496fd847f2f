/** The timeline: what the page called, what the wallet made of it, and where each thing came from. @module */
import type { App } from '../app.js'
import { el } from '../dom.js'
import type { Entry } from '../timeline.js'
import { timeText } from '../times.js'
import type { Part } from './part.js'

/** Entries that are shown. */
const limit = 40

/** Happenings, the newest first. */
export function timelinePart(app: App): Part {
  const list = el('ol', {
    class: 'timeline',
    'aria-label': 'Timeline',
    // It scrolls: the keyboard has to get there.
    tabindex: '0',
  })
  const empty = el('p', { class: 'dim' }, 'Nothing has happened yet.')
  let shown = 0
  const update = (): void => {
    const newest = app.timeline.all().slice(-limit)
    const last = newest.at(-1)?.number ?? 0
    if (last === shown) return
    empty.hidden = true
    list.prepend(
      ...newest
        .filter(({ number }) => number > shown)
        .toReversed()
        .map(line),
    )
    shown = last
    while (list.childElementCount > limit) list.lastElementChild?.remove()
  }
  app.timeline.watch(update)
  update()
  return { title: 'Timeline', element: el('div', {}, empty, list) }
}

function line({ at, source, title, detail, tone }: Entry): HTMLElement {
  return el(
    'li',
    { class: tone === undefined ? 'happening' : `happening happening-${tone}` },
    el(
      'p',
      { class: 'happening-when' },
      el('time', { datetime: new Date(at).toISOString() }, timeText(at)),
      el('span', { class: `source source-${source.split(' ').at(-1) ?? ''}` }, source),
    ),
    el('p', {}, title),
    detail === undefined ? undefined : el('p', { class: 'dim' }, detail),
  )
}
