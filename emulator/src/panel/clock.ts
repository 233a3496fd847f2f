/** The emulator's clock, and controls that advance it. @module */
import { clockTime, make } from './dom.js'
import { onSubmit } from './on-submit.js'
import type { Bench, Part } from './part.js'

const jumps = [1, 5, 15] as const

/** Creates the part. */
export function clockPart(bench: Bench): Part {
  const time = make('time', {}, '…')
  const typed = make('input', {
    inputmode: 'decimal',
    autocomplete: 'off',
    placeholder: 'min',
    'aria-label': 'Minutes to advance',
  })
  const form = make('form', { novalidate: '' }, typed, make('button', { type: 'submit' }, 'Advance'))
  onSubmit(bench, form, async () => {
    const minutes = Number(typed.value)
    if (!(minutes > 0)) throw new Error('Enter a number of minutes, such as 90.')
    return advance(bench, minutes)
  })
  return {
    element: make(
      'div',
      { class: 'emulator-clock' },
      make('p', {}, time),
      make(
        'div',
        { class: 'advance', role: 'group', 'aria-label': 'Advance the clock' },
        ...jumps.map((minutes) => jumpButton(bench, minutes)),
        form,
      ),
    ),
    ticks: true,
    refresh({ now }) {
      time.dateTime = now
      time.textContent = `${now.slice(0, 10)} ${clockTime(now)} UTC`
    },
  }
}

function jumpButton(bench: Bench, minutes: number): HTMLButtonElement {
  const name = `Advance by ${inWords(minutes)}`
  const button = make('button', { type: 'button', 'aria-label': name }, `+${minutes} min`)
  button.addEventListener('click', () => void advance(bench, minutes).then(bench.say, bench.look))
  return button
}

async function advance({ ask, look }: Bench, minutes: number): Promise<string> {
  await ask('POST /emulator/clock', { advance: Math.round(minutes * 60_000) })
  await look()
  return `The clock was advanced by ${inWords(minutes)}.`
}

const inWords = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
