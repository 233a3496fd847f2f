/** The keyboard while the frame shows something: Escape refuses, and Tab does not leave for what is below. @module */

/** Calls `refuse` when the person presses Escape, unless what is shown has a use of its own for the key. */
export function hearEscape(refuse: () => void): () => void {
  const hear = ({ key, isComposing, defaultPrevented }: KeyboardEvent): void => {
    if (key === 'Escape' && !isComposing && !defaultPrevented) refuse()
  }
  addEventListener('keydown', hear)
  return () => removeEventListener('keydown', hear)
}

/**
 * Lets Tab go round in this page. After its last control the browser would go to the page around the frame, which is
 * covered.
 */
export function keepFocus(): () => void {
  const turn = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || event.defaultPrevented) return
    const all = [...controlsIn(document)]
    const [first, last] = [all[0], all.at(-1)]
    const focused = focusedIn(document)
    // What has the focus before the first control is no control: the heading.
    const isOutside = !all.some((each) => each === focused)
    const next = event.shiftKey ? (isOutside || focused === first) && last : focused === last && first
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  addEventListener('keydown', turn)
  return () => removeEventListener('keydown', turn)
}

/** What Tab stops at, in its order. A closed shadow root is one stop. */
function* controlsIn(root: Document | ShadowRoot): Generator<HTMLElement> {
  for (const each of root.querySelectorAll<HTMLElement>('*')) {
    const isShown = each.getClientRects().length > 0
    if (isShown && each.tabIndex >= 0 && !each.matches(':disabled')) yield each
    if (each.shadowRoot) yield* controlsIn(each.shadowRoot)
  }
}

function focusedIn({ activeElement }: Document | ShadowRoot): Element | null {
  return activeElement?.shadowRoot ? focusedIn(activeElement.shadowRoot) : activeElement
}
