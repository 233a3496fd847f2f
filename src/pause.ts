/** Waiting between two attempts: a file of its own, since clocks load first and this does not. @module */
import type { Clock } from './clock.js'

/** Resolves after `ms` milliseconds, or at once when the signal aborts: the caller then checks the signal. */
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
