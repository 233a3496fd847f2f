/**
 * Browsers without a feature, or with a wrong clock. The change applies to every page that is opened afterwards.
 * @module
 */
import type { BrowserContext } from '@playwright/test'

/** A device whose clock is wrong by some hours. */
export const wrongClock = (context: BrowserContext, hours: number): Promise<unknown> =>
  context.addInitScript((milliseconds) => {
    const { now } = Date
    Date.now = () => now() + milliseconds
  }, hours * 3_600_000)

/** A browser without `navigator.locks`. */
export const withoutLocks = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
  })
