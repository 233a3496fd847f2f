/** Notices when the user uses the page. @module */

const inputs = ['pointerdown', 'keydown', 'wheel'] as const

/** Calls `fn` at each input, and returns a function that stops this. Does nothing without a `document`. */
export function onInput(fn: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  // The events are captured, so that they are seen even if a handler of the page stops them.
  const options = { capture: true, passive: true }
  for (const input of inputs) addEventListener(input, fn, options)
  return () => {
    for (const input of inputs) removeEventListener(input, fn, options)
  }
}
