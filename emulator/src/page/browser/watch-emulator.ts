/** Shows one part of the page at a time, and updates that part while the page is visible. @module */
import type { Kit } from './kit.js'

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
  readonly mode: string
  readonly tokenId: string
  readonly counts: Readonly<Record<'mails' | 'requests' | 'armedFaults' | 'firedFaults' | 'accounts', number>>
}

/**
 * Starts the page. `views` are the parts, by the id of their element. A page that cannot control the emulator has only
 * the "Calls" part. Any other page asks the emulator once a second whether anything has changed, while the page is
 * visible.
 */
export function watchEmulator(kit: Kit, views: Readonly<Record<string, View>>): void {
  const trouble = document.getElementById('trouble')
  const isConnected = trouble !== null
  const names = Object.keys(views).filter((name) => document.getElementById(name))
  let shown = ''
  let latest: Status | undefined
  let seen = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(name: string): void {
    shown = name
    for (const other of names) kit.one(other, HTMLElement).hidden = other !== name
    for (const link of document.querySelectorAll('.tabs a')) {
      if (link.getAttribute('href') === `#${name}`) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
  }

  function route(): void {
    kit.say('')
    const wanted = decodeURIComponent(location.hash.slice(1))
    if (names.includes(wanted)) {
      show(wanted)
      scrollTo(0, 0)
    } else {
      const owner = names.find(
        (name) => wanted !== '' && kit.one(name, HTMLElement).querySelector(`#${CSS.escape(wanted)}`),
      )
      if (owner !== undefined) {
        show(owner)
        views[owner]?.open?.(wanted)
      } else if (shown === '') show(names[0] ?? '')
    }
    if (latest) void update(latest)
  }

  function badge(name: string, count: number, words: string): void {
    const place = document.querySelector(`.tabs a[href="#${name}"] .badge`)
    if (!(place instanceof HTMLElement)) return
    place.hidden = count === 0
    if (count > 0) place.replaceChildren(` ${count}`, kit.make('span', { class: 'words' }, ` ${words}`))
  }

  async function update(status: Status): Promise<void> {
    // Codes expire without any other change, so the part is also updated every minute.
    const state = `${shown} ${status.revision} ${status.now.slice(0, 16)}`
    if (state === seen) return
    await views[shown]?.refresh(status)
    seen = state
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    try {
      const status = await kit.ask<Status>('GET /emulator/status')
      if (trouble) trouble.hidden = true
      const now = kit.one('now', HTMLTimeElement)
      now.dateTime = status.now
      now.textContent = `${status.now.slice(0, 10)} ${kit.clockTime(status.now)} UTC`
      badge('activity', status.counts.mails, status.counts.mails === 1 ? 'code' : 'codes')
      badge('faults', status.counts.armedFaults, 'armed')
      if (latest && status.counts.mails > latest.counts.mails && shown !== 'activity')
        kit.say('A code was sent.')
      latest = status
      await update(status)
    } catch {
      if (trouble) trouble.hidden = false
      seen = ''
    }
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(() => void look(), 1_000)
  }

  addEventListener('hashchange', route)
  route()
  if (!isConnected) return
  kit.look = look
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look()
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-advance]'))
    button.addEventListener(
      'click',
      () => void advance(Number(button.dataset['advance'])).catch(() => look()),
    )
  const custom = kit.one('advance', HTMLFormElement)
  kit.submitted(custom, async () => {
    const minutes = Number(kit.one('advance-minutes', HTMLInputElement).value)
    if (!(minutes > 0)) throw new Error('Enter a number of minutes, such as 90.')
    await advance(minutes * 60_000)
    return ''
  })
  void look()

  async function advance(milliseconds: number): Promise<void> {
    await kit.ask('POST /emulator/clock', { advance: Math.round(milliseconds) })
    await look()
    const minutes = milliseconds / 60_000
    kit.say(`The clock was advanced by ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`)
  }
}
