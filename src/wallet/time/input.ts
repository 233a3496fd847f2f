/** Detects when the user interacts with the page. @module */

const inputs = ['pointerdown', 'keydown', 'wheel'] as const

/** Calls `fn` at each input. Returns a function that removes the listeners. Does nothing without a `document`. */
export function onInput(fn: () => void): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {}
  // The listeners use the capture phase, so that they run even if a handler of the page stops the event.
  const options = { capture: true, passive: true }
  for (const input of inputs) addEventListener(input, fn, options)
  return () => {
    for (const input of inputs) removeEventListener(input, fn, options)
  }
}
