/** Notices when a page is shown again. Until then its timers and channels may have been suspended. @module */

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
