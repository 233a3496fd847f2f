/** The emulator's clock. @module */
import type { App } from '../app.js'
import { el, every, setText } from '../dom.js'
import * as platform from '../platform.js'
import { serverNow } from '../server-time.js'
import { timeText } from '../times.js'
import type { Part } from './part.js'

const jumps = [1, 5, 15] as const

/** Moves time on, for service and page alike. */
export function clockPart(app: App): Part {
  const time = el('p', { class: 'clock-figure' })
  every(new AbortController().signal, 1_000, () => setText(time, timeText(serverNow())))
  const jump = async (minutes: number): Promise<void> => {
    await platform.jump(minutes)
    app.timeline.add({
      source: 'the clock',
      title: `The workbench moved time on by ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    })
    setText(time, timeText(serverNow()))
    // The library learns the time from answers: a read that changes nothing tells it. Then it is woken, as by a laptop's lid.
    await app.member()?.wallet.credentials.list()
    dispatchEvent(new Event('focus'))
    app.announce(`It is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} later.`)
  }
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
              on: { click: () => void jump(minutes).catch(() => {}) },
            },
            `+${minutes} min`,
          ),
        ),
      ),
    ),
  }
}
