/** The screens for a page that is loading, and for a server that does not answer. @module */
import { button, screenHeading, skeleton } from '../controls.js'
import { el } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { mark } from '../icons.js'
import { noticeBox } from '../notice-box.js'

export const loadingView = (): HTMLElement =>
  el(
    'div',
    { class: 'screen screen-door', 'aria-busy': 'true' },
    el('div', { class: 'hero' }, mark(), el('p', { class: 'hero-name' }, 'Heron')),
    screenHeading('Opening your wallet…'),
    skeleton(4),
  )

export const unreachableView = (error: unknown): HTMLElement => {
  const { title, next, code } = inWords(error)
  return el(
    'div',
    { class: 'screen screen-door unreachable' },
    el('div', { class: 'hero' }, mark(), el('p', { class: 'hero-name' }, 'Heron')),
    screenHeading('We can’t open Heron'),
    noticeBox('problem', title, next, code),
    button('primary', 'Try again', () => location.reload()),
  )
}
