/**
 * The one event loop of a scene: everything that comes from outside of a page is a task here, and only one runs at a time, up to the end
 * of its microtasks. Which one is next depends on the seed alone.
 *
 * @module
 */
import type { Life } from './life.js'
import type { Trace } from './trace.js'

/** Something that happens: an answer, a message, a timer, a request that arrives. */
export interface Task {
  /** Tasks of one lane come in order, those of different lanes in any. Without one it depends on nothing. */
  readonly lane?: string
  /** What a trace calls it. */
  readonly name: string
  /** The page to which it happens. */
  readonly life?: Life | undefined
  readonly run: () => void
}

/** A task that waits, and how many were posted before it. */
export interface Posted extends Task {
  readonly order: number
}

/** Picks what is next among the first tasks of all lanes: its index. */
export type Pick = (heads: readonly Posted[]) => number

interface Waiter {
  /** After how many tasks it goes on. */
  readonly after: number
  readonly go: () => void
}

interface State {
  readonly lanes: Map<string, Posted[]>
  readonly pick: Pick
  readonly trace: Trace
  readonly waiters: Waiter[]
  /** Tasks that ran. */
  ran: number
  posted: number
}

const nativeImmediate = setImmediate
/** The one that was posted first. */
export const oldest: Pick = (heads) =>
  heads.reduce((first, { order }, index) => (order < (heads[first]?.order ?? 0) ? index : first), 0)
const silent: Trace = { note: () => {}, hash: () => '', lines: () => [] }

const fresh = (pick: Pick, trace: Trace): State => ({
  lanes: new Map(),
  pick,
  trace,
  waiters: [],
  ran: 0,
  posted: 0,
})

let state = fresh(oldest, silent)
let current: Life | undefined
let isScheduled = false

/** The page whose code is running, if any. */
export const currentLife = (): Life | undefined => current

/** Runs what does not belong to a page: the browser's own, the backend, the service. */
export function outside<T>(work: () => T): T {
  const life = current
  current = undefined
  try {
    return work()
  } finally {
    current = life
  }
}

/** Runs code of a page, and leaves the page at work until its microtasks are through: wait for `settled` before another one. */
export function inside<T>(life: Life, work: () => T): T {
  if (current !== undefined && current !== life) throw new Error('Two pages cannot run at once.')
  current = life
  schedule()
  return work()
}

/** Forgets what an earlier scene left, and begins with another order of tasks. */
export function beginLoop(pick: Pick = oldest, trace: Trace = silent): void {
  state = fresh(pick, trace)
}

export const traced = (line: string): void => state.trace.note(line)

export function post(task: Task): void {
  state.posted += 1
  const lane = task.lane ?? `#${state.posted}`
  const waiting = state.lanes.get(lane)
  const posted = { ...task, order: state.posted }
  if (waiting) waiting.push(posted)
  else state.lanes.set(lane, [posted])
  schedule()
}

/** Waits until the microtasks of what has been done so far are through. */
export const settled = (): Promise<void> => turns(0)

/** Waits until so many tasks have run, or none is left. */
export function turns(count: number): Promise<void> {
  return new Promise((go) => {
    state.waiters.push({ after: state.ran + count, go })
    schedule()
  })
}

/** Waits until there is nothing left to do but to let time pass. */
export const quiet = (): Promise<void> => turns(Number.POSITIVE_INFINITY)

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  // Node runs all microtasks before the next of these.
  nativeImmediate(cycle)
}

function cycle(): void {
  isScheduled = false
  current = undefined
  const { lanes, waiters } = state
  const waiter = waiters.findIndex(({ after }) => after <= state.ran || lanes.size === 0)
  if (waiter !== -1) {
    const [next] = waiters.splice(waiter, 1)
    next?.go()
  } else if (lanes.size > 0) runNext()
  if (lanes.size > 0 || waiters.length > 0) schedule()
}

function runNext(): void {
  const { lanes, pick } = state
  const names = [...lanes.keys()]
  const heads = [...lanes.values()].flatMap(([head]) => head ?? [])
  const lane = names[heads.length > 1 ? pick(heads) : 0] ?? ''
  const waiting = lanes.get(lane) ?? []
  const task = waiting.shift()
  if (waiting.length === 0) lanes.delete(lane)
  if (task === undefined) return
  state.ran += 1
  state.trace.note(`${task.life?.name ?? 'outside'} ${task.name}`)
  current = task.life
  task.run()
}
