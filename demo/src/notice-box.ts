/** A box that tells something: a title, a next step, and for failures the code, for whom it helps. @module */
import { el } from './dom.js'
import { type IconName, icon } from './icons.js'

/** What kind of news it is. */
export type Tone = 'info' | 'good' | 'careful' | 'problem'

const icons: Readonly<Record<Tone, IconName>> = {
  info: 'clock',
  good: 'check',
  careful: 'warning',
  problem: 'warning',
}

/** The box. Whether it is spoken is decided by the region it is put into. */
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

/** An empty region whose news interrupt. */
export const problemRegion = (): HTMLElement => el('div', { class: 'problems', role: 'alert' })

/** An empty region whose news wait for a pause. */
export const statusRegion = (): HTMLElement => el('div', { class: 'problems', role: 'status' })
