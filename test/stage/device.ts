/**
 * The device that runs the pages. While it sleeps, no timers run. It runs the timers of a hidden page once a minute.
 * @module
 */
import type { Clock } from 'embedded-wallet-auth'
import type { Life } from './point.js'

export interface Device {
  /** Sets a timer of a page. The timer does not fire while the device sleeps. Returns a function that cancels it. */
  after(life: Pick<Life, 'isHidden'>, ms: number, fn: () => void): () => void
  /** Stops the timers of all pages. Returns a function that wakes the device. */
  sleep(): () => void
  /** Returns how long the device has been awake, in milliseconds. */
  awakeFor(): number
}

/** The interval at which the browser runs the timers of a hidden page, in milliseconds. */
const throttled = 60_000

export function createDevice({ now, after }: Clock): Device {
  /** The number of milliseconds that the device has slept so far. */
  let slept = 0
  let asleepSince: number | undefined
  let awakeSince = Number.NEGATIVE_INFINITY
  /** Timers that became due while the device slept. */
  const waiting = new Set<() => void>()
  return {
    after(life, ms, fn) {
      let cancel = (): void => {}
      const wait = (left: number, isThrottled: boolean): void => {
        const before = slept
        cancel = after(left, () => {
          if (asleepSince !== undefined) {
            const again = now() - asleepSince
            const resume = (): void => wait(again, isThrottled)
            waiting.add(resume)
            cancel = () => waiting.delete(resume)
          } else if (slept > before) wait(slept - before, isThrottled)
          else if (life.isHidden() && !isThrottled) wait(throttled - (now() % throttled), true)
          else fn()
        })
      }
      wait(ms, false)
      return () => cancel()
    },
    sleep() {
      asleepSince = now()
      return () => {
        slept += now() - (asleepSince ?? now())
        asleepSince = undefined
        awakeSince = now()
        for (const resume of [...waiting]) resume()
        waiting.clear()
      }
    },
    awakeFor: () => now() - awakeSince,
  }
}
