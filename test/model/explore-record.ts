/** Explores every state that the model of the record can reach. @module */
import { type Budget, firstWorld, movesOf, type World } from './record-model.js'

export interface Walk {
  readonly worlds: number
  readonly moves: number
  /** Whether every reachable world was explored. */
  readonly isWhole: boolean
  /** What is wrong, with the steps that lead to it. */
  readonly violations: readonly string[]
  /** How often each commit changed the record, and how often it left the record unchanged. */
  readonly commits: ReadonlyMap<string, { changed: number; left: number }>
}

const none: Budget = { attempts: 0, sends: 0, crashes: 0, pauses: 0, ends: 0, ticks: 0, failures: 0 }

/** What a test run explores completely, in a few seconds. */
export const slice: readonly (readonly [tabs: number, budget: Budget])[] = [
  [2, { ...none, attempts: 2, crashes: 1, ends: 1 }],
  [2, { ...none, attempts: 2, ticks: 1, ends: 1 }],
  [2, { ...none, attempts: 1, sends: 2, crashes: 1 }],
  [2, { ...none, attempts: 1, sends: 2, ends: 1, failures: 1 }],
]

/** What `npm run explore` explores in addition: three tabs, and suspended pages. */
export const whole: typeof slice = [
  ...slice,
  [2, { ...none, attempts: 2, crashes: 1, ticks: 1 }],
  [2, { ...none, attempts: 2, pauses: 1, ticks: 1 }],
  [2, { ...none, attempts: 1, ticks: 3 }],
  [3, { ...none, attempts: 2, ticks: 1 }],
  [3, { ...none, attempts: 2, crashes: 1 }],
  [3, { ...none, attempts: 2, ends: 1 }],
  [3, { ...none, attempts: 1, sends: 2, crashes: 1 }],
]

/** @param most the maximum number of worlds that are explored */
export function exploreRecord(tabs: number, budget: Budget, most: number): Walk {
  const first = firstWorld(tabs, budget)
  const seen = new Map<string, { readonly from: string; readonly name: string }>()
  const commits = new Map<string, { changed: number; left: number }>()
  const violations: string[] = []
  const told = (commit: string, didChange: boolean): void => {
    const counts = commits.get(commit) ?? { changed: 0, left: 0 }
    counts[didChange ? 'changed' : 'left'] += 1
    commits.set(commit, counts)
  }
  const wayTo = (key: string): string => {
    const names: string[] = []
    for (let at = seen.get(key); at; at = seen.get(at.from)) names.unshift(at.name)
    return names.join(' → ')
  }
  let moves = 0
  let layer: readonly { readonly key: string; readonly world: World }[] = [
    { key: keyOf(first), world: first },
  ]
  while (layer.length > 0 && seen.size < most) {
    const next: { readonly key: string; readonly world: World }[] = []
    for (const { key, world } of layer) {
      for (const { name, next: to, wrong } of movesOf(world, told)) {
        moves += 1
        for (const each of wrong)
          if (violations.length < 20) violations.push(`${each}: ${wayTo(key)} → ${name}`)
        const toKey = keyOf(to)
        if (wrong.length > 0 || seen.has(toKey) || toKey === key) continue
        seen.set(toKey, { from: key, name })
        next.push({ key: toKey, world: to })
      }
      if (seen.size >= most) break
    }
    layer = next
  }
  return { worlds: seen.size, moves, isWhole: layer.length === 0, violations, commits }
}

const keyOf = (world: World): string => JSON.stringify(world)
