/** The half second in which a click cannot be meant for what has just appeared. @module */

/**
 * How long a payment or another question must be visible before a click confirms it, in milliseconds. An earlier click
 * may be the second click of a double click on something else. Until then the button has `aria-disabled`, so that the
 * person sees it, and a test's click waits.
 */
const readingTime = 500

/** Calls `update` when the time has passed, unless the signal aborts. Returns a function that says whether it has. */
export function reading(signal: AbortSignal, update: () => void): () => boolean {
  let isRead = false
  setTimeout(() => {
    if (signal.aborted) return
    isRead = true
    update()
  }, readingTime)
  return () => isRead
}
