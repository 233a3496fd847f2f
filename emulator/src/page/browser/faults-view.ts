/** Queues faults, and shows the queued faults and the applied ones. @module */
import type { FiredFault, QueuedFault } from '../../server/faults.js'
import { ask } from './ask.js'
import { make, one, time } from './dom.js'
import { faultWords } from './fault-words.js'
import { onSubmit } from './on-submit.js'
import { say } from './say.js'
import { showList } from './show-list.js'
import type { View } from './watch-emulator.js'
import { look } from './watch-emulator.js'

/** Creates the "Faults" part of the page. */
export function faultsView(): View {
  const form = one('arm', HTMLFormElement)
  const call = one('fault-call', HTMLSelectElement)

  for (const system of document.querySelectorAll('#calls .system')) {
    const group = make('optgroup', { label: system.querySelector('h2')?.textContent ?? '' })
    for (const summary of system.querySelectorAll('summary')) {
      const name = `${summary.querySelector('.method')?.textContent} ${summary.querySelector('.path')?.textContent}`
      group.append(make('option', { value: name }, name))
    }
    call.append(group)
  }
  call.value = 'POST /quotes/{quoteId}/execute'

  const chosen = (): string => String(new FormData(form).get('kind'))
  const adapt = (): void => {
    one('fault-status-fields', HTMLElement).hidden = chosen() !== 'status'
  }
  form.addEventListener('change', adapt)
  adapt()

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

  onSubmit(form, async () => {
    const kind = chosen()
    const delay = number('fault-delay', 'The delay', 1, 3_600_000)
    if (kind === 'delay' && delay === undefined) throw new Error('Enter a delay in milliseconds.')
    const status = number('fault-status', 'The status', 200, 599)
    const retryAfter = number('fault-retry', 'Retry-After', 0, 86_400)
    const code = one('fault-code', HTMLInputElement).value.trim()
    const fault = {
      ...(delay !== undefined && { delay }),
      ...(kind === 'lost' && { answer: 'lost' }),
      ...(kind === 'drop' && { drop: true }),
      ...(kind === 'status' && { status: status ?? 503 }),
      ...(kind === 'status' && retryAfter !== undefined && { retryAfter }),
      ...(kind === 'status' && code !== '' && { code }),
    }
    await ask('POST /emulator/faults', { call: call.value, fault })
    return `Armed for the next ${call.value}.`
  })

  one('disarm', HTMLButtonElement).addEventListener('click', async () => {
    await ask('DELETE /emulator/faults').catch(() => undefined)
    say('All faults were removed.')
    call.focus()
    void look()
  })

  function queuedRow({ id, call, fault }: QueuedFault): HTMLElement {
    const remove = make('button', { type: 'button', 'aria-label': `Remove the fault for ${call}` }, 'Remove')
    remove.addEventListener('click', async () => {
      const said = await ask(`DELETE /emulator/faults?id=${id}`).then(
        () => 'The fault was removed.',
        () => 'The fault had already happened.',
      )
      one('armed-title', HTMLElement).focus()
      say(said)
      void look()
    })
    return make('li', {}, make('code', { class: 'path' }, call), make('span', {}, faultWords(fault)), remove)
  }

  const firedRow = ({ at, request, fault }: FiredFault): HTMLElement =>
    make('li', {}, time(at), make('code', { class: 'path' }, request), make('span', {}, faultWords(fault)))

  return {
    async refresh() {
      const { data, fired } = await ask<{ data: readonly QueuedFault[]; fired: readonly FiredFault[] }>(
        'GET /emulator/faults',
      )
      const rows = <F extends QueuedFault>(faults: readonly F[], make: (fault: F) => HTMLElement) =>
        faults.map((fault) => ({
          key: `${fault.id}`,
          version: JSON.stringify(fault),
          make: () => make(fault),
        }))
      showList(one('armed', HTMLUListElement), rows(data, queuedRow))
      showList(one('fired', HTMLUListElement), rows([...fired].reverse(), firedRow))
      one('armed-empty', HTMLElement).hidden = data.length > 0
      one('fired-empty', HTMLElement).hidden = fired.length > 0
      one('disarm', HTMLButtonElement).hidden = data.length + fired.length === 0
    },
  }
}
