/** Creates elements without parsing HTML, because pages with Trusted Types forbid that. @module */
import { clockText, verbatim, verbatimParts } from './text.js'

type Attributes = Readonly<Record<string, string | undefined>>
export type Child = Node | string | undefined

/** Creates an element. Leaves out attributes and children that are `undefined`. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(attribute, value)
  for (const child of children) {
    if (typeof child === 'string') element.append(...nodesOf(child).nodes)
    else if (child !== undefined) element.append(child)
  }
  return element
}

/** Returns the nodes of a text. A verbatim part is an element of its own, which translators leave alone. */
function nodesOf(text: string): { readonly nodes: readonly (Node | string)[]; readonly values: Element[] } {
  const values: Element[] = []
  const nodes = verbatimParts(text).map((part, index) => {
    if (index % 2 === 0) return part
    const value = document.createElement('bdi')
    value.setAttribute('translate', 'no')
    value.textContent = part
    values.push(value)
    return value
  })
  return { nodes: nodes.filter((node) => node !== ''), values }
}

/** Sets an attribute, or removes it if the value is `undefined`. Does nothing if the value stays the same. */
export function mark(element: Element, attribute: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(attribute)
  else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value)
}

/**
 * Sets an element's text. Writes only what differs from what was set last, because a screen reader may announce every
 * change. What the document contains is not compared: the page's translator may have replaced it.
 */
export function setText(element: Element, text: string): void {
  const parts = verbatimParts(text)
  const before = written.get(element)
  const isSameSentence = parts.every((part, index) => index % 2 === 1 || before?.parts[index] === part)
  if (before && isSameSentence && before.parts.length === parts.length) {
    for (const [index, value] of before.values.entries()) {
      const part = parts[2 * index + 1] ?? ''
      if (before.parts[2 * index + 1] !== part) value.textContent = part
    }
    written.set(element, { parts, values: before.values })
    return
  }
  const { nodes, values } = nodesOf(text)
  element.replaceChildren(...nodes)
  written.set(element, { parts, values })
}

/** What `setText` has set last. */
const written = new WeakMap<Element, { readonly parts: readonly string[]; readonly values: Element[] }>()

export interface ButtonOptions {
  /** CSS classes and part names of the button: `primary`, `secondary`, `quiet`, `way` or `way primary`. */
  readonly look: string
  readonly type?: 'submit'
  readonly icon?: Node | undefined
  readonly detail?: string | undefined
  readonly click?: () => void
}

/** Creates a button. */
export function button(text: string, { look, type, icon, detail, click }: ButtonOptions): HTMLButtonElement {
  const label = el('span', { class: 'label' })
  setText(label, text)
  const made = el(
    'button',
    { type: type ?? 'button', part: `button ${look}`, class: look },
    icon,
    el(
      'span',
      { class: 'texts' },
      label,
      detail === undefined ? undefined : el('span', { class: 'detail' }, detail),
    ),
  )
  if (click)
    made.addEventListener('click', () => {
      if (isLive(made)) click()
    })
  return made
}

/** Creates a column of buttons. */
export const actions = (...buttons: readonly HTMLButtonElement[]): HTMLElement =>
  el('div', { class: 'actions', part: 'actions' }, ...buttons)

/** Changes a button's label. If seconds are left until it can be used, they are shown: `Pay (0:12)`. */
export const relabel = (made: HTMLButtonElement, text: string, left = 0): void => {
  const label = made.querySelector('.label')
  if (label) setText(label, left > 0 ? `${text} (${verbatim(clockText(left))})` : text)
}

/** Changes a button's look. */
export const restyle = (made: HTMLButtonElement, look: string): void => {
  mark(made, 'class', look)
  mark(made, 'part', `button ${look}`)
}

/** Makes a button ignore clicks, or take them again. It stays focusable. */
export const disable = (made: HTMLButtonElement, isDisabled: boolean): void =>
  mark(made, 'aria-disabled', isDisabled ? 'true' : undefined)

export const isLive = (element: Element): boolean => element.getAttribute('aria-disabled') !== 'true'

const iconPaths = {
  passkey:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 9v-1a7 7 0 0 1 9.5-6.5M17 15.5a3 3 0 1 0-2 0V20l1 1.5 1.5-1.5-1-1.5 1-1.5Z',
  mail: 'M3 6h18v12H3ZM3 7l9 6 9-6',
  phone: 'M7.5 3.5h9v17h-9ZM11 17.5h2',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0',
  done: 'M4 12.5l5 5L20 6.5',
} as const

export type IconName = keyof typeof iconPaths

/** Creates an icon in the current text color. */
export function icon(name: IconName): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', iconPaths[name])
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', `icon ${name}`)
  svg.setAttribute('aria-hidden', 'true')
  svg.append(path)
  return svg
}
