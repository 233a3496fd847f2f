/**
 * Runs two simultaneous calls, in one tab or in two, with one or two answers held back until everything else has
 * finished.
 * @module
 */
import { type CallName, callNames } from '../faults/calls.js'
import { runSchedule } from '../faults/run.js'
import type { Schedule, Step } from '../faults/schedule.js'
import type { Findings, Played, Start } from '../search/play.js'
import { oldest, type Pick, type Ran, type Task } from '../stage/loop.js'
import type { KeyDelivery } from '../stage/scene.js'

/** Two calls, and the tabs in which they are made. */
export interface Pair {
  readonly calls: readonly [CallName, CallName]
  readonly tabs: 'same tab' | 'two tabs'
  readonly keyDelivery: KeyDelivery
}

/** The numbers of tasks after which the second call is made. All but the first count like something held back. */
const starts = [0, 8, 16, 32, 64] as const

/** A pair, and the points, counted from 1, at which something on its way to a page or the service is held back. */
export interface Case extends Pair {
  readonly start: number
  readonly held: readonly number[]
}

export interface Explored {
  readonly explored: number
  /** The number of cases that went like an earlier one, or would have, so that nothing was added to them. */
  readonly pruned: number
  readonly isWhole: boolean
  readonly violations: readonly { readonly case: Case; readonly text: string }[]
}

/** Calls that leave the page, that are parts of other calls, or that change nothing here, are not explored. */
const left: ReadonlySet<CallName> = new Set([
  'leave for the provider',
  'come back from the provider',
  'text another code',
])
const chosen = callNames.filter((name) => !left.has(name))

/** What spoils an answer only concerns the calls that begin a session. */
const spoils: ReadonlySet<CallName> = new Set(['lose an answer', 'lose a request', 'contradict an answer'])
const beginning: ReadonlySet<CallName> = new Set(['enter', 'submit', 'refresh'])
const isOdd = (one: CallName, other: CallName): boolean =>
  (spoils.has(one) && !beginning.has(other)) || (spoils.has(other) && !beginning.has(one))

export const pairs: readonly Pair[] = chosen.flatMap((one, index) =>
  chosen
    .slice(index)
    .filter((other) => !isOdd(one, other))
    .flatMap((other) =>
      (['same tab', 'two tabs'] as const).flatMap((tabs) =>
        (['sealed', 'client-held'] as const).map(
          (keyDelivery): Pair => ({ calls: [one, other], tabs, keyDelivery }),
        ),
      ),
    ),
)

export const nameOf = ({ calls, tabs, keyDelivery }: Pair): string =>
  `${calls.join(' + ')}, ${tabs}${keyDelivery === 'sealed' ? '' : ', own key'}`

const call = (name: CallName, tab: number, settle: boolean): Step => ({
  do: 'call',
  call: name,
  tab,
  choice: 1,
  settle,
})
const usual = { locks: 'shown', skew: 0, refreshAhead: null } as const

/** With one of these calls, the service asks the person to authorize payments. */
const releases = ({ calls }: Pair): boolean => calls.includes('authorize')

const beginnings = new Map<string, Start>()

/**
 * A session, an awaited code for another session, and a payment whose answer was lost. It is the same for all cases,
 * except that a payment which has to be authorized waits for that.
 */
async function begun(keyDelivery: KeyDelivery, sca: boolean): Promise<Start> {
  const name = `${keyDelivery} ${sca}`
  const steps = [
    call('enter', 0, true),
    { do: 'wait', seconds: 61 } as const,
    ...(sca ? [] : [{ do: 'fault', at: 'POST /quotes/{quoteId}/execute', fault: 'lost' } as const]),
    call('pay again', 0, true),
    call('sign in by code', 0, true),
  ]
  const leaves = (start: Start): void => {
    beginnings.set(name, start)
  }
  if (!beginnings.has(name))
    await runSchedule({ ...usual, keyDelivery, sca, steps }, 'explore beginning', { pick: oldest, leaves })
  const start = beginnings.get(name)
  if (!start) throw new Error('The beginning did not end.')
  return start
}

/** Two tabs are opened, and then the two calls are made. */
function scheduleOf(of: Case): Schedule {
  const {
    calls: [one, other],
    tabs,
    keyDelivery = 'sealed',
    start,
  } = of
  return {
    ...usual,
    keyDelivery,
    sca: releases(of),
    steps: [
      { do: 'open' },
      { do: 'wait', seconds: 1 },
      call(one, 0, false),
      { do: 'breathe', turns: start },
      call(other, tabs === 'same tab' ? 0 : 1, true),
      { do: 'breathe', turns: 1_000 },
    ],
  }
}

/** The first step at which something may be held back: the step with the first of the two calls. */
const first = 2

const isCrypto = ({ name }: Task): boolean => name.startsWith('< crypto ')

interface PlayedCase extends Played {
  /** What is wrong. */
  readonly text: string
  /** The number of points in the run. */
  readonly points: number
  /**
   * The points at which the answer of a cryptographic call arrives that leads to the next such call, and to nothing
   * else. Together with another point they are not held back, because holding back the last answer delays the same.
   */
  readonly passing: ReadonlySet<number>
}

export async function playHeld(of: Case, keepTrace = false): Promise<PlayedCase> {
  const schedule = scheduleOf(of)
  const held = new Set<number>()
  /** The points by the order of their tasks. */
  const pointOf = new Map<number, number>()
  const passing = new Set<number>()
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
        pointOf.set(next.order, points)
        if (of.held.includes(points)) {
          held.add(next.order)
          continue
        }
      }
      return heads.indexOf(next)
    }
  }
  const watch = ({ task, posted, isSeen }: Ran): void => {
    const point = pointOf.get(task.order)
    const [only, ...others] = posted
    if (point === undefined || isSeen || others.length > 0) return
    if (isCrypto(task) && only && isCrypto(only) && only.life === task.life) passing.add(point)
  }
  const begins = (step: number): void => {
    isHolding = step >= first && step < schedule.steps.length
    if (!isHolding) held.clear()
  }
  const findings = await runSchedule(schedule, 'explore', {
    keepTrace,
    pick,
    begins,
    watch,
    start: await begun(of.keyDelivery ?? 'sealed', releases(of)),
  })
  return { ...findings, text: textOf(findings), points, passing }
}

const textOf = ({ lost, doubled, hung, odd }: Findings): string =>
  [...lost, ...doubled, ...hung.map((call) => `hung: ${call}`), ...odd].join('\n')

/** @param bound how many points are held back at most, a later start included; `until` ends it early, `isEnough` at the first violation */
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
  /** @param left how many more points may be held back after these */
  const visit = async (start: number, held: readonly number[], left: number): Promise<void> => {
    if (until() || (isEnough && violations.length > 0)) {
      isWhole = false
      return
    }
    const own: Case = { ...pair, start, held }
    const played = await playHeld(own)
    explored += 1
    if (played.text !== '') violations.push({ case: own, text: played.text })
    if (seen.has(played.hash)) {
      pruned += 1
      return
    }
    seen.add(played.hash)
    if (left === 0) return
    const { points, passing } = played
    for (let at = (held.at(-1) ?? 0) + 1; at <= points; at++) {
      if (held.length > 0 && passing.has(at)) pruned += 1
      else await visit(start, [...held, at], passing.has(at) ? 0 : left - 1)
    }
  }
  for (const start of starts)
    if (start === 0 || bound > 0) await visit(start, [], start === 0 ? bound : bound - 1)
  return { explored, pruned, isWhole, violations }
}
