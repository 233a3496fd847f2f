/** Shows the armed faults and those that have happened, and removes them. @module */
import type { FiredFault, QueuedFault } from '../../server/faults.js'
import { ask } from './ask.js'
import { make, one, time } from './dom.js'
import { faultForm } from './fault-form.js'
import { faultWords } from './fault-words.js'
import { say } from './say.js'
import { type ListRow, showList } from './show-list.js'
import { look, type View } from './watch-emulator.js'

/** Creates the "Faults" part of the page. */
export function faultsView(): View {
  const disarm = one('disarm', HTMLButtonElement)
  faultForm()
  disarm.addEventListener('click', async () => {
    await ask('DELETE /emulator/faults').catch(() => undefined)
    say('All faults were removed.')
    one('fault-call', HTMLElement).focus()
    void look()
  })
  return {
    async refresh() {
      const { data, fired } = await ask<{ data: readonly QueuedFault[]; fired: readonly FiredFault[] }>(
        'GET /emulator/faults',
      )
      showList(one('armed', HTMLUListElement), rows(data, queuedItem))
      showList(one('fired', HTMLUListElement), rows(fired, firedItem).reverse())
      one('armed-empty', HTMLElement).hidden = data.length > 0
      one('fired-empty', HTMLElement).hidden = fired.length > 0
      disarm.hidden = data.length + fired.length === 0
    },
  }
}

const rows = <F extends QueuedFault>(faults: readonly F[], item: (fault: F) => HTMLElement): ListRow[] =>
  faults.map((fault) => ({ key: `${fault.id}`, version: JSON.stringify(fault), make: () => item(fault) }))

function queuedItem({ id, call, fault }: QueuedFault): HTMLElement {
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

const firedItem = ({ at, request, fault }: FiredFault): HTMLElement =>
  make('li', {}, time(at), make('code', { class: 'path' }, request), make('span', {}, faultWords(fault)))
