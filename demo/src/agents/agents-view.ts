/** The page for agents: the pocket, the agents, the waiting payments and the history. @module */
import type { AgentsView } from '../../agents-contract.js'
import type { WalletStage } from '../app.js'
import { button, screenHeading, skeleton } from '../controls.js'
import { catchFocus, el, fill } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { noticeBox, statusRegion } from '../notice-box.js'
import { agentList } from './agent-list.js'
import * as calls from './calls.js'
import { connectPart } from './connect-part.js'
import type { AgentsPage, Part } from './context.js'
import { historyPart } from './history-part.js'
import { pocketPart } from './pocket-part.js'
import { waitingPart } from './waiting-part.js'
import type { Notice } from './words.js'

const makers: readonly ((page: AgentsPage) => Part)[] = [
  waitingPart,
  pocketPart,
  agentList,
  connectPart,
  historyPart,
]

export function agentsView(stage: WalletStage): HTMLElement {
  const { app, signal } = stage
  const told = statusRegion()
  const body = el('div', { class: 'stack', 'aria-busy': 'true' }, skeleton(5))
  let parts: readonly Part[] = []
  let latest: AgentsView | undefined
  let turn = 0
  let newest: Promise<void> = Promise.resolve()

  const show = (view: AgentsView): void => {
    latest = view
    if (parts.length === 0) {
      parts = makers.map((make) => make(page(view)))
      fill(
        body,
        parts.map(({ root }) => root),
      )
    }
    for (const part of parts) part.update(view)
  }
  const read = (): Promise<void> => {
    turn += 1
    newest = readAs(turn)
    return newest
  }
  const readAs = async (mine: number): Promise<void> => {
    try {
      const view = await calls.agents()
      if (signal.aborted) return
      // If two readings overlap, the later one has newer data, so callers of the earlier one wait for the later one.
      if (mine !== turn) return await newest
      show(view)
    } catch (error) {
      if (signal.aborted || mine !== turn) return
      const { title, next, code } = inWords(error)
      if (parts.length > 0) fill(told, noticeBox('problem', title, 'This may be out of date.', code))
      else
        fill(
          body,
          noticeBox('problem', title, next, code),
          button('secondary', 'Try again', () => void read()),
        )
    } finally {
      body.removeAttribute('aria-busy')
    }
  }
  const tell = (news?: Notice): void => fill(told, news && noticeBox(news.tone, news.title, news.next))
  const page = (first: AgentsView): AgentsPage => ({
    ...stage,
    view: () => latest ?? first,
    tell,
    async after(news) {
      tell(news)
      // Waiting payments are read first, because a change in them starts another reading.
      await app.waiting.look()
      await read()
      if (!signal.aborted) catchFocus(told)
    },
  })

  // An agent may ask at any time, and the user may answer in another tab.
  let known = idsOf(app.waiting.current())
  app.watch(() => {
    const now = idsOf(app.waiting.current())
    if (now === known) return
    known = now
    if (now !== idsOf(latest?.waiting ?? [])) void read()
  }, signal)
  void read()

  return el(
    'div',
    { class: 'stack' },
    screenHeading('Agents'),
    el('p', { class: 'lead' }, 'Software that pays for you, within limits you set.'),
    told,
    body,
  )
}

const idsOf = (list: readonly { readonly id: string }[]): string => list.map(({ id }) => id).join()
