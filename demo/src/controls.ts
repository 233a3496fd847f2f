/** Makes buttons, fields and headings. @module */
import { isOffline } from './connection.js'
import { type Child, el, setAttribute } from './dom.js'
import { type IconName, icon } from './icons.js'

/** The emphasis of a button. */
export type Weight = 'primary' | 'secondary' | 'quiet' | 'danger'

export function button(
  weight: Weight,
  text: string,
  click: () => void,
  more: { readonly icon?: IconName; readonly name?: string; readonly class?: string } = {},
): HTMLButtonElement {
  const classes = ['button', `button-${weight}`, more.class].filter((name) => name !== undefined)
  const made = el(
    'button',
    { type: 'button', class: classes.join(' '), 'aria-label': more.name },
    more.icon && icon(more.icon),
    el('span', {}, text),
  )
  made.addEventListener('click', () => {
    if (made.getAttribute('aria-disabled') !== 'true') click()
  })
  return made
}

/** Makes a button unusable while this tab is offline, until the signal aborts. */
export function onlineOnly(made: HTMLButtonElement, signal: AbortSignal): HTMLButtonElement {
  const update = (): void => setAttribute(made, 'aria-disabled', isOffline() ? 'true' : undefined)
  for (const event of ['online', 'offline']) addEventListener(event, update, { signal })
  update()
  return made
}

/** A labelled text field. */
export interface Field {
  readonly root: HTMLElement
  readonly input: HTMLInputElement
  /** Shows what is wrong with the field's value. `undefined` clears that. */
  readonly complain: (problem: string | undefined) => void
}

/** Makes a text field, with a label above it and a hint below it. */
export function field(
  id: string,
  label: string,
  attributes: Readonly<Record<string, string | boolean>> = {},
  hint?: string,
): Field {
  const input = el('input', {
    id,
    class: 'input',
    'aria-describedby': `${id}-hint ${id}-problem`,
    ...attributes,
  })
  const problem = el('p', { id: `${id}-problem`, class: 'field-problem', role: 'alert' })
  return {
    input,
    root: el(
      'div',
      { class: 'field' },
      el('label', { for: id, class: 'label' }, label),
      input,
      el('p', { id: `${id}-hint`, class: 'hint' }, hint),
      problem,
    ),
    complain(text) {
      problem.textContent = text ?? ''
      if (text === undefined) input.removeAttribute('aria-invalid')
      else {
        input.setAttribute('aria-invalid', 'true')
        input.focus()
      }
    },
  }
}

/** Makes the heading of a screen. It gets the focus when the screen is shown. */
export const screenHeading = (text: string): HTMLHeadingElement =>
  el('h1', { tabindex: '-1', class: 'screen-heading' }, text)

/** Makes a card with a heading. */
export function card(heading: string | undefined, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'card' }, heading === undefined ? undefined : el('h2', {}, heading), children)
}

/** Makes a placeholder for content that is loading, about as high as that content. */
export const skeleton = (lines: number): HTMLElement =>
  el(
    'div',
    { class: 'skeleton', 'aria-hidden': 'true' },
    Array.from({ length: lines }, () => el('div', { class: 'skeleton-line' })),
  )

/** Makes a form whose submission does not leave the page. */
export function form(submit: () => void, ...children: readonly Child[]): HTMLFormElement {
  return el(
    'form',
    {
      class: 'form',
      novalidate: true,
      on: {
        submit(event) {
          event.preventDefault()
          submit()
        },
      },
    },
    children,
  )
}

/** Makes the button that submits a form. */
export const submitButton = (text: string, iconName?: IconName): HTMLButtonElement =>
  el(
    'button',
    { type: 'submit', class: 'button button-primary' },
    iconName && icon(iconName),
    el('span', {}, text),
  )
