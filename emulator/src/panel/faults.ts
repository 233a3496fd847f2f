/** Arms faults, shows those that are armed and those that have happened, and removes them. @module */
import type { FiredFault, QueuedFault } from '../server/faults.js'
import { make, time } from './dom.js'
import { faultForm } from './fault-form.js'
import { faultWords } from './fault-words.js'
import type { Bench, PanelOptions, Part } from './part.js'
import { type ListRow, showList } from './show-list.js'

/** Creates the part. */
export function faultsPart(bench: Bench, { calls = [] }: PanelOptions): Part {
  const form = faultForm(bench, calls)
  const title = make('p', { class: 'list-title', tabindex: '-1' }, 'Armed')
  const disarm = make('button', { type: 'button', hidden: '' }, 'Clear both lists')
  const [armed, fired] = [faultList('Armed'), faultList('Happened')]
  const nothingArmed = make('p', { class: 'nothing' }, 'Nothing is armed.')
  const nothingFired = make('p', { class: 'nothing' }, 'No fault has happened yet.')
  disarm.addEventListener('click', async () => {
    await bench.ask('DELETE /emulator/faults').catch(() => undefined)
    bench.say('All faults were removed.')
    form.querySelector('select')?.focus()
    void bench.look()
  })
  return {
    element: make(
      'div',
      { class: 'emulator-part' },
      make('p', { class: 'lead' }, 'A fault affects only the next request to the chosen call.'),
      form,
      make('div', { class: 'heading' }, title, disarm),
      nothingArmed,
      armed,
      make('p', { class: 'list-title' }, 'Happened'),
      nothingFired,
      fired,
    ),
    async refresh() {
      const faults = await bench.ask<{ data: readonly QueuedFault[]; fired: readonly FiredFault[] }>(
        'GET /emulator/faults',
      )
      showList(
        armed,
        rows(faults.data, (fault) => queuedItem(bench, fault, title)),
      )
      showList(fired, rows(faults.fired, firedItem).reverse())
      nothingArmed.hidden = faults.data.length > 0
      nothingFired.hidden = faults.fired.length > 0
      disarm.hidden = faults.data.length + faults.fired.length === 0
    },
  }
}

const faultList = (name: string): HTMLUListElement => make('ul', { class: 'rows faults', 'aria-label': name })

const rows = <F extends QueuedFault>(faults: readonly F[], item: (fault: F) => HTMLElement): ListRow[] =>
  faults.map((fault) => ({ key: `${fault.id}`, version: JSON.stringify(fault), make: () => item(fault) }))

/** `title` gets the focus when the fault is removed, and its button with it. */
function queuedItem(bench: Bench, { id, call, fault }: QueuedFault, title: HTMLElement): HTMLElement {
  const remove = make('button', { type: 'button', 'aria-label': `Remove the fault for ${call}` }, 'Remove')
  remove.addEventListener('click', async () => {
    const said = await bench.ask(`DELETE /emulator/faults?id=${id}`).then(
      () => 'The fault was removed.',
      () => 'The fault had already happened.',
    )
    title.focus()
    bench.say(said)
    void bench.look()
  })
  return make('li', {}, make('code', { class: 'path' }, call), make('span', {}, faultWords(fault)), remove)
}

const firedItem = ({ at, request, fault }: FiredFault): HTMLElement =>
  make('li', {}, time(at), make('code', { class: 'path' }, request), make('span', {}, faultWords(fault)))
