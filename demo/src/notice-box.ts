/** A notice with a title and a next step. A notice about an error also has the code. @module */
import { el } from './dom.js'
import { type IconName, icon } from './icons.js'

/** The kind of notice. */
export type Tone = 'info' | 'good' | 'careful' | 'problem'

const icons: Readonly<Record<Tone, IconName>> = {
  info: 'info',
  good: 'check',
  careful: 'warning',
  problem: 'warning',
}

/** Makes the notice. Whether it is announced depends on the region that contains it. */
export function noticeBox(tone: Tone, title: string, next?: string, code?: string): HTMLElement {
  return el(
    'div',
    { class: `notice notice-${tone}` },
    icon(icons[tone]),
    el(
      'div',
      { class: 'notice-text' },
      el('p', { class: 'notice-title' }, title),
      next === undefined ? undefined : el('p', {}, next),
      code === undefined
        ? undefined
        : el(
            'details',
            { class: 'notice-code' },
            el('summary', {}, 'Details'),
            el('p', {}, 'Error code: ', el('code', {}, code)),
          ),
    ),
  )
}

/** Makes an empty region whose notices are announced at once. */
export const problemRegion = (): HTMLElement => el('div', { class: 'problems', role: 'alert' })

/** Makes an empty region whose notices are announced when the user is idle. */
export const statusRegion = (): HTMLElement => el('div', { class: 'problems', role: 'status' })
