/** Tells when a page comes back to life: timers and channels slept with it. @module */

/** Calls `fn` whenever the page is shown again; the answer stops that. Without a `document` nothing ever sleeps. */
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
