/** Reads the payments that wait for the user's approval, for the badge and for screen readers. @module */
import type { WaitingPayment } from '../../agents-contract.js'
import * as calls from './calls.js'
import { askedText } from './words.js'

/** The payments that wait, as last read. */
export interface WaitingFeed {
  /** Newest first. */
  readonly current: () => readonly WaitingPayment[]
  /** Reads again. If that fails, the last list stays. Never rejects. */
  readonly look: () => Promise<void>
  /** Clears the list. Called when another person logs in, or the person logs out. */
  readonly clear: () => void
}

/** Makes an empty feed. `changed` is called each time the list has changed. */
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
        // A reading that arrives late must not bring back payments that have been decided since it began.
        if (mine === turn) take(list)
      } catch {
        // The next reading follows soon.
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
