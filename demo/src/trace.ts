/** Each action of this tab, with what it caused in the page, at the backend and at the service. @module */
import type { WalletEvent } from 'embedded-wallet-auth'
import type { WireEntry } from '../contract.js'

/** Where something came from. */
export type Source = 'this tab' | 'another tab' | 'the service' | 'the record' | 'the clock'

/** Something that happened in the page. */
export interface Happening {
  readonly source: Source
  /** What happened, in words. */
  readonly title: string
  /** The states, the effects, and what the wallet does next. */
  readonly detail?: string
  readonly tone?: 'good' | 'bad'
}

export type Lane = 'page' | 'backend' | 'service'

/** One line in the trace of an action. */
export interface Step {
  readonly id: string
  readonly lane: Lane
  /** When it began: milliseconds since 1970, on this machine's clock. */
  readonly start: number
  /** How long it took, in milliseconds. */
  readonly took?: number
  readonly title: string
  readonly detail?: string
  readonly source?: Source
  readonly tone?: 'good' | 'bad'
  /** What the page did: it stamped with a key, or it stored the record. */
  readonly work?: 'stamp' | 'commit'
  readonly call?: WireEntry
}

/** A call of the page with everything that the call caused. Also what happened while no call was in flight. */
export interface Action {
  readonly id: string
  /** Absent if no call was in flight. */
  readonly call?: string
  readonly start: number
  /** How the call ended. Absent while the call runs. */
  readonly outcome?: { readonly tone: 'good' | 'bad'; readonly text: string; readonly took: number }
  /** The steps, in the order in which they began. */
  readonly steps: readonly Step[]
}

/** The trace of the newest actions. */
export interface Trace {
  /** Records the start of a call to the wallet. */
  begin(call: string, about: string): void
  /** Records the end of a call, with the error if it rejected. */
  end(call: string, rejected?: { readonly code: string; readonly message: string }): void
  add(happening: Happening): void
  /**
   * Records an event of the wallet's `onEvent`: a call, a stamp or a commit. Transitions are recorded with `add`,
   * because they have texts.
   */
  event(event: WalletEvent): void
  /** Adds or updates calls at the backend and the service. */
  wire(entries: readonly WireEntry[]): void
  /** Returns the actions, newest last. */
  all(): readonly Action[]
  /** Calls `listener` after each change. */
  watch(listener: () => void): void
  /** Calls `listener` with each call that was rejected. */
  watchRejections(listener: (call: string, code: string) => void): void
}

/** How many actions are kept. */
const limit = 12
/** How many steps of one action are kept. */
const longest = 80

/** Returns milliseconds since 1970, with fractions. The server's integers come from the same clock. */
const now = (): number => performance.timeOrigin + performance.now()

type Open = { -readonly [K in keyof Action]: Action[K] }

/** Makes an empty trace. `tab` is the id of this tab. */
export function createTrace(tab: string): Trace {
  let actions: readonly Open[] = []
  let count = 0
  const underWay = new Map<string, number>()
  const listeners: (() => void)[] = []
  const rejectionListeners: ((call: string, code: string) => void)[] = []
  const changed = (): void => {
    for (const listener of listeners) listener()
  }

  const open = (start: number, call?: string): Open => {
    count += 1
    const action: Open = { id: `action-${count}`, start, steps: [], ...(call !== undefined && { call }) }
    actions = [...actions.slice(1 - limit), action]
    return action
  }
  /**
   * Returns the action to which something that began at `start` belongs: the last action that had begun, unless it had
   * already ended.
   */
  const actionAt = (start: number): Open => {
    const action = actions.findLast((each) => each.start <= start + 1) ?? actions[0]
    const isOver = action?.outcome !== undefined && start > action.start + action.outcome.took + 60
    if (action === undefined || (isOver && action === actions.at(-1))) return open(start)
    return action
  }
  const place = (action: Open, step: Omit<Step, 'id'>, id?: string): void => {
    count += 1
    const steps = [...action.steps, { id: id ?? `step-${count}`, ...step }]
    action.steps = steps.toSorted((a, b) => a.start - b.start).slice(-longest)
    changed()
  }
  const tell = (step: Omit<Step, 'id' | 'lane' | 'start'>, start = now()): void =>
    place(actionAt(start), { lane: 'page', start, ...step })

  return {
    begin(call, about) {
      const title = about === '' ? call : `${call}, ${about}`
      const start = now()
      if (underWay.size === 0) open(start, title)
      underWay.set(call, (underWay.get(call) ?? 0) + 1)
      tell({ title: `The page calls ${title}.`, source: 'this tab' }, start)
    },
    end(call, rejected) {
      const left = (underWay.get(call) ?? 0) - 1
      if (left > 0) underWay.set(call, left)
      else underWay.delete(call)
      tell(
        rejected === undefined
          ? { title: `${call} has resolved.`, source: 'this tab', tone: 'good' }
          : {
              title: `${call} was rejected: ${rejected.code}`,
              detail: rejected.message,
              source: 'this tab',
              tone: 'bad',
            },
      )
      if (rejected) for (const listener of rejectionListeners) listener(call, rejected.code)
      const action = actions.at(-1)
      if (underWay.size > 0 || action === undefined || left < 0) return
      const took = now() - action.start
      action.outcome = rejected
        ? { tone: 'bad', text: rejected.code, took }
        : { tone: 'good', text: 'resolved', took }
      changed()
    },
    add({ title, detail, source, tone }) {
      tell({ title, source, ...(detail !== undefined && { detail }), ...(tone && { tone }) })
    },
    event(event) {
      if (event.type === 'transition') return
      const { ms: took, code } = event
      const failed = code === undefined ? {} : { tone: 'bad' as const, detail: code }
      // The duration is rounded to milliseconds. Half a millisecond earlier, the step stands before what it caused.
      const start = Math.floor(now() - took) - 0.5
      if (event.type === 'stamp')
        tell({ title: 'Stamp with the session key', took, work: 'stamp', ...failed }, start)
      else if (event.type === 'commit')
        tell(
          { title: 'IndexedDB commit', took, work: 'commit', detail: event.changed.join(', '), ...failed },
          start,
        )
      else tell({ title: event.operation, took, ...failed }, start)
    },
    wire(entries) {
      for (const entry of entries) {
        const id = `wire-${entry.number}`
        const owner = actions.find(({ steps }) => steps.some((step) => step.id === id))
        const cause = actions.find(({ steps }) => steps.some((step) => step.id === `wire-${entry.cause}`))
        const isOwn = entry.tab === tab || cause !== undefined
        // Calls of other tabs are ignored, because those tabs show them. Reads of the platform are ignored, because
        // they do not belong to a wallet.
        if (owner === undefined && !isOwn && (entry.tab !== undefined || entry.method === 'GET')) continue
        if (owner === undefined && entry.cause !== undefined && cause === undefined) continue
        const { took, status, lost, realTime } = entry
        const isBad = lost === true || (status !== undefined && status >= 300)
        const step: Omit<Step, 'id'> = {
          lane: entry.leg === 'page → backend' ? 'backend' : 'service',
          start: realTime,
          title: `${entry.method} ${shortPath(entry.path)}`,
          call: entry,
          ...(took !== undefined && { took }),
          ...(status !== undefined && !isBad && { tone: 'good' as const }),
          ...(isBad && { tone: 'bad' as const }),
        }
        const action = owner ?? cause ?? actionAt(realTime)
        action.steps = action.steps.filter((each) => each.id !== id)
        place(action, step, id)
      }
    },
    all: () => actions,
    watch(listener) {
      listeners.push(listener)
    },
    watchRejections(listener) {
      rejectionListeners.push(listener)
    },
  }
}

/** Shortens ids to their last four characters. A click shows the full ids. */
const shortPath = (path: string): string =>
  path
    .replace(/%3A/gi, ':')
    .replace(/^\/wallet/, '')
    .replace(/(\w+):[\w-]+?(\w{4})(?=[/?&]|$)/g, '$1:…$2')
