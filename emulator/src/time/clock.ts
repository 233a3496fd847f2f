/**
 * The emulator's clocks. One follows real time and can be advanced; the other moves only when it is advanced.
 * @module
 */
import { type Before, popHeap, pushHeap } from './heap.js'

/** A clock with timers. It can also be the library's `clock` option. */
export interface EmulatorClock {
  /** Returns the time in milliseconds since 1970. */
  now(): number
  /**
   * Calls `fn` once after `ms` milliseconds. Returns a function that cancels the call. If `fn` returns a promise,
   * `advance` waits for that promise for up to one second of real time.
   */
  after(ms: number, fn: () => void): () => void
  /**
   * Moves the clock ahead by `ms` milliseconds and runs the timers that become due on the way, in order. Resolves after
   * the last timer has run.
   */
  advance(ms: number): Promise<void>
}

interface Timer {
  readonly due: number
  readonly order: number
  fn: (() => void) | undefined
}

const isSooner: Before<Timer> = (a, b) => a.due < b.due || (a.due === b.due && a.order < b.order)

function timerQueue(): {
  add(due: number, fn: () => void): Timer
  drop(timer: Timer): void
  next(): (Timer & { readonly fn: () => void }) | undefined
} {
  const timers: Timer[] = []
  let added = 0
  return {
    add(due, fn) {
      added += 1
      const timer = { due, order: added, fn }
      pushHeap(timers, timer, isSooner)
      return timer
    },
    drop(timer) {
      // The timer stays in the heap until it is due, but its function can already be garbage-collected.
      timer.fn = undefined
    },
    next() {
      while (timers[0] && !isLive(timers[0])) popHeap(timers, isSooner)
      const [first] = timers
      return first && isLive(first) ? first : undefined
    },
  }
}

const isLive = (timer: Timer): timer is Timer & { readonly fn: () => void } => timer.fn !== undefined

/**
 * Resolves in a later task, when the pending microtasks have run. By then, work that a timer has started is either
 * finished or waiting for something else, such as the network.
 */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * The longest wait for a promise that a timer's function returned, in milliseconds of real time. A limit is needed
 * because the promise may itself wait for this clock.
 */
const longestWork = 1_000

/**
 * Waits for pending microtasks and, if a timer's function returned the promise `work`, for that promise. Sending a
 * webhook, for example, returns a promise.
 */
async function workDone(work: unknown): Promise<void> {
  await nextTask()
  if (!(work instanceof Promise)) return
  let handle: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise((resolve) => {
    handle = setTimeout(resolve, longestWork)
  })
  await Promise.race([work, enough])
  clearTimeout(handle)
}

/**
 * Creates a clock that moves only when `advance` is called.
 *
 * @example
 * const clock = steppedClock(Date.parse('2026-01-01T00:00:00Z'))
 * const emulator = createEmulator({ clock })
 * await clock.advance(15 * 60_000)
 */
export function steppedClock(start: number = Date.parse('2026-01-01T00:00:00Z')): EmulatorClock {
  let now = start
  const queue = timerQueue()
  return {
    now: () => now,
    after(ms, fn) {
      const timer = queue.add(now + Math.max(0, ms), fn)
      return () => queue.drop(timer)
    },
    async advance(ms) {
      const target = now + ms
      for (let timer = queue.next(); timer && timer.due <= target; timer = queue.next()) {
        const { fn } = timer
        queue.drop(timer)
        now = Math.max(now, timer.due)
        const work: unknown = fn()
        await workDone(work)
      }
      now = Math.max(now, target)
    },
  }
}

/** The longest delay that `setTimeout` accepts, in milliseconds. */
const longestTimeout = 2 ** 31 - 1

/**
 * Creates a clock that follows real time and can be advanced. It starts `start` milliseconds ahead of real time. Its
 * timers do not keep a Node process alive.
 */
export function travellingClock(start: number = 0): EmulatorClock {
  let ahead = start
  const now = (): number => Date.now() + ahead
  const queue = timerQueue()
  let cancel = (): void => {}

  function fireDue(): void {
    for (let timer = queue.next(); timer && timer.due <= now(); timer = queue.next()) {
      const { fn } = timer
      queue.drop(timer)
      fn()
    }
    arm()
  }

  function arm(): void {
    cancel()
    const first = queue.next()
    if (!first) return
    const handle: unknown = setTimeout(fireDue, Math.min(Math.max(0, first.due - now()), longestTimeout))
    // In Node a timer keeps the process alive until its `unref` is called. In a browser the handle is a number.
    if (isUnrefable(handle)) handle.unref()
    cancel = () => clearTimeout(handle as number) // each runtime accepts the handle that it returned
  }

  return {
    now,
    after(ms, fn) {
      const timer = queue.add(now() + Math.max(0, ms), fn)
      arm()
      return () => queue.drop(timer)
    },
    async advance(ms) {
      const target = now() + ms
      for (let timer = queue.next(); timer && timer.due <= target; timer = queue.next()) {
        const { fn } = timer
        queue.drop(timer)
        ahead += Math.max(0, timer.due - now())
        const work: unknown = fn()
        await workDone(work)
      }
      ahead += Math.max(0, target - now())
      arm()
    },
  }
}

function isUnrefable(handle: unknown): handle is { unref(): void } {
  return (
    typeof handle === 'object' && handle !== null && 'unref' in handle && typeof handle.unref === 'function'
  )
}

/** Formats a time as the service does: ISO 8601 in UTC. */
export const timestamp = (ms: number): string => new Date(ms).toISOString()

/** Returns the timestamps of a record that is created now. */
export function creationTimes(clock: Pick<EmulatorClock, 'now'>): {
  readonly createdAt: string
  readonly updatedAt: string
} {
  const now = timestamp(clock.now())
  return { createdAt: now, updatedAt: now }
}

/** Returns how far a clock is ahead of real time, in milliseconds. */
export const aheadOf = (clock: EmulatorClock): number => clock.now() - Date.now()
