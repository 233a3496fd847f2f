/** Notices that a person uses the page. @module */

const inputs = ['pointerdown', 'keydown', 'wheel'] as const

/** Calls `fn` at each input, and returns a function that stops this. Without a `document`, does nothing. */
export function onInput(fn: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  // Captured, so that a handler of the page that stops the event does not hide it.
  const options = { capture: true, passive: true }
  for (const input of inputs) addEventListener(input, fn, options)
  return () => {
    for (const input of inputs) removeEventListener(input, fn, options)
  }
}
