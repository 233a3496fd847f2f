/** Shows one part of the page at a time, and updates that part while the page is visible. @module */
import { ask } from './ask.js'
import { clockTime, make, one } from './dom.js'
import { say } from './say.js'

/** A part of the page. */
export interface View {
  /** Updates the part. Called when the part becomes visible, and after each change while it stays visible. */
  readonly refresh: (status: Status) => Promise<void>
  /** Opens the element with the id `name`, which comes from the URL's fragment. Returns whether the element exists. */
  readonly open?: (name: string) => boolean
}

/** The answer to `GET /emulator/status`. */
export interface Status {
  readonly revision: number
  readonly now: string
  readonly profile: string
  readonly mode: string
  readonly keyDelivery: string
  readonly tokenId: string
  readonly counts: Readonly<Record<'mails' | 'requests' | 'armedFaults' | 'firedFaults' | 'accounts', number>>
}

let views: Readonly<Record<string, View>> = {}
let shown = ''
let latest: Status | undefined
let seen = ''
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether the page can control the emulator. Only such a page has the notice that the emulator is not responding. */
export const isConnected = (): boolean => document.getElementById('trouble') !== null

/**
 * Starts the page. `parts` are its parts, by the id of their element. A page that cannot control the emulator has only
 * the "Calls" part. Any other page asks the emulator once a second whether anything has changed, while the page is
 * visible.
 */
export function watchEmulator(parts: Readonly<Record<string, View>>): void {
  views = parts
  addEventListener('hashchange', route)
  route()
  if (!isConnected()) return
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look()
  })
  void look()
}

/** Immediately asks the emulator whether anything has changed. */
export async function look(): Promise<void> {
  clearTimeout(timer)
  const trouble = one('trouble', HTMLElement)
  try {
    const status = await ask<Status>('GET /emulator/status')
    trouble.hidden = true
    const now = one('now', HTMLTimeElement)
    now.dateTime = status.now
    now.textContent = `${status.now.slice(0, 10)} ${clockTime(status.now)} UTC`
    one('playing', HTMLElement).textContent = `, profile ${status.profile}, ${status.mode} mode`
    badge('activity', status.counts.mails, status.counts.mails === 1 ? 'code' : 'codes')
    badge('faults', status.counts.armedFaults, 'armed')
    if (latest && status.counts.mails > latest.counts.mails && shown !== 'activity') say('A code was sent.')
    latest = status
    await update(status)
  } catch {
    trouble.hidden = false
    seen = ''
  }
  clearTimeout(timer)
  if (document.visibilityState === 'visible') timer = setTimeout(() => void look(), 1_000)
}

function route(): void {
  say('')
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
  if (latest) void update(latest)
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

async function update(status: Status): Promise<void> {
  // Codes expire without any other change, so the part is also updated every minute.
  const state = `${shown} ${status.revision} ${status.now.slice(0, 16)}`
  if (state === seen) return
  await views[shown]?.refresh(status)
  seen = state
}
