/**
 * Detects when a page is shown again, and limits how long timers wait, because timers stop while the device sleeps.
 * @module
 */

/** Calls `fn` whenever the page is shown again, if there is a `document`. Returns a function that stops this. */
export function onWake(fn: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  // An element named `visibilityState` replaces this member of `document`. Then `fn` is called for a page that is
  // hidden, too. The event bubbles to the window, whose members no element replaces.
  const shown = (): void => {
    if (document.visibilityState !== 'hidden') fn()
  }
  addEventListener('visibilitychange', shown)
  addEventListener('pageshow', fn)
  addEventListener('focus', fn)
  return () => {
    removeEventListener('visibilitychange', shown)
    removeEventListener('pageshow', fn)
    removeEventListener('focus', fn)
  }
}

/**
 * How long a timer that is due in `left` milliseconds may wait before it checks the clock, in milliseconds. Timers stop
 * while the device sleeps, and no event tells the page that the device has woken up. So the clock is checked after at
 * most a minute or, if more than 16 minutes are left, after a sixteenth of the time left.
 */
export const untilNextLook = (left: number): number => Math.max(left / 16, Math.min(left, 60_000))
