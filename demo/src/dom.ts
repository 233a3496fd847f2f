/** Functions that make elements. They never parse HTML, so the page can use Trusted Types. @module */

/** What an element can contain. */
export type Child = Node | string | undefined | readonly Child[]

type Listeners = { readonly [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void }

/** Attributes by name. `true` sets an empty attribute; `false` and `undefined` leave the attribute out. */
export interface Props {
  readonly on?: Listeners
  readonly [attribute: string]: string | number | boolean | undefined | Listeners
}

/**
 * Makes an element.
 *
 * @example
 * el('button', { type: 'button', on: { click: () => wallet.cancel() } }, 'Cancel')
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) setAttribute(element, name, value)
  for (const [type, listener] of Object.entries(props.on ?? {})) {
    // The type assertion is safe: `Props` pairs each event with its listener. The loop loses that pairing.
    element.addEventListener(type, listener as (event: Event) => void)
  }
  fill(element, ...children)
  return element
}

/** Sets or removes an attribute. */
export function setAttribute(element: Element, name: string, value: Props[string]): void {
  if (typeof value === 'object') return
  if (value === undefined || value === false) element.removeAttribute(name)
  else element.setAttribute(name, value === true ? '' : String(value))
}

/** Replaces what an element contains. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...flat(children))
}

function flat(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child): (Node | string)[] => {
    if (child === undefined) return []
    return child instanceof Node || typeof child === 'string' ? [child] : flat(child)
  })
}

/** Makes an SVG element with attributes. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/**
 * Sets the text of an element. Does nothing if the text is the same, because a live region must not announce it twice.
 */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/**
 * Moves the focus to a region if the focused element has been removed. Otherwise keyboard users would start again at
 * the top of the page.
 */
export function catchFocus(region: HTMLElement): void {
  if (document.activeElement !== document.body) return
  region.tabIndex = -1
  region.focus({ preventScroll: true })
}

/**
 * Hides or shows an element. If the focus is inside a hidden element, it leaves at once and not only in the next frame.
 */
export function hide(element: HTMLElement, hidden: boolean): void {
  const { activeElement } = document
  if (hidden && activeElement instanceof HTMLElement && element.contains(activeElement)) activeElement.blur()
  element.hidden = hidden
}

/** Calls `fn` now and every `ms` milliseconds until the signal aborts. */
export function every(signal: AbortSignal, ms: number, fn: () => void): void {
  if (signal.aborted) return
  fn()
  const timer = setInterval(fn, ms)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
