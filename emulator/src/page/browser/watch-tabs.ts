/** Shows one tab of the page at a time, and what the header says about the emulator. @module */

import { make } from '../../panel/dom.js'
import type { Status } from '../../panel/index.js'
import { one } from './one.js'
import { panel, watchStatus } from './page-panel.js'

/** A tab of the page. Parts of the panel update themselves. */
export interface View {
  /** Updates what is not a part of the panel. Called when the tab becomes visible, and after each change. */
  readonly refresh?: (status: Status) => Promise<void>
  /** Opens the element with the id `name`, which comes from the URL's fragment. */
  readonly open?: (name: string) => void
}

let views: Readonly<Record<string, View>> = {}
let shown = ''
let latest: Status | undefined
let seen = ''

/** Whether the page can control the emulator. Only such a page has the notice that the emulator is not responding. */
export const isConnected = (): boolean => document.getElementById('trouble') !== null

/** Shows the tabs, by the id of their element. A page that cannot control the emulator has only the tab “Calls”. */
export function watchTabs(tabs: Readonly<Record<string, View>>): void {
  views = tabs
  watchStatus(tell)
  addEventListener('hashchange', route)
  route()
}

function tell(status: Status | undefined): void {
  one('trouble', HTMLElement).hidden = status !== undefined
  if (status === undefined) {
    seen = ''
    return
  }
  const { counts, profile, mode } = status
  one('playing', HTMLElement).textContent = `, profile ${profile}, ${mode} mode`
  badge('activity', counts.mails, counts.mails === 1 ? 'code' : 'codes')
  badge('faults', counts.armedFaults, 'armed')
  if (latest && counts.mails > latest.counts.mails && shown !== 'activity') panel.say('A code was sent.')
  latest = status
  const state = `${shown} ${status.revision} ${status.now.slice(0, 16)}`
  if (state === seen) return
  void views[shown]?.refresh?.(status).then(
    () => {
      seen = state
    },
    () => {},
  )
}

function route(): void {
  panel.say('')
  const wanted = decodeURIComponent(location.hash.slice(1))
  const names = Object.keys(views)
  if (names.includes(wanted)) {
    show(wanted)
    scrollTo(0, 0)
  } else {
    const owner = names.find(
      (name) => wanted !== '' && one(name, HTMLElement).querySelector(`#${CSS.escape(wanted)}`),
    )
    if (owner !== undefined) {
      show(owner)
      views[owner]?.open?.(wanted)
    } else if (shown === '') show(names[0] ?? '')
  }
  if (latest) void panel.look()
}

function show(name: string): void {
  shown = name
  for (const other of Object.keys(views)) one(other, HTMLElement).hidden = other !== name
  for (const link of document.querySelectorAll('.tabs a')) {
    if (link.getAttribute('href') === `#${name}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

function badge(name: string, count: number, words: string): void {
  const place = document.querySelector(`.tabs a[href="#${name}"] .badge`)
  if (!(place instanceof HTMLElement)) return
  place.hidden = count === 0
  if (count > 0) place.replaceChildren(` ${count}`, make('span', { class: 'words' }, ` ${words}`))
}
