/** A notice with a title, a next step, and for errors the code. @module */
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

/** Makes the notice. The region that contains it decides whether it is announced. */
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

/** Makes an empty region whose notices are announced at the next pause. */
export const statusRegion = (): HTMLElement => el('div', { class: 'problems', role: 'status' })
