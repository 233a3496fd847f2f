/** Queues faults, and shows the queued faults and the applied ones. @module */
import type { Fault, FiredFault, QueuedFault } from '../../server/faults.js'
import type { Kit } from './kit.js'
import type { View } from './watch-emulator.js'

/** Creates the "Faults" part of the page. */
export function faultsView(kit: Kit, faultWords: (fault: Fault) => string): View {
  const { make } = kit
  const form = kit.one('arm', HTMLFormElement)
  const call = kit.one('fault-call', HTMLSelectElement)

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
    kit.one('fault-status-fields', HTMLElement).hidden = chosen() !== 'status'
  }
  form.addEventListener('change', adapt)
  adapt()

  /**
   * Returns the number in an input, or `undefined` if the input is empty. Throws an `Error` with a message for the user
   * unless the number is a whole number from `low` to `high`.
   */
  function number(id: string, name: string, low: number, high: number): number | undefined {
    const { value } = kit.one(id, HTMLInputElement)
    if (value.trim() === '') return undefined
    const given = Number(value)
    if (!Number.isSafeInteger(given) || given < low || given > high)
      throw new Error(`${name} must be a whole number from ${low} to ${high}.`)
    return given
  }

  kit.submitted(form, async () => {
    const kind = chosen()
    const delay = number('fault-delay', 'The delay', 1, 3_600_000)
    if (kind === 'delay' && delay === undefined) throw new Error('Enter a delay in milliseconds.')
    const status = number('fault-status', 'The status', 200, 599)
    const retryAfter = number('fault-retry', 'Retry-After', 0, 86_400)
    const code = kit.one('fault-code', HTMLInputElement).value.trim()
    const fault = {
      ...(delay !== undefined && { delay }),
      ...(kind === 'lost' && { answer: 'lost' }),
      ...(kind === 'drop' && { drop: true }),
      ...(kind === 'status' && { status: status ?? 503 }),
      ...(kind === 'status' && retryAfter !== undefined && { retryAfter }),
      ...(kind === 'status' && code !== '' && { code }),
    }
    await kit.ask('POST /emulator/faults', { call: call.value, fault })
    return `Armed for the next ${call.value}.`
  })

  kit.one('disarm', HTMLButtonElement).addEventListener('click', async () => {
    await kit.ask('DELETE /emulator/faults').catch(() => undefined)
    kit.say('All faults were removed.')
    call.focus()
    void kit.look()
  })

  function queuedRow({ id, call, fault }: QueuedFault): HTMLElement {
    const remove = make('button', { type: 'button', 'aria-label': `Remove the fault for ${call}` }, 'Remove')
    remove.addEventListener('click', async () => {
      const said = await kit.ask(`DELETE /emulator/faults?id=${id}`).then(
        () => 'The fault was removed.',
        () => 'The fault had already happened.',
      )
      kit.one('armed-title', HTMLElement).focus()
      kit.say(said)
      void kit.look()
    })
    return make('li', {}, make('code', { class: 'path' }, call), make('span', {}, faultWords(fault)), remove)
  }

  const firedRow = ({ at, request, fault }: FiredFault): HTMLElement =>
    make(
      'li',
      {},
      kit.time(at),
      make('code', { class: 'path' }, request),
      make('span', {}, faultWords(fault)),
    )

  return {
    async refresh() {
      const { data, fired } = await kit.ask<{ data: readonly QueuedFault[]; fired: readonly FiredFault[] }>(
        'GET /emulator/faults',
      )
      const rows = <F extends QueuedFault>(faults: readonly F[], make: (fault: F) => HTMLElement) =>
        faults.map((fault) => ({
          key: `${fault.id}`,
          version: JSON.stringify(fault),
          make: () => make(fault),
        }))
      kit.list(kit.one('armed', HTMLUListElement), rows(data, queuedRow))
      kit.list(kit.one('fired', HTMLUListElement), rows([...fired].reverse(), firedRow))
      kit.one('armed-empty', HTMLElement).hidden = data.length > 0
      kit.one('fired-empty', HTMLElement).hidden = fired.length > 0
      kit.one('disarm', HTMLButtonElement).hidden = data.length + fired.length === 0
    },
  }
}
