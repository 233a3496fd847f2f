/** The hook for a countdown. @module */
import { useMemo, useSyncExternalStore } from 'react'
import type { MountedWallet } from './mounted-wallet.js'
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
  const mounted = useMounted()
  const { subscribe, seconds } = useMemo(() => countdown(mounted, time), [mounted, time])
  return useSyncExternalStore(subscribe, seconds, () => 0)
}

interface Countdown {
  readonly subscribe: (changed: () => void) => () => void
  /** The seconds at the last tick. React wants the same number from every call between two ticks. */
  readonly seconds: () => number
}

function countdown({ now, retain }: MountedWallet, time: string | undefined): Countdown {
  const read = (): number => {
    const current = now()
    if (time === undefined || current === undefined) return 0
    return Math.max(0, Math.ceil((Date.parse(time) - current) / 1000))
  }
  let seconds = read()
  return {
    seconds: () => seconds,
    subscribe(changed) {
      const release = retain()
      // The wallet may have been created just now, or the component was hidden for a while.
      seconds = read()
      if (time === undefined) return release
      const timer = setInterval(() => {
        seconds = read()
        changed()
      }, 1000)
      return () => {
        clearInterval(timer)
        release()
      }
    },
  }
}
