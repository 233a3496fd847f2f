/** Reads the payments that wait for the user every few seconds, for the badge and for screen readers. @module */
import type { WaitingPayment } from '../../agents-contract.js'
import * as calls from './calls.js'
import { askedText } from './words.js'

/** The latest reading. */
export interface WaitingFeed {
  /** The newest first. */
  readonly current: () => readonly WaitingPayment[]
  /** Reads again. Never rejects: if it fails, the earlier list stays. */
  readonly look: () => Promise<void>
  /** Clears the list, because another person or nobody is logged in now. */
  readonly clear: () => void
}

/** Makes an empty feed. `changed` is called when the list has changed. */
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
        // An older reading that arrives late must not bring back payments that have been decided since.
        if (mine === turn) take(list)
      } catch {
        // The next reading comes soon.
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
