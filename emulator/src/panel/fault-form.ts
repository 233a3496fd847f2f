/** The form that arms a fault. @module */
import { field, make, problem } from './dom.js'
import { onSubmit } from './on-submit.js'
import type { Bench, CallGroup } from './part.js'

const kinds = {
  lost: ['Lose the answer', 'The call is processed, then the connection breaks.'],
  drop: ['Drop the request', 'The connection breaks, and nothing is processed.'],
  status: ['Answer with an error', 'Nothing is processed.'],
  delay: ['Only wait', 'The call is processed after the delay.'],
} as const

/** Creates the form. */
export function faultForm(bench: Bench, groups: readonly CallGroup[]): HTMLFormElement {
  const call = make('select', {}, ...groups.map(optionsOf))
  call.value =
    groups.flatMap(({ calls }) => calls).find(({ call }) => /\/execute$/.test(call))?.call ?? call.value
  const answer = make(
    'div',
    { class: 'fields-row', hidden: '' },
    numberField('Status', 'status', '503'),
    numberField('Retry-After, in s', 'retryAfter', 'none'),
    field('Error code', { name: 'code', spellcheck: 'false', placeholder: 'by status' }),
  )
  const form = make(
    'form',
    { class: 'box open', novalidate: '' },
    make('label', { class: 'entry wide' }, make('span', {}, 'Call'), call),
    make('fieldset', {}, make('legend', {}, 'What happens'), ...Object.entries(kinds).map(choice)),
    make('div', { class: 'fields-row few' }, numberField('Delay first, in ms', 'delay', 'none'), answer),
    problem(),
    make('button', { type: 'submit', class: 'primary' }, 'Arm the fault'),
  )
  form.addEventListener('change', () => {
    answer.hidden = new FormData(form).get('kind') !== 'status'
  })
  onSubmit(bench, form, async () => {
    await bench.ask('POST /emulator/faults', { call: call.value, fault: typedFault(new FormData(form)) })
    return `Armed for the next ${call.value}.`
  })
  return form
}

const optionsOf = ({ label, calls }: CallGroup): HTMLElement =>
  make('optgroup', { label }, ...calls.map(({ call, name = call }) => make('option', { value: call }, name)))

const numberField = (label: string, name: string, placeholder: string): HTMLElement =>
  field(label, { name, inputmode: 'numeric', placeholder })

function choice([value, [name, words]]: [string, readonly [string, string]], index: number): HTMLElement {
  const radio = make('input', { type: 'radio', name: 'kind', value, ...(index === 0 && { checked: '' }) })
  return make('label', { class: 'option' }, radio, make('span', {}, make('strong', {}, name), ` ${words}`))
}

/** Returns the fault that the form describes. Throws an `Error` with a message for the user if an input is invalid. */
function typedFault(data: FormData): object {
  const kind = data.get('kind')
  const delay = typedNumber(data, 'delay', 'The delay', 1, 3_600_000)
  if (kind === 'delay' && delay === undefined) throw new Error('Enter a delay in milliseconds.')
  const status = typedNumber(data, 'status', 'The status', 200, 599)
  const retryAfter = typedNumber(data, 'retryAfter', 'Retry-After', 0, 86_400)
  const code = String(data.get('code')).trim()
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
function typedNumber(
  data: FormData,
  field: string,
  name: string,
  low: number,
  high: number,
): number | undefined {
  const value = String(data.get(field))
  if (value.trim() === '') return undefined
  const given = Number(value)
  if (!Number.isSafeInteger(given) || given < low || given > high)
    throw new Error(`${name} must be a whole number from ${low} to ${high}.`)
  return given
}
