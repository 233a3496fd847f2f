/** What happened in this tab, in order: calls of the page, events of the wallet, levers of the workbench. @module */

/** Where something came from. */
export type Source = 'this tab' | 'another tab' | 'the service' | 'the record' | 'the clock'

/** Something that happened. */
export interface Happening {
  readonly source: Source
  /** What happened, in words. */
  readonly title: string
  /** States, effects, what to do next. */
  readonly detail?: string
  readonly tone?: 'good' | 'bad'
}

/** A happening with its place in the order. */
export interface Entry extends Happening {
  readonly number: number
  /** Milliseconds since 1970, emulator's time. */
  readonly at: number
}

/** The newest happenings. */
export interface Timeline {
  add(happening: Happening): void
  /** The newest last. */
  all(): readonly Entry[]
  /** Calls `listener` after each entry. */
  watch(listener: () => void): void
}

/** Entries that are kept. */
const limit = 80

/** An empty timeline that tells time by `now`. */
export function createTimeline(now: () => number): Timeline {
  let entries: readonly Entry[] = []
  let count = 0
  const listeners: (() => void)[] = []
  return {
    add(happening) {
      count += 1
      entries = [...entries.slice(1 - limit), { number: count, at: now(), ...happening }]
      for (const listener of listeners) listener()
    },
    all: () => entries,
    watch(listener) {
      listeners.push(listener)
    },
  }
}
