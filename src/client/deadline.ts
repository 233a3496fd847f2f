/** Time in the client: a clock, and work with an end. The one home of its timers. @module */

/** Time in milliseconds. */
export interface ClientClock {
  /** Since 1970. */
  now(): number
  /** Calls `fn` once after `ms`; the answer cancels it. */
  after(ms: number, fn: () => void): () => void
}

/** The system's clock. */
export const systemClock: ClientClock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms)
    return () => clearTimeout(timer)
  },
}

/** When work ends at the latest. */
export interface Limit {
  /** Milliseconds. */
  readonly timeout: number
  /** What the work rejects with after that. */
  readonly late: () => Error
  readonly signal: AbortSignal | undefined
  /** What the work rejects with when the caller aborts. */
  readonly aborted: (reason: unknown) => Error
}

/**
 * Settles as `work` does, or rejects when the time is up or the caller aborts, whether or not the work heeds the signal
 * that it is given.
 */
export async function within<T>(
  clock: ClientClock,
  { timeout, late, signal, aborted }: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw aborted(signal.reason)
  const inner = new AbortController()
  let release = (): void => {}
  const end = new Promise<never>((_, reject) => {
    const stop = (error: Error): void => {
      reject(error)
      inner.abort(error)
    }
    const onAbort = (): void => stop(aborted(signal?.reason))
    const cancel = clock.after(timeout, () => stop(late()))
    signal?.addEventListener('abort', onAbort)
    release = () => {
      cancel()
      signal?.removeEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([work(inner.signal), end])
  } finally {
    release()
  }
}

/** Waits. An aborted wait ends at once: whoever aborted has settled the call already. */
export function pause(clock: ClientClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    const stop = (): void => {
      cancel()
      resolve()
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
