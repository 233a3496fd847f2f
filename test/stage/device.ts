/** The device that pages run on: it sleeps with their timers, and calls those of a hidden page once a minute. @module */
import type { Clock } from 'embedded-wallet-auth'
import type { Life } from './life.js'

export interface Device {
  /** A timer of a page. While the device sleeps, nothing of it runs out. */
  after(life: Pick<Life, 'isHidden'>, ms: number, fn: () => void): () => void
  /** From now on no timer of any page runs out. Returns what wakes the device. */
  sleep(): () => void
  /** How long the device has been awake, in milliseconds. */
  awakeFor(): number
}

/** How often the browser calls the timers of a hidden page, in milliseconds. */
const throttled = 60_000

export function createDevice({ now, after }: Clock): Device {
  /** Milliseconds that it has slept so far. */
  let slept = 0
  let asleepSince: number | undefined
  let awakeSince = Number.NEGATIVE_INFINITY
  /** Timers that were due while it slept. */
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
