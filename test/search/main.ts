/**
 * The program behind the searches. Its arguments are a search and what it needs:
 *
 * - `faults`, `payments` or `sequences`: `runs seed` plays random cases, `replay case [trace]` plays one of them again.
 * - `record [slice]` explores the model of the record.
 * - `pairs` lists the pairs of calls. `pairs N bound seconds [first]` explores one, with `first` only up to the first
 *   violation. `pairs replay case [trace]` plays one case.
 * - `crashes part parts oneIn only` lets pages die in the flows whose names contain the text.
 *
 * Writes lines of JSON.
 * @module
 */
// Packages that load in the middle of a flow take real time, in which the stage would let a deadline pass.
import '@simplewebauthn/browser'
import '@simplewebauthn/server'
import 'fake-indexeddb/auto'
import { sweepFlows } from '../crashes/sweep.js'
import { explorePair, nameOf, pairs, playHeld } from '../explore/pairs.js'
import { exploreRecord, slice, whole } from '../model/explore-record.js'
import { pretendBrowser } from '../stage/browser.js'
import { takeOver } from '../stage/world.js'
import { uncaught } from './random.js'
import { searches } from './searches.js'

// The real time, because the stage's clock moves only when it is advanced.
const { hrtime } = process

const write = (report: object): void => void process.stdout.write(`${JSON.stringify(report)}\n`)

async function report([what = '', ...given]: readonly string[]): Promise<void> {
  const [first = '', second = '', third] = given
  const [index = 0, bound = 1, seconds = 1] = given.map(Number)
  const search = searches[what]
  if (search && first === 'replay') return write(await search.again(second, third === 'trace'))
  if (search) return write(await search.many(index, bound))
  if (what === 'crashes') {
    const [part = 0, parts = 1, oneIn = 1] = given.map(Number)
    for await (const row of sweepFlows(part, parts, oneIn, given[3] ?? ''))
      write({
        ...row,
        problems: [...row.problems, ...uncaught.splice(0).map((error) => `uncaught: ${error}`)],
      })
  } else if (what === 'record')
    write(
      (first === 'slice' ? slice : whole).map(([tabs, budget]) => {
        const { worlds, moves, isWhole, violations } = exploreRecord(tabs, budget, 2_000_000)
        return { tabs, budget, worlds, moves, isWhole, violations }
      }),
    )
  else if (first === '') write({ pairs: pairs.map(nameOf) })
  else if (first === 'replay') {
    const { hash, trace, text } = await playHeld(JSON.parse(second), third === 'trace')
    write({ hash, trace, failure: text })
  } else {
    const pair = pairs[index]
    if (pair === undefined) throw new Error('There is no such pair.')
    const end = hrtime.bigint() + BigInt(seconds) * 1_000_000_000n
    const explored = await explorePair(pair, bound, () => hrtime.bigint() > end, given[3] === 'first')
    write({ ...explored, uncaught })
  }
}

pretendBrowser()
takeOver()
await report(process.argv.slice(2))
process.stdout.write('', () => process.exit(0))
