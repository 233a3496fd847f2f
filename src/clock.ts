/** Clocks and deadlines: the one home of timers. @module */

/**
 * Time. Both members use milliseconds.
 *
 * @example
 * createWallet({ accountId, backend, clock: emulator.clock }) // time travel in tests
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `fn` once after `ms`; returns a function that cancels it. */
  after(ms: number, fn: () => void): () => void
}

/** Timers of browsers hold 31 bits; longer waits are chained. */
const longestTimer = 2_147_000_000

/**
 * A page's time. It never runs slower than either of the page's two clocks: the wall clock stands still when it is set
 * back, the monotonic one may stand still while the device sleeps.
 */
export function systemClock(): Clock {
  const wall = Date.now()
  const monotonic = performance.now()
  return {
    now: () => Math.round(wall + Math.max(Date.now() - wall, performance.now() - monotonic)),
    after(ms, fn) {
      let timer: unknown
      const wait = (left: number): void => {
        timer = setTimeout(
          () => (left > longestTimer ? wait(left - longestTimer) : fn()),
          Math.max(0, Math.min(left, longestTimer)),
        )
        unref(timer)
      }
      wait(ms)
      return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0])
    },
  }
}

/** A server's time. Unlike {@link systemClock} its timers keep the process alive: a call that waits has to settle. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms)
    return () => clearTimeout(timer)
  },
}

/** In Node a timer would keep the process alive. */
function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref()
}

/** Milliseconds. Deadlines are counted in ticks, so that a device's sleep costs one tick of the time and no more. */
const longestTick = 1_000

/** When work ends at the latest. */
export interface Limit {
  /** Milliseconds that the device is awake. */
  readonly ms: number
  /** Makes the error that the work rejects with after that. */
  readonly late: () => Error
  /** Ends the work early: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `work` with a deadline: settles as the work does, or rejects when the time is up or the signal aborts, whichever is
 * first. The work is told by the signal that it is given; its late result is dropped. After an abort it does not begin.
 */
export function withDeadline<T>(
  clock: Clock,
  limit: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const inner = new AbortController()
    const end = (act: () => void): void => {
      cancel()
      limit.signal?.removeEventListener('abort', onAbort)
      act()
    }
    const stop = (reason: unknown): void =>
      end(() => {
        inner.abort(reason)
        reject(reason)
      })
    const onAbort = (): void => stop(limit.signal?.reason)
    const tick = (left: number): void => {
      cancel = clock.after(Math.min(left, longestTick), () =>
        left > longestTick ? tick(left - longestTick) : stop(limit.late()),
      )
    }
    let cancel = (): void => {}
    tick(limit.ms)
    if (limit.signal?.aborted) return onAbort()
    limit.signal?.addEventListener('abort', onAbort)
    // Begun at once, in the task of a click; work that throws is work that rejects.
    const begun = (async () => work(inner.signal))()
    begun.then(
      (value) => end(() => resolve(value)),
      (error) => end(() => reject(error)),
    )
  })
}
