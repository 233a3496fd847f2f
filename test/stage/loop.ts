/**
 * The event loop of a scene. Everything that reaches a page from outside is a task. Only one task runs at a time, up to
 * the end of its microtasks. The seed alone decides which task is next.
 *
 * @module
 */
import type { Life } from './point.js'
import type { Trace } from './trace.js'

/** A task, such as an answer, a message, a timer or an arriving request. */
export interface Task {
  /**
   * Tasks of one lane run in order, and tasks of different lanes in any order. A task without a lane may run at any
   * time.
   */
  readonly lane?: string
  /** The name in traces. */
  readonly name: string
  /** The page that the task reaches. */
  readonly life?: Life | undefined
  readonly run: () => void
}

/** A waiting task, with the number of tasks that were posted before it. */
export interface Posted extends Task {
  readonly order: number
}

/** Picks the next task from the first tasks of all lanes. Returns its index. */
export type Pick = (heads: readonly Posted[]) => number

/** What a task and its microtasks did. */
export interface Ran {
  readonly task: Posted
  /** The tasks that it posted. */
  readonly posted: readonly Posted[]
  /** Whether it did something that other code can see at once, such as a change of the wallet's state. */
  readonly isSeen: boolean
}

interface Waiter {
  /** The number of tasks after which the wait ends. */
  readonly after: number
  readonly go: () => void
}

interface State {
  readonly lanes: Map<string, Posted[]>
  readonly pick: Pick
  readonly trace: Trace
  readonly waiters: Waiter[]
  /** Receives every task that has run. */
  readonly watch: ((ran: Ran) => void) | undefined
  last: { readonly task: Posted; readonly posted: Posted[]; isSeen: boolean } | undefined
  /** The number of tasks that have run. */
  ran: number
  posted: number
}

const nativeImmediate = setImmediate
/** Picks the task that was posted first. */
export const oldest: Pick = (heads) =>
  heads.reduce((first, { order }, index) => (order < (heads[first]?.order ?? 0) ? index : first), 0)
const silent: Trace = { note: () => {}, hash: () => '', lines: () => [] }

const fresh = (pick: Pick, trace: Trace, watch?: (ran: Ran) => void): State => ({
  lanes: new Map(),
  pick,
  trace,
  waiters: [],
  watch,
  last: undefined,
  ran: 0,
  posted: 0,
})

let state = fresh(oldest, silent)
let current: Life | undefined
let isScheduled = false

/** Returns the page whose code is running, if any. */
export const currentLife = (): Life | undefined => current

/** Runs code that does not belong to a page: the browser, the backend, the service. */
export function outside<T>(work: () => T): T {
  const life = current
  current = undefined
  try {
    return work()
  } finally {
    current = life
  }
}

/**
 * Runs code of a page. The page stays the current one until its microtasks have finished, so wait for `settled` before
 * you run another page.
 */
export function inside<T>(life: Life, work: () => T): T {
  if (current !== undefined && current !== life) throw new Error('Two pages cannot run at once.')
  current = life
  schedule()
  return work()
}

/** Forgets what an earlier scene left, and sets the order of tasks. */
export function beginLoop(pick: Pick = oldest, trace: Trace = silent, watch?: (ran: Ran) => void): void {
  state = fresh(pick, trace, watch)
}

export const traced = (line: string): void => {
  seen()
  state.trace.note(line)
}

/** Records that the running task did something that other code can see at once. */
export const seen = (): void => {
  if (state.last) state.last.isSeen = true
}

export function post(task: Task): void {
  state.posted += 1
  const lane = task.lane ?? `#${state.posted}`
  const waiting = state.lanes.get(lane)
  const posted = { ...task, order: state.posted }
  state.last?.posted.push(posted)
  if (waiting) waiting.push(posted)
  else state.lanes.set(lane, [posted])
  schedule()
}

/** Waits until all pending microtasks have run. */
export const settled = (): Promise<void> => turns(0)

/** Waits until `count` tasks have run, or no task is left. */
export function turns(count: number): Promise<void> {
  return new Promise((go) => {
    state.waiters.push({ after: state.ran + count, go })
    schedule()
  })
}

/** Waits until no task is left, so that only time can make something happen. */
export const quiet = (): Promise<void> => turns(Number.POSITIVE_INFINITY)

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  // Node runs all microtasks before the next immediate.
  nativeImmediate(cycle)
}

function cycle(): void {
  isScheduled = false
  current = undefined
  const { lanes, waiters, last, watch } = state
  if (last && watch) watch(last)
  state.last = undefined
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
  if (state.watch) state.last = { task, posted: [], isSeen: false }
  task.run()
}
