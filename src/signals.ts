/** What waits for a signal and is not needed when a page starts. @module */
import { type Clock, onAbort } from './clock.js'

/**
 * Options of every call. Aborting the signal rejects the call with `CANCELLED`, or with `OUTCOME_UNKNOWN` if a
 * single-use call is already in flight.
 */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
}

/**
 * Runs `work` with a signal that aborts when `signal` or `disposed` aborts. Removes its listeners from both signals
 * once `work` has settled. Replaces `AbortSignal.any`, which some browsers lack, such as Safari 17.3.
 */
export async function withAnySignal<T>(
  signal: AbortSignal | undefined,
  disposed: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal === undefined) return work(disposed)
  const either = new AbortController()
  const aborts = [signal, disposed].map((each) => {
    const abort = (): void => either.abort(each.reason)
    if (each.aborted) abort()
    return onAbort(each, abort)
  })
  try {
    return await work(either.signal)
  } finally {
    for (const letGo of aborts) letGo()
  }
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. Never rejects: the caller checks the signal. */
export function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const stop = (): void => {
      cancel()
      letGo()
      resolve()
    }
    const cancel = clock.after(ms, stop)
    const letGo = onAbort(signal, stop)
  })
}
