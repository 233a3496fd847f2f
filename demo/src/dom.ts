/** Elements by function: no HTML text ever, so that the page runs under Trusted Types. @module */

/** What an element may contain. */
export type Child = Node | string | undefined | readonly Child[]

type Listeners = { readonly [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void }

/** Attributes by name; `true` sets an empty one, `false` and `undefined` leave it out. */
export interface Props {
  readonly on?: Listeners
  readonly [attribute: string]: string | number | boolean | undefined | Listeners
}

/**
 * An element.
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
    // The map of listeners is typed by event name above; the loop loses the pairing.
    element.addEventListener(type, listener as (event: Event) => void)
  }
  fill(element, ...children)
  return element
}

/** Sets an attribute, or takes it away. */
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

/** An SVG element with attributes. */
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

/** Whether the same text would be written again: a live region should not speak twice. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Gives the focus to a region if what had it is gone: else the keyboard would start over at the top of the page. */
export function catchFocus(region: HTMLElement): void {
  if (document.activeElement !== document.body) return
  region.tabIndex = -1
  region.focus({ preventScroll: true })
}

/** Hides an element, or shows it. What had the focus in it gives it up at once, and not only with the next frame. */
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
