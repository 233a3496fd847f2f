/**
 * `npm run fuzz -- --runs N --seed S`: gives every parser inputs that are almost valid. Prints a line for each target
 * and a closing line. A failure is made smaller, and comes with its seed and path.
 * @module
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { inParts, nodeBundle } from './node-bundle.js'
import { checkUsage } from './run.js'

/** @typedef {Record<'accepted' | 'refused' | 'slowest' | 'seconds', number>} Figures */
/** @typedef {Figures & { target: string, failures: readonly string[] }} Row */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const runs = Number(values.runs)
const seed = Number(values.seed)
const areWhole = Number.isSafeInteger(runs) && runs > 0 && Number.isSafeInteger(seed)
checkUsage(areWhole, 'fuzz -- --runs N --seed S, both whole numbers')

const program = await nodeBundle('test/fuzz/main.ts')
// A short run would end before a second process has started.
const parts = runs < 100_000 ? 1 : availableParallelism()
/** @type {{ rows: Row[], broken: string[] }} */
const { rows, broken } = await inParts(program, parts, (part) => [runs, seed, part, parts])
const sum = (/** @type {'accepted' | 'refused'} */ name) => rows.reduce((total, row) => total + row[name], 0)
const failures = rows.flatMap(({ target, failures }) => failures.map((failure) => `${target}: ${failure}`))

console.table(rows.map(({ failures, ...row }) => ({ ...row, failures: failures.length })))
for (const line of [...failures, ...broken]) console.log(line)
console.log(
  `${sum('accepted') + sum('refused')} inputs for ${rows.length} parsers: ${sum('accepted')} accepted, ${sum('refused')} refused, ` +
    `${failures.length === 0 ? 'nothing else happened' : `${failures.length} failures`}` +
    `${broken.length === 0 ? '' : `, ${broken.length} processes crashed`} (seed ${seed})`,
)
process.exitCode = failures.length === 0 && broken.length === 0 && rows.length > 0 ? 0 : 1
