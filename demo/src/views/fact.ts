/** A row of a list of facts. @module */
import { el } from '../dom.js'

/** Makes a name and its value, for a `dl` with the class `facts`. */
export const fact = (name: string, value: string): HTMLElement =>
  el('div', { class: 'fact' }, el('dt', {}, name), el('dd', { class: 'figure' }, value))
