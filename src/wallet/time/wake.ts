/** Notices when a page is shown again, and when its device slept. Until then its timers and channels were suspended. @module */

/**
 * Calls `fn` whenever the page is shown again. Returns a function that stops this. Without a `document` it does
 * nothing.
 */
export function onWake(fn: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  const shown = (): void => {
    if (document.visibilityState === 'visible') fn()
  }
  document.addEventListener('visibilitychange', shown)
  addEventListener('pageshow', fn)
  addEventListener('focus', fn)
  return () => {
    document.removeEventListener('visibilitychange', shown)
    removeEventListener('pageshow', fn)
    removeEventListener('focus', fn)
  }
}

/**
 * How long a timer for something `left` milliseconds ahead may wait, in milliseconds. Timers stop while the device sleeps,
 * and no event tells the page that it woke. So the clock is looked at every minute, or, for something days ahead, each
 * time a sixteenth of what is left has passed.
 */
export const untilNextLook = (left: number): number => Math.max(left / 16, Math.min(left, 60_000))
