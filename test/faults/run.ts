/**
 * Runs a schedule against the real backend and emulator in memory, lets everything end, and judges the result. Long
 * because each kind of step is one line here.
 *
 * @module
 */
import { WalletError } from 'embedded-wallet-auth'
import type { Fault as EmulatorFault } from 'embedded-wallet-auth-emulator'
import { type Direction, type Played, playCase, type Start } from '../search/play.js'
import { setLocks, wake } from '../stage/browser.js'
import { settled, traced, turns } from '../stage/loop.js'
import type { Page } from '../stage/page.js'
import { slowness } from '../stage/scene.js'
import { ask, type CallName } from './calls.js'
import type { Fault, Schedule, Step } from './schedule.js'

interface Called {
  readonly call: CallName
  readonly page: Page
  readonly choice: number
  readonly controller: AbortController
  settled: boolean
}

const faults: Readonly<Record<Fault, EmulatorFault>> = {
  lost: { answer: 'lost' },
  drop: { drop: true },
  'bad gateway': { status: 502 },
  'server error': { status: 500, code: 'INTERNAL_ERROR' },
  'rate limit': { status: 429, code: 'RATE_LIMITED', retryAfter: 20 },
  // A 202, because a call without an answer body accepts any final success.
  garbage: { status: 202, body: 'not what anybody described' },
  slow: { delay: slowness.slow },
  silent: { delay: slowness.silent },
}

/** Informs before each step and at the end. */
export interface ScheduleDirection extends Direction {
  readonly begins?: (step: number) => void
  /** Receives the state after the last step, before everything ends. */
  readonly leaves?: (start: Start) => void
}

/** The amounts of the quotes that can be paid. */
const amounts = [10_000_000, 20_000_000]

/** @param order the seed of the order in which things happen, and of all randomness */
export async function runSchedule(
  { locks, skew, refreshAhead, keyDelivery = 'sealed', sca = false, steps }: Schedule,
  order: string,
  { begins = () => {}, leaves, ...direction }: ScheduleDirection = {},
): Promise<Played> {
  setLocks(locks)
  const options = { refreshAhead: refreshAhead ?? undefined, keyDelivery, sca, skew: skew * 1000 }
  return playCase(options, order, direction, async (play) => {
    const { scene, receiver, quotes } = play
    if (quotes.length === 0)
      quotes.push(...(await Promise.all(amounts.map((amount) => scene.quoteTo(receiver, amount)))))
    const { emulator, odd, quiet } = scene
    const { clock } = emulator
    const called: Called[] = []
    let pages = [await scene.open()]

    const call = (name: CallName, page: Page, choice: number): void => {
      const entry: Called = { call: name, page, choice, controller: new AbortController(), settled: false }
      called.push(entry)
      const { signal } = entry.controller
      const settled = (error?: unknown): void => {
        entry.settled = true
        if (error !== undefined && !(error instanceof WalletError)) odd.push(`${name}: ${String(error)}`)
      }
      page.life
        .run(() => ask(name, { wallet: page.wallet, play, choice, signal }))
        .then(() => settled(), settled)
    }

    const inTab: Readonly<Record<'reload' | 'dispose' | 'show' | 'hide', (page: Page) => unknown>> = {
      async reload(page) {
        page.life.kill()
        pages.push(await scene.open())
      },
      // Pending calls of the wallet must end after this.
      dispose: (page) => page.life.run(() => lookedAt(page).wallet.dispose()),
      show: (page) => wake(page.life),
      hide: ({ life }) => life.hide(),
    }
    const closing = new Set<Step['do']>(['reload', 'dispose'])

    const pass = async (ms: number): Promise<void> => {
      // Before time moves on, everything runs that only waits for a busy machine.
      await quiet()
      await clock.advance(ms)
      await quiet()
      // Runs timers that have since been set for the current time, as a moving clock would have.
      await clock.advance(0)
      await quiet()
      // Checks only visible pages on a device that has been awake for a minute: a page does not learn that its device
      // slept.
      if (scene.awakeFor() < 60_000) return
      const awake = pages.filter(({ life }) => life.isAlive() && !life.isFrozen() && !life.isHidden())
      for (const { wallet } of awake) {
        const { session } = wallet.getState()
        if ('id' in session && Date.parse(session.expiresAt) < clock.now())
          odd.push('an expired session is shown')
      }
    }

    const act = async (step: Step): Promise<void> => {
      pages = pages.filter(({ life }) => life.isAlive())
      const last = called.at(-1)
      if (step.do === 'wait') return pass(step.seconds * 1000)
      if (step.do === 'sleep') {
        await quiet()
        await scene.sleep(step.seconds * 1000)
        return quiet()
      }
      if (step.do === 'breathe') return turns(step.turns)
      if (step.do === 'fault') return emulator.faults.next(step.at, faults[step.fault])
      if (step.do === 'again') return last && call(last.call, lookedAt(last.page), last.choice)
      if (step.do === 'abort') return last?.controller.abort()
      if (step.do === 'open') return void (pages.length < 3 && pages.push(await scene.open()))
      const page = pages[step.tab % Math.max(1, pages.length)]
      if (page === undefined) return void pages.push(await scene.open())
      if (step.do === 'call') {
        call(step.call, lookedAt(page), step.choice)
        return step.settle ? quiet() : undefined
      }
      if (step.do === 'kill' || step.do === 'freeze') return page.life.fuse(step.touches, page.life[step.do])
      if (step.do === 'break storage') return page.breakStorage(step.times)
      await inTab[step.do](page)
      if (closing.has(step.do)) pages = pages.filter((each) => each !== page)
    }

    for (const [index, step] of steps.entries()) {
      begins(index)
      traced(JSON.stringify(step))
      await act(step)
      await settled()
      await turns(2)
    }

    if (leaves) {
      await quiet()
      leaves({ remains: await scene.remains(), receiver, quotes })
    }
    begins(steps.length)
    emulator.faults.clear()
    scene.spoil.clear()
    pages = pages.filter(({ life }) => life.isAlive())
    const pending = (): readonly Called[] =>
      called.filter(({ settled, page }) => !settled && page.life.isAlive())
    const everyPage = new Set([...pages, ...called.map(({ page }) => page)])
    for (const { life, breakStorage } of everyPage) {
      life.fuse(0, () => {})
      breakStorage(0)
      wake(life)
      await settled()
    }
    // Every wait has a deadline. After the longest deadline, nothing may still be waiting.
    for (let half = 0; half < 34 && (half < 4 || pending().length > 0); half++) {
      await pass(30_000)
    }
    // A page may have just left for the identity provider.
    pages = pages.filter(({ life }) => life.isAlive())
    const hung = pending().map((each) => `${each.call} never settled`)
    // If the storage failed in every tab, another page reads what is stored.
    if (pages.every(({ wallet }) => wallet.getState().storage === 'memory')) pages.push(await scene.open())
    const answered = (operation: RegExp): number =>
      emulator
        .requests()
        .filter(({ path, status }) => operation.test(path) && (status === 200 || status === 201)).length
    const done = () => ({
      calls: called.length,
      sessions: answered(/\/(verify|refresh)$/),
      payments: answered(/\/execute$/),
    })
    return { pages, hung, done }
  })
}

/** Shows a frozen or hidden page, because users only use visible pages. */
function lookedAt(page: Page): Page {
  if (page.life.isFrozen() || page.life.isHidden()) wake(page.life)
  return page
}
