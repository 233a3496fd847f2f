/**
 * Runs a schedule against the real backend and emulator in memory, lets everything end, and judges the result. Long
 * because each kind of step is one line here.
 *
 * @module
 */
import { type Quote, WalletError } from 'embedded-wallet-auth'
import type { Fault as EmulatorFault } from 'embedded-wallet-auth-emulator'
import { setLocks, wake } from '../stage/browser.js'
import { beginLoop, type Pick as Choose, oldest, type Ran, settled, traced, turns } from '../stage/loop.js'
import type { Page } from '../stage/page.js'
import { seededRandom } from '../stage/random.js'
import { createScene, type Remains, type Scene, slowness } from '../stage/scene.js'
import { createTrace } from '../stage/trace.js'
import { ask, type CallName, type Play } from './calls.js'
import { judge } from './judge.js'
import type { Fault, Schedule, Step } from './schedule.js'

/** What went wrong. Empty if nothing did. */
export interface Findings {
  /** The hash of the trace and, if requested, the trace itself. */
  readonly hash: string
  readonly trace: readonly string[]
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly hung: readonly string[]
  readonly odd: readonly string[]
  /** What succeeded, to tell a run in which nothing happened from a run in which nothing went wrong. */
  readonly done: { readonly calls: number; readonly sessions: number; readonly payments: number }
}

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

/** The state in which a schedule begins: what an earlier one left, and the quotes that can be paid. */
export interface Start {
  readonly remains: Remains
  readonly receiver: string
  readonly quotes: readonly Quote[]
}

/** Decides the order, and is informed before each step and at the end. */
export interface Direction {
  readonly keepTrace?: boolean
  readonly pick?: Choose
  readonly begins?: (step: number) => void
  /** Receives every task that has run. */
  readonly watch?: (ran: Ran) => void
  /** Default: a new account and new quotes. */
  readonly start?: Start
  /** Receives the state after the last step, before everything ends. */
  readonly leaves?: (start: Start) => void
}

/**
 * Returns the order of a schedule. In some schedules things happen in the order in which they began, in others in any
 * order.
 */
export function anyOrder(seed: string): Choose {
  const random = seededRandom(`order ${seed}`)
  const oddity = [0, 5, 30, 100][random.below(4)] ?? 0
  return (heads) => (random.below(100) < oddity ? random.below(heads.length) : oldest(heads))
}

/** Creates a receiver and two quotes for payments to it. */
async function payable(scene: Scene): Promise<Pick<Start, 'receiver' | 'quotes'>> {
  const receiver = (await scene.emulator.provision({ email: 'grace@example.com', balance: 0 })).account.id
  const amounts = [10_000_000, 20_000_000]
  return { receiver, quotes: await Promise.all(amounts.map((amount) => scene.quoteTo(receiver, amount))) }
}

/** @param order the seed of the order in which things happen, and of all randomness */
export async function runSchedule(
  { locks, skew, refreshAhead, keyDelivery = 'sealed', sca = false, steps }: Schedule,
  order: string,
  { keepTrace = false, pick = anyOrder(order), begins = () => {}, watch, start, leaves }: Direction = {},
): Promise<Findings> {
  setLocks(locks)
  const trace = createTrace(keepTrace)
  beginLoop(pick, trace, watch)
  const scene = await createScene({
    refreshAhead: refreshAhead ?? undefined,
    keyDelivery,
    sca,
    skew: skew * 1000,
    seed: order,
    from: start?.remains,
  })
  const { emulator, odd, quiet } = scene
  const { clock } = emulator
  const { receiver, quotes } = start ?? (await payable(scene))
  const claims = {
    paid: new Set<string>(),
    unpaid: new Set<string>(),
    sentAlone: new Set<string>(),
    gone: new Set<string>(),
    left: new Set<string>(),
  }
  const play: Play = { scene, quotes, claims }
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
  const doubled = await judge(play, receiver, pages)
  await scene.close()
  const answered = (operation: RegExp): number =>
    emulator
      .requests()
      .filter(({ path, status }) => operation.test(path) && (status === 200 || status === 201)).length
  return {
    hash: trace.hash(),
    trace: trace.lines(),
    lost: scene.watch.lost,
    doubled,
    hung,
    odd,
    done: {
      calls: called.length,
      sessions: answered(/\/(verify|refresh)$/),
      payments: answered(/\/execute$/),
    },
  }
}

/** Shows a frozen or hidden page, because users only use visible pages. */
function lookedAt(page: Page): Page {
  if (page.life.isFrozen() || page.life.isHidden()) wake(page.life)
  return page
}
