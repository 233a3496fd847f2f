/**
 * Runs two simultaneous calls, in one tab or in two, with one or two answers held back until everything else has
 * finished.
 * @module
 */
import { type CallName, callNames } from '../faults/calls.js'
import { type Findings, runSchedule } from '../faults/run.js'
import type { Schedule, Step } from '../faults/schedule.js'
import type { Pick } from '../stage/loop.js'

/** Two calls, and the tabs in which they are made. */
export interface Pair {
  readonly calls: readonly [CallName, CallName]
  readonly tabs: 'same tab' | 'two tabs'
}

/** The numbers of tasks of the first call after which the second call is made. */
const starts = [0, 8, 16, 32, 64] as const

/** A pair, and the points, counted from 1, at which something on its way to a page or the service is held back. */
export interface Case extends Pair {
  readonly start: number
  readonly held: readonly number[]
}

export interface Explored {
  readonly explored: number
  /** The number of cases that were left out because they would go like an earlier case. */
  readonly pruned: number
  readonly isWhole: boolean
  readonly violations: readonly { readonly case: Case; readonly text: string }[]
}

/** Calls that leave the page or that are parts of other calls are not explored. */
const left: ReadonlySet<CallName> = new Set(['leave for the provider', 'come back from the provider'])
const chosen = callNames.filter((name) => !left.has(name))

export const pairs: readonly Pair[] = chosen.flatMap((one, index) =>
  chosen
    .slice(index)
    .flatMap((other) =>
      (['same tab', 'two tabs'] as const).map((tabs): Pair => ({ calls: [one, other], tabs })),
    ),
)

/** The start is a session in two tabs, and an awaited code for another session. */
function scheduleOf({ calls: [one, other], tabs, start }: Case): Schedule {
  const call = (name: CallName, tab: number, settle: boolean): Step => ({
    do: 'call',
    call: name,
    tab,
    choice: 1,
    settle,
  })
  return {
    locks: 'shown',
    skew: 0,
    refreshAhead: null,
    steps: [
      call('enter', 0, true),
      { do: 'wait', seconds: 61 },
      call('sign in by code', 0, true),
      { do: 'open' },
      call('list sessions', 1, true),
      call(one, 0, false),
      { do: 'breathe', turns: start },
      call(other, tabs === 'same tab' ? 0 : 1, true),
      { do: 'breathe', turns: 1_000 },
    ],
  }
}

/** The first step at which something may be held back: the step with the first of the two calls. */
const first = 5

interface Played extends Findings {
  /** The number of points in the run. */
  readonly points: number
}

export async function playCase(of: Case, keepTrace = false): Promise<Played> {
  const schedule = scheduleOf(of)
  const held = new Set<number>()
  let points = 0
  let isHolding = false
  const pick: Pick = (heads) => {
    for (;;) {
      const free = heads.filter(({ order }) => !held.has(order))
      const next = (free.length > 0 ? free : heads).reduce((a, b) => (b.order < a.order ? b : a))
      // If nothing else is left, what was held back arrives.
      if (free.length === 0) held.clear()
      else if (isHolding && next.lane !== 'storage') {
        points += 1
        if (of.held.includes(points)) {
          held.add(next.order)
          continue
        }
      }
      return heads.indexOf(next)
    }
  }
  const begins = (step: number): void => {
    isHolding = step >= first && step < schedule.steps.length
    if (!isHolding) held.clear()
  }
  const findings = await runSchedule(schedule, 'explore', { keepTrace, pick, begins })
  return { ...findings, points }
}

const textOf = ({ lost, doubled, hung, odd }: Findings): string =>
  [...lost, ...doubled, ...hung.map((call) => `hung: ${call}`), ...odd].join('\n')

/** @param bound how many points are held back at most; `until` ends it early, `isEnough` at the first violation */
export async function explorePair(
  pair: Pair,
  bound: number,
  until: () => boolean,
  isEnough = false,
): Promise<Explored> {
  const seen = new Set<string>()
  const violations: { readonly case: Case; readonly text: string }[] = []
  let explored = 0
  let pruned = 0
  let isWhole = true
  const visit = async (start: number, held: readonly number[]): Promise<void> => {
    if (until() || (isEnough && violations.length > 0)) {
      isWhole = false
      return
    }
    const own: Case = { ...pair, start, held }
    const played = await playCase(own)
    explored += 1
    const text = textOf(played)
    if (text !== '') violations.push({ case: own, text })
    if (seen.has(played.hash)) {
      pruned += 1
      return
    }
    seen.add(played.hash)
    if (held.length === bound) return
    for (let at = (held.at(-1) ?? 0) + 1; at <= played.points; at++) await visit(start, [...held, at])
  }
  for (const start of starts) await visit(start, [])
  return { explored, pruned, isWhole, violations }
}
