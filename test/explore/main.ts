/**
 * The program behind `npm run explore`. `pair N bound seconds [first]` explores a pair of calls, with `first` only up
 * to the first violation. `record [slice]` explores the model of the record. `replay case [trace]` runs one case.
 * Writes one line of JSON.
 *
 * @module
 */
import '@simplewebauthn/browser'
import 'fake-indexeddb/auto'
import { exploreRecord, slice, whole } from '../model/explore-record.js'
import { pretendBrowser } from '../stage/browser.js'
import { takeOver } from '../stage/world.js'
import { type Case, explorePair, pairs, playCase } from './pairs.js'

const uncaught: string[] = []
process.on('unhandledRejection', (error) => uncaught.push(String(error)))
process.on('uncaughtException', (error) => uncaught.push(String(error)))
// The real time, because the stage's clock moves only when it is advanced.
const { hrtime } = process

async function results([what = 'count', ...given]: readonly string[]): Promise<object> {
  if (what === 'record')
    return (given[0] === 'slice' ? slice : whole).map(([tabs, budget]) => {
      const { worlds, moves, isWhole, violations } = exploreRecord(tabs, budget, 2_000_000)
      return { tabs, budget, worlds, moves, isWhole, violations }
    })
  if (what === 'count')
    return {
      pairs: pairs.map(
        ({ calls, tabs, keyDelivery }) =>
          `${calls.join(' + ')}, ${tabs}${keyDelivery === 'sealed' ? '' : ', own key'}`,
      ),
    }
  pretendBrowser()
  takeOver()
  if (what === 'replay') {
    const played = await playCase(JSON.parse(given[0] ?? '') as Case, given[1] === 'trace')
    const { lost, doubled, hung, odd, hash, trace } = played
    return { hash, trace, failure: [...lost, ...doubled, ...hung, ...odd].join('\n') }
  }
  const [index = 0, bound = 1, seconds = 1] = given.map(Number)
  const pair = pairs[index]
  if (pair === undefined) throw new Error('There is no such pair.')
  const end = hrtime.bigint() + BigInt(seconds) * 1_000_000_000n
  return { ...(await explorePair(pair, bound, () => hrtime.bigint() > end, given[3] === 'first')), uncaught }
}

const text = JSON.stringify(await results(process.argv.slice(2)))
process.stdout.write(`${text}\n`, () => process.exit(0))
