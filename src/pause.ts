/** Waits between two attempts. @module */
import type { Clock } from './clock.js'

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. The caller has to check the signal afterwards. */
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
