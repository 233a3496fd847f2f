/** The hook that reads everything that the page for agents shows. @module */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AgentsView, OwnAgent } from '../../agents-contract.js'
import { inWords } from '../errors-in-words.js'
import { useApp, useSignal } from '../ui/app-context.js'
import type { News } from '../ui/notice.js'
import { catchFocus } from '../ui/use-focus.js'
import * as calls from './calls.js'

/** What the parts of the page use. */
export interface AgentsPage {
  /** What was last read. */
  readonly view: AgentsView
  /** Shows a notice in place of the previous one. */
  readonly tell: (news: News | undefined) => void
  /**
   * Reads everything again, and shows it with the notice. Resolves with what is shown then, or with `undefined` if the
   * page has been left. Never rejects.
   */
  readonly after: (news?: News) => Promise<AgentsView | undefined>
}

/** What a part of an agent's card is given. */
export interface AgentProps extends AgentsPage {
  readonly agent: OwnAgent
}

/** The page as the server described it last. */
export interface Agents extends Omit<AgentsPage, 'view'> {
  readonly view: AgentsView | undefined
  /** Why nothing could be read yet. */
  readonly error: unknown
  readonly news: News | undefined
  /** The region of the notice. It gets the focus if what had it is gone. */
  readonly told: RefObject<HTMLDivElement | null>
  readonly reload: () => Promise<void>
}

/** Reads when the page is opened, after each action, and when other payments wait than those that are shown. */
export function useAgents(): Agents {
  const { waiting } = useApp()
  const signal = useSignal()
  const [view, setView] = useState<AgentsView>()
  const [error, setError] = useState<unknown>()
  const [news, tell] = useState<News>()
  const told = useRef<HTMLDivElement>(null)
  const latest = useRef(view)
  const newest = useRef<Promise<void>>(undefined)

  const reload = useCallback((): Promise<void> => {
    const readAll = async (): Promise<void> => {
      const [read, problem] = await calls.agents().then(
        (value) => [value, undefined] as const,
        (reason: unknown) => [undefined, reason] as const,
      )
      if (signal().aborted) return
      // If two readings overlap, the later one has newer data, so callers of the earlier one wait for the later one.
      if (newest.current !== mine) return newest.current
      latest.current = read ?? latest.current
      const isOld = read === undefined && latest.current !== undefined
      // At once, so that a notice that follows matches the figures.
      flushSync(() => {
        setView(latest.current)
        setError(problem)
        if (isOld) tell({ ...inWords(problem), tone: 'problem', next: 'This may be out of date.' })
      })
    }
    const mine = readAll()
    newest.current = mine
    return mine
  }, [signal])

  const after = useCallback(
    async (next?: News): Promise<AgentsView | undefined> => {
      tell(next)
      // Waiting payments are read first, because a change in them starts another reading.
      await waiting.look()
      await reload()
      if (signal().aborted) return undefined
      catchFocus(told.current)
      return latest.current
    },
    [waiting, reload, signal],
  )

  useEffect(() => void reload(), [reload])
  // An agent may ask at any time, and the user may answer in another tab.
  const ids = idsOf(waiting.current())
  const known = useRef(ids)
  useEffect(() => {
    if (known.current === ids) return
    known.current = ids
    if (ids !== idsOf(latest.current?.waiting ?? [])) void reload()
  }, [ids, reload])
  return { view, error, news, told, tell, after, reload }
}

const idsOf = (list: readonly { readonly id: string }[]): string => list.map(({ id }) => id).join()
