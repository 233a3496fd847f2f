/**
 * The program behind `npm run faults`: plays schedules, and writes one line of JSON. Arguments: runs, seed, and `shrink` to look
 * for the shortest schedule that fails.
 *
 * @module
 */
import '@simplewebauthn/browser'
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { systemClock } from '../../src/clock.js'
import { sealedDelivery } from '../../src/wallet/crypto/sealed-delivery.js'
import { warmUp } from '../../src/wallet/crypto/warm-up.js'
import { pretendBrowser } from '../stage/browser.js'
import { known } from './known.js'
import { type Findings, runSchedule } from './run.js'
import { type Schedule, schedule } from './schedule.js'

const [runs = 60, seed = 1] = process.argv.slice(2).map(Number)
const uncaught: string[] = []
process.on('unhandledRejection', (error) => uncaught.push(String(error)))
process.on('uncaughtException', (error) => uncaught.push(String(error)))

pretendBrowser()
await warmUp()
await sealedDelivery.preload(systemClock())

const done = { calls: 0, sessions: 0, payments: 0 }
const found = { lost: 0, doubled: 0, hung: 0, uncaught: 0, odd: 0 }

const played = async (steps: Parameters<typeof runSchedule>[0]): Promise<Omit<Findings, 'done'>> => {
  const stopped = (error: unknown): Findings => ({
    lost: [],
    doubled: [],
    hung: [],
    odd: [`stopped: ${error instanceof Error ? error.stack : error}`],
    done: { calls: 0, sessions: 0, payments: 0 },
  })
  const { done: did, ...findings } = await runSchedule(steps).catch(stopped)
  done.calls += did.calls
  done.sessions += did.sessions
  done.payments += did.payments
  return findings
}

let isShrinking = false
const report = await fc.check(
  fc.asyncProperty(schedule, async (steps) => {
    const all = { ...(await played(steps)), uncaught: uncaught.splice(0) }
    const kinds = (Object.keys(found) as (keyof typeof found)[]).filter((kind) => all[kind].length > 0)
    if (kinds.length === 0) return
    // A failing schedule counts once; the shorter ones it is shrunk to are the same finding.
    if (!isShrinking) for (const kind of kinds) found[kind] += 1
    isShrinking = true
    throw new Error(JSON.stringify(all, undefined, 1))
  }),
  {
    // As many random ones as were asked for: the known come on top.
    numRuns: runs + known.length,
    seed,
    examples: known.map((steps): [Schedule] => [steps]),
    endOnFailure: process.argv[4] !== 'shrink',
  },
)
const failure = report.failed ? `${String(report.errorInstance)}\n${fc.defaultReportMessage(report)}` : ''
process.stdout.write(`${JSON.stringify({ runs: report.numRuns, seed, ...done, found, failure })}\n`)
process.exit(0)
