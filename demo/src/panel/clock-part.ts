/** The emulator's clock. @module */
import type { App } from '../app.js'
import { el, every, setAttribute, setText } from '../dom.js'
import { serverNow } from '../server-time.js'
import { timeText } from '../times.js'
import { moveClock } from './move-clock.js'
import type { Part } from './part.js'

const jumps = [1, 5, 15] as const

/** Makes the part that advances the clock of the service and of the page. */
export function clockPart(app: App): Part {
  const time = el('time', { class: 'clock-figure' })
  every(new AbortController().signal, 500, () => {
    setText(time, timeText(serverNow()))
    setAttribute(time, 'datetime', new Date(serverNow()).toISOString())
  })
  return {
    title: 'Clock',
    element: el(
      'div',
      { class: 'clock' },
      time,
      el(
        'div',
        { class: 'tools' },
        jumps.map((minutes) =>
          el(
            'button',
            {
              type: 'button',
              class: 'tool',
              'aria-label': `Move the clock on by ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
              on: { click: () => void moveClock(app, minutes).catch(() => {}) },
            },
            `+${minutes} min`,
          ),
        ),
      ),
    ),
  }
}
