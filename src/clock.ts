/** Clocks, deadlines and signals. All timers of a wallet are set here. @module */

/**
 * The source of a wallet's time and timers. All times are in milliseconds.
 *
 * @example
 * createWallet({ accountId, backend, clock: emulator.clock }) // time travel in tests
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `fn` once, after `ms`. Returns a function that cancels the call. */
  after(ms: number, fn: () => void): () => void
  /**
   * As `after`, for what nobody waits for, such as a look at a session's end: it must not keep a process alive. Without
   * it, `after` is called.
   */
  later?(ms: number, fn: () => void): () => void
}

/** Calls `fn` once, after `ms`, for what nobody waits for. Returns a function that cancels. */
export const later = (clock: Clock, ms: number, fn: () => void): (() => void) =>
  clock.later ? clock.later(ms, fn) : clock.after(ms, fn)

/** The longest delay of one timer, in milliseconds: browsers store it in 31 bits. A longer wait uses several timers. */
const longestTimer = 2_147_000_000

/**
 * Creates the clock of a page. It follows the wall clock or the monotonic clock, whichever has advanced further. The
 * wall clock falls behind when the user sets it back, and the monotonic clock may stop while the device sleeps.
 */
export function systemClock(): Clock {
  const wall = Date.now()
  const monotonic = performance.now()
  const start = (ms: number, fn: () => void, holds: boolean): (() => void) => {
    let timer: number | { readonly unref?: () => void }
    const wait = (left: number): void => {
      timer = setTimeout(
        () => (left > longestTimer ? wait(left - longestTimer) : fn()),
        Math.max(0, Math.min(left, longestTimer)),
      )
      // In Node a timer keeps the process alive.
      if (!holds && typeof timer === 'object') timer.unref?.()
    }
    wait(ms)
    return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0])
  }
  return {
    now: () => Math.round(wall + Math.max(Date.now() - wall, performance.now() - monotonic)),
    after: (ms, fn) => start(ms, fn, true),
    later: (ms, fn) => start(ms, fn, false),
  }
}

/** The minimum delay of {@link whenIdle}, in milliseconds. */
const startUp = 200
/** How much longer {@link whenIdle} waits for a busy page, in milliseconds. */
const longestBusy = 2_000

/**
 * Calls `fn` once, when the page is idle: after 200 ms at the earliest, and after 2.2 s at the latest. A browser
 * without `requestIdleCallback` calls `fn` after 200 ms, even if the page is busy. Outside a page, `fn` is called at
 * once. No {@link Clock} is used, because how long a page stays busy depends on the device and not on the wallet's
 * time.
 */
export function whenIdle(fn: () => void): void {
  const start = (): void => {
    // Safari does not have `requestIdleCallback`.
    if (typeof requestIdleCallback === 'undefined') fn()
    else requestIdleCallback(fn, { timeout: longestBusy })
  }
  if (typeof document === 'undefined') fn()
  // A starting page is idle whenever it waits for its storage. Work that began then would delay the first stamp of the
  // page.
  else setTimeout(start, startUp)
}

/** Resolves in a new task, so that work in several steps does not block a page for long. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * The clock of a server.
 */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms)
    return () => clearTimeout(timer)
  },
}

const waiting = new WeakMap<object, Set<() => void>>()

function relay(this: object): void {
  for (const fn of waiting.get(this) ?? []) fn()
}

/**
 * Calls `fn` when a signal aborts. Returns a function that ends this. A signal has one listener, for however many calls
 * it is passed, because Node reports more than ten as a possible memory leak; and none once all calls have ended.
 */
export function onAbort(signal: AbortSignal | undefined, fn: () => void): () => void {
  const fns = (signal && waiting.get(signal)) ?? new Set()
  if (signal) waiting.set(signal, fns.add(fn))
  signal?.addEventListener('abort', relay)
  return () => {
    if (fns.delete(fn) && !fns.size) signal?.removeEventListener('abort', relay)
  }
}

/**
 * How many timers, one after the other, make up a deadline. While a device sleeps, at most one of them runs out, so the
 * sleep uses up at most a quarter of the deadline. There are only four, because in a hidden tab browsers delay the
 * fifth and every later timer of such a chain by up to a minute.
 */
const ticks = 4

/** A deadline for some work, and the error if the work misses it. */
export interface Limit {
  /**
   * The length of the deadline, in milliseconds. If the device sleeps, its sleep uses up at most a quarter of this
   * time.
   */
  readonly ms: number
  /** Creates the error to reject with when the time is up. */
  readonly late: () => Error
  /** If this signal aborts, `withDeadline` rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `work` with a deadline. Settles with the result of the work, or rejects when the time is up or the signal
 * aborts, whichever comes first. If this rejects before the work has ended, the signal that was passed to the work
 * aborts, and a late result is dropped. If the caller's signal has already aborted, the work does not start.
 */
export function withDeadline<T>(
  clock: Clock,
  { ms, late, signal }: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const inner = new AbortController()
    const end = (): void => {
      cancel()
      letGo()
    }
    const stop = (reason: unknown): void => {
      end()
      inner.abort(reason)
      reject(reason)
    }
    const aborted = (): void => stop(signal?.reason)
    const tick = (left: number): void => {
      cancel = clock.after(ms / ticks, () => (left > 1 ? tick(left - 1) : stop(late())))
    }
    let cancel = (): void => {}
    let letGo = cancel
    tick(ticks)
    if (signal?.aborted) return aborted()
    letGo = onAbort(signal, aborted)
    // The work starts synchronously, so that a call made in a click handler still runs in the same task as the click.
    // The async function turns a synchronous throw into a rejection.
    const begun = (async () => work(inner.signal))()
    begun.finally(end).then(resolve, reject)
  })
}

/**
 * Settles with the result of `work`, or rejects as soon as the signal aborts: with `error` if it is given, otherwise
 * with the signal's reason. The work itself continues.
 */
export function untilAborted<T>(
  signal: AbortSignal | undefined,
  work: Promise<T>,
  error?: Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => reject(error ?? signal?.reason)
    if (signal?.aborted) aborted()
    work.finally(onAbort(signal, aborted)).then(resolve, reject)
  })
}
