/** Creates elements. @module */

/** Creates an element with attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/** Shows a time as hours, minutes and seconds in UTC. */
export const clockTime = (iso: string): string => iso.slice(11, 19)

/** Creates an element that shows a time. */
export const time = (iso: string): HTMLTimeElement =>
  make('time', { datetime: iso, title: iso }, clockTime(iso))

/** Creates a label in a box, such as `expired`. */
export const tag = (text: string, kind = ''): HTMLElement => make('span', { class: `tag ${kind}` }, text)

/** Creates a block of preformatted text that keyboard users can scroll. */
export const block = (label: string, text: string): HTMLPreElement =>
  make('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text)

/** Creates a block that shows a body, or a paragraph with the text `none` if there is no body. */
export function bodyBlock(label: string, body: unknown, none: string): HTMLElement {
  if (body === undefined) return make('p', { class: 'soft' }, none)
  return block(label, typeof body === 'string' ? body : JSON.stringify(body, null, 2))
}

/** Creates a text input with its label. */
export const field = (label: string, attributes: Readonly<Record<string, string>>): HTMLLabelElement =>
  make(
    'label',
    { class: 'entry' },
    make('span', {}, label),
    make('input', { autocomplete: 'off', ...attributes }),
  )

/** Creates a search field with its label. */
export function searchField(
  text: string,
  placeholder: string,
): { readonly label: HTMLLabelElement; readonly input: HTMLInputElement } {
  const input = make('input', { type: 'search', autocomplete: 'off', spellcheck: 'false', placeholder })
  return { label: make('label', { class: 'inline' }, make('span', {}, text), input), input }
}

/** Creates the paragraph of a form in which its error appears. */
export const problem = (): HTMLParagraphElement => make('p', { class: 'problem', role: 'alert' })
