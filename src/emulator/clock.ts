/** The emulator's time: real time that can be moved on, or time that stands still until it is moved on. @module */

/** Time in milliseconds. Fits the library's `clock` option. */
export interface EmulatorClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `fn` once after `ms`; the answer cancels it. `advance` waits for a promise that `fn` returns. */
  after(ms: number, fn: () => void): () => void
  /** Moves on by `ms` and settles when everything that fell due on the way has been called, in order. */
  advance(ms: number): Promise<void>
}

interface Timer {
  readonly due: number
  readonly fn: () => void
}

/** The timers of a clock, the earliest first; of two due together the older first. */
function timerQueue(): {
  add(due: number, fn: () => void): Timer
  drop(timer: Timer): void
  next(): Timer | undefined
} {
  const timers = new Set<Timer>()
  return {
    add(due, fn) {
      const timer = { due, fn }
      timers.add(timer)
      return timer
    },
    drop: (timer) => void timers.delete(timer),
    next() {
      let first: Timer | undefined
      for (const timer of timers) if (!first || timer.due < first.due) first = timer
      return first
    },
  }
}

/** Lets what a timer started run until it waits for something else than a microtask. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** In real milliseconds: what takes longer may be waiting for this very clock. */
const longestWork = 200

/** Also waits for the promise that a timer answered with, such as a delivery over the network. */
async function workDone(work: unknown): Promise<void> {
  await settled()
  if (!(work instanceof Promise)) return
  let handle: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise((resolve) => {
    handle = setTimeout(resolve, longestWork)
  })
  await Promise.race([work, enough])
  clearTimeout(handle)
}

/**
 * A clock that stands still except for `advance`.
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
        queue.drop(timer)
        now = Math.max(now, timer.due)
        const work: unknown = timer.fn()
        await workDone(work)
      }
      now = Math.max(now, target)
    },
  }
}

/** Longest delay of `setTimeout`, in milliseconds. */
const longestTimeout = 2 ** 31 - 1

/** Real time plus whatever was advanced. Its timers do not keep a Node process alive. */
export function travellingClock(): EmulatorClock {
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const queue = timerQueue()
  let cancel = (): void => {}

  function fireDue(): void {
    for (let timer = queue.next(); timer && timer.due <= now(); timer = queue.next()) {
      queue.drop(timer)
      timer.fn()
    }
    arm()
  }

  function arm(): void {
    cancel()
    const first = queue.next()
    if (!first) return
    const handle: unknown = setTimeout(fireDue, Math.min(Math.max(0, first.due - now()), longestTimeout))
    // Node's handles keep the process alive unless told otherwise; a browser's are numbers.
    if (isUnrefable(handle)) handle.unref()
    cancel = () => clearTimeout(handle as number) // either runtime takes back what it gave
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
        queue.drop(timer)
        ahead += Math.max(0, timer.due - now())
        const work: unknown = timer.fn()
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

/** The interface's form of a moment: ISO 8601 in UTC. */
export const timestamp = (ms: number): string => new Date(ms).toISOString()
