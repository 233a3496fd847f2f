/** Shows the requests that arrived. @module */
import type { LoggedRequest } from '../../server/request-log.js'
import { ask } from './ask.js'
import { one } from './dom.js'
import { isMatch, requestRow } from './request-row.js'
import { say } from './say.js'
import { showList } from './show-list.js'
import { look } from './watch-emulator.js'

/** How many requests are shown at first, and how many more at a click. */
const page = 100

/** Creates the list. Returns the function that reads the requests and shows them; `count` is the length of the log. */
export function requestList(): (count: number) => Promise<void> {
  const known = new Map<number, LoggedRequest>()
  const filter = one('request-filter', HTMLInputElement)
  const clear = one('requests-clear', HTMLButtonElement)
  const more = one('requests-more', HTMLButtonElement)
  let wanted = page
  const show = (): void => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const all = [...known.values()].sort((a, b) => b.id - a.id)
    const matching = all.filter((request) => isMatch(request, words))
    showList(one('requests', HTMLUListElement), matching.slice(0, wanted).map(requestRow))
    const empty = one('requests-empty', HTMLElement)
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
    const said = await ask('DELETE /emulator/requests').then(
      () => 'The log is empty.',
      (error: Error) => error.message,
    )
    say(said)
    void look()
  })
  return async (count) => {
    await take(known, count)
    show()
  }
}

/** Fetches the new requests, and those that had no answer yet. Fetches all requests if the log has become shorter. */
async function take(known: Map<number, LoggedRequest>, count: number): Promise<void> {
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
