/** What waits for the person, looked at every few seconds: for the badge, and for whoever listens instead of looking. @module */
import type { WaitingPayment } from '../../agents-contract.js'
import * as calls from './calls.js'
import { askedText } from './words.js'

/** The newest look. */
export interface WaitingFeed {
  /** The newest first. */
  readonly current: () => readonly WaitingPayment[]
  /** Looks again. Never rejects: what was seen before stays. */
  readonly look: () => Promise<void>
  /** Forgets everything: somebody else is logged in now, or nobody. */
  readonly clear: () => void
}

/** A feed that has seen nothing. `changed` is called when the list has become another. */
export function createWaitingFeed(announce: (text: string) => void, changed: () => void): WaitingFeed {
  let seen: readonly WaitingPayment[] | undefined
  let turn = 0

  const take = (list: readonly WaitingPayment[]): void => {
    const before = seen
    seen = list
    const fresh = list.filter(({ id }) => !before?.some((each) => each.id === id))
    if (fresh.length === 0 && before?.length === list.length) return
    if (before === undefined && list.length > 0) announce(`${countText(list.length)}, under Agents.`)
    else if (fresh.length > 0) announce(fresh.map(askedText).join(' '))
    changed()
  }

  return {
    current: () => seen ?? [],
    async look() {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return
      turn += 1
      const mine = turn
      try {
        const list = await calls.waiting()
        // An older look that comes in late must not bring back what has been answered since.
        if (mine === turn) take(list)
      } catch {
        // The next look comes soon.
      }
    },
    clear() {
      turn += 1
      seen = undefined
    },
  }
}

const countText = (count: number): string =>
  count === 1 ? 'One payment waits for your approval' : `${count} payments wait for your approval`
