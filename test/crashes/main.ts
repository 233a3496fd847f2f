/**
 * The program behind `npm run crashes`: sweeps flows, and writes a line of JSON for each row of the table. Arguments:
 * the index of this process, the number of processes, N, to try every Nth death, and a part of the flows' names.
 *
 * @module
 */
import '@simplewebauthn/browser'
import 'fake-indexeddb/auto'
import { pretendBrowser } from '../stage/browser.js'
import { takeOver } from '../stage/world.js'
import { flows } from './flows.js'
import type { Setting } from './run.js'
import { sweepFlow } from './sweep.js'

const settings: readonly Setting[] = [
  { successor: 'next page', locks: 'shown' },
  { successor: 'next page', locks: 'missing' },
  { successor: 'other tab', locks: 'shown' },
  { successor: 'other tab', locks: 'missing' },
]

const [part = 0, parts = 1, oneIn = 1] = process.argv.slice(2, 5).map(Number)
const only = process.argv[5] ?? ''
const uncaught: string[] = []
process.on('unhandledRejection', (error) => uncaught.push(`uncaught: ${String(error)}`))

pretendBrowser()
takeOver()

let deaths = 0
for (const [index, flow] of flows.filter(({ name }) => name.includes(only)).entries()) {
  if (index % parts !== part) continue
  // A run that leaves out deaths is a short run. It tries each flow in one setting only.
  const chosen = oneIn === 1 ? settings : settings.slice(index % settings.length).slice(0, 1)
  for (const setting of chosen) {
    const row = await sweepFlow(flow, setting, () => deaths++ % oneIn === 0)
    process.stdout.write(
      `${JSON.stringify({ ...row, problems: [...row.problems, ...uncaught.splice(0)] })}\n`,
    )
  }
}
process.exit(0)
