/**
 * `npm run crashes`: lets a page die at every point of every flow, and checks the state after the next load. Prints a
 * table and a closing line. `--one-in N` tries only every Nth death, always the same ones. `--only TEXT` sweeps only
 * the flows whose name contains the text: `--only 'own key'`.
 * @module
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { nodeBundle, reports } from './node-bundle.js'

/** @typedef {Record<'points' | 'tried' | 'resumed' | 'ended' | 'missed', number>} Counts */
/** @typedef {Counts & { flow: string, setting: string, problems: readonly string[] }} Row */

const { values } = parseArgs({
  options: { 'one-in': { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
})
const oneIn = Number(values['one-in'])
if (!(Number.isSafeInteger(oneIn) && oneIn > 0)) {
  console.error('usage: npm run crashes -- [--one-in N], a whole number [--only TEXT]')
  process.exit(2)
}

const program = await nodeBundle('test/crashes/main.ts')
const parts = oneIn === 1 ? availableParallelism() : 1
const ran = await Promise.all(
  Array.from({ length: parts }, (_, part) => reports(program, [part, parts, oneIn, values.only])),
)

/** @type {Row[]} */
const rows = ran.flatMap((each) => each.rows)
const broken = ran.filter(({ code }) => code !== 0)
const problems = rows.flatMap((row) => row.problems.map((problem) => `${row.setting}: ${problem}`))

const columns = /** @type {const} */ (['points', 'tried', 'resumed', 'ended', 'missed'])
/** @param {string} name @param {string} setting @param {readonly (string | number)[]} cells */
const line = (name, setting, cells) =>
  console.log(
    `${name.padEnd(34)}${setting.padEnd(28)}${cells.map((cell) => String(cell).padStart(9)).join('')}`,
  )
line('flow', 'what comes next', [...columns, 'lost'])
for (const row of rows)
  line(row.flow, row.setting, [...columns.map((column) => row[column]), row.problems.length])
for (const problem of problems) console.log(problem)
for (const { output } of broken) console.log(output)

const sum = (/** @type {(typeof columns)[number]} */ column) =>
  rows.reduce((total, row) => total + row[column], 0)
const isFine =
  problems.length === 0 && broken.length === 0 && sum('tried') > 0 && sum('missed') * 20 < sum('tried') + 20
console.log(
  `${sum('tried')} deaths at ${sum('points')} points of ${rows.length} sweeps: ${sum('resumed')} resumed, ` +
    `${sum('ended')} ended cleanly, ${sum('missed')} not reached, ${problems.length} lost` +
    `${broken.length === 0 ? '' : `, ${broken.length} processes crashed`}`,
)
process.exitCode = isFine ? 0 : 1
