/** The hook for a countdown. @module */
import { useCallback, useSyncExternalStore } from 'react'
import { useMounted } from './wallet-provider.js'

/**
 * Returns the whole seconds left until `time`, and renders the component again every second. Returns 0 if `time` has
 * passed or is `undefined`, on a server, and during hydration. The countdown follows the server's clock, so a wrong
 * clock on the user's device does not matter.
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
