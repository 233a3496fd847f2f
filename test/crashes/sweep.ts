/** Tries all deaths of one flow in one setting. @module */

import type { Crash } from '../stage/point.js'
import { type Flow, flows } from './flows.js'
import { unjournaled } from './judge.js'
import { runCrash, type Setting, type Verdict } from './run.js'

export interface Row {
  readonly flow: string
  readonly setting: string
  /** The number of points at which the flow touches the outside. */
  readonly points: number
  readonly tried: number
  readonly resumed: number
  readonly ended: number
  /**
   * The number of points that were not reached. Cryptography sometimes takes one step more or less, so the last point
   * may not come.
   */
  readonly missed: number
  readonly problems: readonly string[]
}

const settings: readonly Setting[] = [
  { successor: 'next page', locks: 'shown' },
  { successor: 'next page', locks: 'missing' },
  { successor: 'other tab', locks: 'shown' },
  { successor: 'other tab', locks: 'missing' },
]

/**
 * Sweeps the flows whose names contain a text.
 *
 * @param part the index of this process, of `parts`
 * @param oneIn every how many deaths one is tried
 */
export async function* sweepFlows(
  part: number,
  parts: number,
  oneIn: number,
  only: string,
): AsyncGenerator<Row> {
  let deaths = 0
  for (const [index, flow] of flows.filter(({ name }) => name.includes(only)).entries()) {
    if (index % parts !== part) continue
    // A run that leaves out deaths is a short run. It tries each flow in one setting only.
    const chosen = oneIn === 1 ? settings : settings.slice(index % settings.length).slice(0, 1)
    for (const setting of chosen) yield sweepFlow(flow, setting, () => deaths++ % oneIn === 0)
  }
}

/** @param picks which of the deaths are tried, counted from 0 */
async function sweepFlow(flow: Flow, setting: Setting, picks: (index: number) => boolean): Promise<Row> {
  const { points, problems: alive } = await tried(flow, setting, undefined)
  // The points of two simultaneous calls alternate, so the point after an answer may belong to the other call.
  const journal = flow.sessions === undefined && flow.spoils === undefined ? unjournaled(points) : []
  const problems = [...alive, ...journal].map((problem) => `${flow.name}, nobody dies: ${problem}`)
  const crashes = points.flatMap(({ sides }, index) => sides.map((when): Crash => ({ at: index + 1, when })))
  const counts = { resumed: 0, ended: 0, 'not reached': 0 }
  const picked = crashes.filter((_, index) => picks(index))
  for (const crash of picked) {
    const { outcome, problems: found, points: passed } = await tried(flow, setting, crash)
    counts[outcome] += 1
    const name = passed[crash.at - 1]?.name ?? 'nothing'
    problems.push(...found.map((problem) => `${flow.name}, ${crash.when} ${crash.at} (${name}): ${problem}`))
  }
  return {
    flow: flow.name,
    setting: `${setting.successor}, locks ${setting.locks}`,
    points: points.length,
    tried: picked.length,
    resumed: counts.resumed,
    ended: counts.ended,
    missed: counts['not reached'],
    problems,
  }
}

/** An error that stops a run counts as a finding. */
async function tried(flow: Flow, setting: Setting, crash: Crash | undefined): Promise<Verdict> {
  try {
    return await runCrash(flow, setting, crash)
  } catch (error) {
    return { outcome: 'not reached', problems: [`stopped: ${String(error)}`], points: [] }
  }
}
