/** A countdown by the server's clock. @module */
import { useCallback, useSyncExternalStore } from 'react'
import { useMounted } from './wallet-provider.js'

/**
 * The whole seconds until `time`, rendered again every second; 0 once it has passed, and without a `time`. It counts
 * by the server's clock, so a wrong clock on the user's device does not matter. On a server, and while a page
 * hydrates, it is 0.
 *
 * @param time ISO 8601, such as `expiresAt` of a session or of a quote
 *
 * @example
 * const left = useSecondsUntil(quote.expiresAt)
 */
export function useSecondsUntil(time: string | undefined): number {
  const { now, retain } = useMounted()
  const left = useCallback((): number => {
    const current = now()
    if (time === undefined || current === undefined) return 0
    return Math.max(0, Math.ceil((Date.parse(time) - current) / 1000))
  }, [time, now])
  const everySecond = useCallback(
    (tick: () => void) => {
      const release = retain()
      if (time === undefined) return release
      const timer = setInterval(tick, 1000)
      return () => {
        clearInterval(timer)
        release()
      }
    },
    [time, retain],
  )
  return useSyncExternalStore(everySecond, left, () => 0)
}
