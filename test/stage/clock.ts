/** A clock that moves only when it is advanced. Between two timers, everything in flight can finish. @module */
import type { EmulatorClock } from 'embedded-wallet-auth-emulator'
import { quiet } from './loop.js'

interface Timer {
  readonly due: number
  readonly fn: () => void
}

export function stageClock(start: number): EmulatorClock {
  let now = start
  /** The timers by due time, and in the order in which they were set. */
  const timers: Timer[] = []
  return {
    now: () => now,
    after(ms, fn) {
      const timer = { due: now + Math.max(0, ms), fn }
      const later = timers.findIndex(({ due }) => due > timer.due)
      timers.splice(later === -1 ? timers.length : later, 0, timer)
      return () => {
        const at = timers.indexOf(timer)
        if (at !== -1) timers.splice(at, 1)
      }
    },
    async advance(ms) {
      const target = now + ms
      for (let [next] = timers; next && next.due <= target; [next] = timers) {
        timers.shift()
        now = Math.max(now, next.due)
        next.fn()
        await quiet()
      }
      now = Math.max(now, target)
    },
  }
}
