/** Lets the user advance the emulator's clock. @module */
import { ask } from './ask.js'
import { one } from './dom.js'
import { onSubmit } from './on-submit.js'
import { say } from './say.js'
import { look } from './watch-emulator.js'

/** Connects the buttons and the form beside the time. */
export function advanceClock(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-advance]'))
    button.addEventListener('click', () => void advance(Number(button.dataset['advance'])).catch(look))
  onSubmit(one('advance', HTMLFormElement), async () => {
    const minutes = Number(one('advance-minutes', HTMLInputElement).value)
    if (!(minutes > 0)) throw new Error('Enter a number of minutes, such as 90.')
    await advance(minutes * 60_000)
    return ''
  })
}

async function advance(milliseconds: number): Promise<void> {
  await ask('POST /emulator/clock', { advance: Math.round(milliseconds) })
  await look()
  const minutes = milliseconds / 60_000
  say(`The clock was advanced by ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`)
}
