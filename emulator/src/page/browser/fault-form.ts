/** The form that arms a fault. @module */
import { ask } from './ask.js'
import { make, one } from './dom.js'
import { onSubmit } from './on-submit.js'

/** Fills in the list of calls, and connects the form. */
export function faultForm(): void {
  const form = one('arm', HTMLFormElement)
  const call = one('fault-call', HTMLSelectElement)
  call.append(...[...document.querySelectorAll('#calls .system')].map(callGroup))
  call.value = 'POST /quotes/{quoteId}/execute'
  const chosen = (): string => String(new FormData(form).get('kind'))
  const adapt = (): void => {
    one('fault-status-fields', HTMLElement).hidden = chosen() !== 'status'
  }
  form.addEventListener('change', adapt)
  adapt()
  onSubmit(form, async () => {
    await ask('POST /emulator/faults', { call: call.value, fault: typedFault(chosen()) })
    return `Armed for the next ${call.value}.`
  })
}

function callGroup(system: Element): HTMLElement {
  const options = [...system.querySelectorAll('summary')].map((summary) => {
    const name = `${summary.querySelector('.method')?.textContent} ${summary.querySelector('.path')?.textContent}`
    return make('option', { value: name }, name)
  })
  return make('optgroup', { label: system.querySelector('h2')?.textContent ?? '' }, ...options)
}

/** Returns the fault that the form describes. Throws an `Error` with a message for the user if an input is invalid. */
function typedFault(kind: string): object {
  const delay = number('fault-delay', 'The delay', 1, 3_600_000)
  if (kind === 'delay' && delay === undefined) throw new Error('Enter a delay in milliseconds.')
  const status = number('fault-status', 'The status', 200, 599)
  const retryAfter = number('fault-retry', 'Retry-After', 0, 86_400)
  const code = one('fault-code', HTMLInputElement).value.trim()
  return {
    ...(delay !== undefined && { delay }),
    ...(kind === 'lost' && { answer: 'lost' }),
    ...(kind === 'drop' && { drop: true }),
    ...(kind === 'status' && { status: status ?? 503 }),
    ...(kind === 'status' && retryAfter !== undefined && { retryAfter }),
    ...(kind === 'status' && code !== '' && { code }),
  }
}

/**
 * Returns the number in an input, or `undefined` if the input is empty. Throws an `Error` with a message for the user
 * unless the number is a whole number from `low` to `high`.
 */
function number(id: string, name: string, low: number, high: number): number | undefined {
  const { value } = one(id, HTMLInputElement)
  if (value.trim() === '') return undefined
  const given = Number(value)
  if (!Number.isSafeInteger(given) || given < low || given > high)
    throw new Error(`${name} must be a whole number from ${low} to ${high}.`)
  return given
}
