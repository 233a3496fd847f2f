/** Shows the requests that arrived. @module */
import type { LoggedRequest } from '../server/request-log.js'
import { make, searchField } from './dom.js'
import type { Bench, Part } from './part.js'
import { isMatch, requestRow } from './request-row.js'
import { showList } from './show-list.js'

/** How many requests are shown at first, and how many more at a click. */
const page = 100

/** Creates the part. */
export function requestsPart(bench: Bench): Part {
  const known = new Map<number, LoggedRequest>()
  const { label, input: filter } = searchField('Filter', 'POST quotes 409')
  const clear = make('button', { type: 'button', hidden: '' }, 'Clear')
  const empty = make('p', { class: 'nothing' })
  const list = make('ul', { class: 'rows', 'aria-label': 'Requests' })
  const more = make('button', { type: 'button', class: 'more-rows', hidden: '' })
  let wanted = page
  const show = (): void => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const all = [...known.values()].sort((a, b) => b.id - a.id)
    const matching = all.filter((request) => isMatch(request, words))
    showList(list, matching.slice(0, wanted).map(requestRow))
    empty.hidden = matching.length > 0
    empty.textContent =
      all.length > 0 ? 'No request matches.' : 'No requests yet. They appear here as your backend sends them.'
    clear.hidden = all.length === 0
    more.hidden = matching.length <= wanted
    more.textContent = `Show ${Math.min(page, matching.length - wanted)} older`
  }
  filter.addEventListener('input', show)
  more.addEventListener('click', () => {
    wanted += page
    show()
  })
  clear.addEventListener('click', async () => {
    filter.value = ''
    filter.focus()
    const said = await bench.ask('DELETE /emulator/requests').then(
      () => 'The log is empty.',
      (error: Error) => error.message,
    )
    bench.say(said)
    void bench.look()
  })
  return {
    element: make(
      'div',
      { class: 'emulator-part' },
      make('div', { class: 'inline' }, label, clear),
      empty,
      list,
      more,
    ),
    async refresh({ counts }) {
      await take(bench, known, counts.requests)
      show()
    },
  }
}

/** Fetches the new requests, and those that had no answer yet. Fetches all requests if the log has become shorter. */
async function take({ ask }: Bench, known: Map<number, LoggedRequest>, count: number): Promise<void> {
  const isUnanswered = ({ status, fault }: LoggedRequest): boolean =>
    status === undefined && fault?.drop !== true
  const unanswered = [...known.values()].filter(isUnanswered)
  const read = async (after: number): Promise<void> => {
    const { data } = await ask<{ data: readonly LoggedRequest[] }>(
      `GET /emulator/requests?after=${after}&limit=1000`,
    )
    for (const request of data) known.set(request.id, request)
  }
  await read(Math.min(Math.max(0, ...known.keys()), ...unanswered.map(({ id }) => id - 1)))
  if (known.size <= count) return
  known.clear()
  await read(0)
}
