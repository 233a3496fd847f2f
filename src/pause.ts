/**
 * Waits for some time, for example before a retry. `pause` is not in `clock.ts`, because that file loads with the page,
 * and this one loads later.
 * @module
 */
import type { Clock } from './clock.js'

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. Never rejects: the caller checks the signal. */
export function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const stop = (): void => {
      cancel()
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const cancel = clock.after(ms, stop)
    signal?.addEventListener('abort', stop)
  })
}
