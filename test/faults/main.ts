/**
 * The program behind `npm run faults`. `runs seed` runs random schedules, and `replay schedule [trace]` runs one of
 * them again. Writes one line of JSON.
 *
 * @module
 */
import '@simplewebauthn/browser'
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { pretendBrowser } from '../stage/browser.js'
import { takeOver } from '../stage/world.js'
import { known } from './known.js'
import { type Findings, runSchedule } from './run.js'
import { type Schedule, schedule } from './schedule.js'

const uncaught: string[] = []
process.on('unhandledRejection', (error) => uncaught.push(String(error)))
process.on('uncaughtException', (error) => uncaught.push(String(error)))

pretendBrowser()
takeOver()

const kinds = ['lost', 'doubled', 'hung', 'uncaught', 'odd'] as const

/** A schedule that was run, and what it found. */
interface Played extends Omit<Findings, 'trace'> {
  readonly trace: readonly string[]
  readonly wrong: readonly (typeof kinds)[number][]
  readonly text: string
}

async function play(steps: Schedule, order: string, keepTrace = false): Promise<Played> {
  const stopped = (error: unknown): Findings => ({
    hash: '',
    trace: [],
    lost: [],
    doubled: [],
    hung: [],
    odd: [`stopped: ${error instanceof Error ? error.stack : error}`],
    done: { calls: 0, sessions: 0, payments: 0 },
  })
  const findings = await runSchedule(steps, order, { keepTrace }).catch(stopped)
  const all = { ...findings, uncaught: uncaught.splice(0) }
  const wrong = kinds.filter((kind) => all[kind].length > 0)
  const text = JSON.stringify(Object.fromEntries(wrong.map((kind) => [kind, all[kind]])), undefined, 1)
  return { ...findings, wrong, text }
}

/** The order is derived from the schedule, so that the seed determines everything. */
const orderOf = (steps: Schedule): string =>
  createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 8)

const replayOf = (steps: Schedule, order: string): string =>
  `npm run faults -- --replay '${JSON.stringify({ order, ...steps })}'`

/** The maximum number of shorter schedules that are tried after a failure. */
const shrinks = 400

async function playMany(runs: number, seed: number): Promise<object> {
  const done = { calls: 0, sessions: 0, payments: 0 }
  const found = { lost: 0, doubled: 0, hung: 0, uncaught: 0, odd: 0 }
  const hashes: string[] = []
  let first: { readonly steps: Schedule; readonly order: string } | undefined
  let shortest = ''
  let tried = 0
  const property = fc.asyncProperty(schedule, async (steps) => {
    if (tried > shrinks) return
    const order = first?.order ?? orderOf(steps)
    const { hash, done: did, wrong, text } = await play(steps, order)
    if (first) tried += 1
    else {
      hashes.push(hash)
      for (const name of ['calls', 'sessions', 'payments'] as const) done[name] += did[name]
    }
    if (wrong.length === 0) return
    // A failing schedule counts once. The shorter schedules to which it is reduced are the same finding.
    if (first === undefined) for (const kind of wrong) found[kind] += 1
    first ??= { steps, order }
    shortest = `${text}\nshrunk: ${replayOf(steps, order)}`
    throw new Error(text)
  })
  // The known schedules are added to the requested number of random ones.
  const examples = known.map((steps): [Schedule] => [steps])
  const { numRuns } = await fc.check(property, { numRuns: runs + known.length, seed, examples })
  const failure = first ? `replay: ${replayOf(first.steps, first.order)}\n${shortest}` : ''
  return { runs: numRuns, seed, ...done, found, failure, hashes }
}

async function replay(text: string, keepTrace: boolean): Promise<object> {
  const { order, ...steps } = JSON.parse(text) as Schedule & { readonly order: string }
  const { hash, trace, wrong, text: failure } = await play(steps, order, keepTrace)
  return { hash, wrong, failure: wrong.length === 0 ? '' : failure, trace }
}

const [first = '60', second = '1', third] = process.argv.slice(2)
const result =
  first === 'replay' ? await replay(second, third === 'trace') : await playMany(Number(first), Number(second))
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
