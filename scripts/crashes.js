/**
 * `npm run crashes`: lets a page die at every point of every flow, and checks the state after the next load. Prints a
 * table and a closing line. `--one-in N` tries only every Nth death, always the same ones. `--only TEXT` sweeps only
 * the flows whose name contains the text: `--only 'own key'`.
 * @module
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { inParts, nodeBundle } from './node-bundle.js'
import { checkUsage } from './run.js'

/** @typedef {Record<'points' | 'tried' | 'resumed' | 'ended' | 'missed', number>} Counts */
/** @typedef {Counts & { flow: string, setting: string, problems: readonly string[] }} Row */

const { values } = parseArgs({
  options: { 'one-in': { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
})
const oneIn = Number(values['one-in'])
checkUsage(Number.isSafeInteger(oneIn) && oneIn > 0, 'crashes -- [--one-in N], a whole number [--only TEXT]')

const program = await nodeBundle('test/search/main.ts')
const parts = oneIn === 1 ? availableParallelism() : 1
/** @type {{ rows: Row[], broken: string[] }} */
const { rows, broken } = await inParts(program, parts, (part) => ['crashes', part, parts, oneIn, values.only])
const problems = rows.flatMap((row) => row.problems.map((problem) => `${row.setting}: ${problem}`))

console.table(rows.map(({ problems, ...row }) => ({ ...row, lost: problems.length })))
for (const line of [...problems, ...broken]) console.log(line)

const sum = (/** @type {keyof Counts} */ column) => rows.reduce((total, row) => total + row[column], 0)
const isFine =
  problems.length === 0 && broken.length === 0 && sum('tried') > 0 && sum('missed') * 20 < sum('tried') + 20
console.log(
  `${sum('tried')} deaths at ${sum('points')} points of ${rows.length} sweeps: ${sum('resumed')} resumed, ` +
    `${sum('ended')} ended cleanly, ${sum('missed')} not reached, ${problems.length} lost` +
    `${broken.length === 0 ? '' : `, ${broken.length} processes crashed`}`,
)
process.exitCode = isFine ? 0 : 1
