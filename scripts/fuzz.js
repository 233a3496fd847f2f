/**
 * `npm run fuzz -- --runs N --seed S`: gives every parser inputs that are almost valid. Prints a line for each target
 * and a closing line. A failure is made smaller, and comes with its seed and path.
 * @module
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { nodeBundle, reports } from './node-bundle.js'

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
if (!(Number.isSafeInteger(runs) && runs > 0 && Number.isSafeInteger(seed))) {
  console.error('usage: npm run fuzz -- --runs N --seed S, both whole numbers')
  process.exit(2)
}

const program = await nodeBundle('test/fuzz/main.ts')
// A short run would end before a second process has started.
const parts = runs < 100_000 ? 1 : availableParallelism()
const ran = await Promise.all(
  Array.from({ length: parts }, (_, part) => reports(program, [runs, seed, part, parts])),
)

/** @type {Row[]} */
const rows = ran.flatMap((each) => each.rows)
const broken = ran.filter(({ code }) => code !== 0)
const sum = (/** @type {'accepted' | 'refused'} */ name) => rows.reduce((total, row) => total + row[name], 0)
const failures = rows.flatMap(({ target, failures }) => failures.map((failure) => `${target}: ${failure}`))

for (const { target, accepted, refused, slowest, seconds } of rows) {
  const counts = [accepted + refused, accepted, refused].map((count) => String(count).padStart(9)).join('')
  console.log(
    `${target.padEnd(44)}${counts}${slowest.toFixed(1).padStart(9)} ms${seconds.toFixed(1).padStart(9)} s`,
  )
}
for (const failure of failures) console.log(failure)
for (const { output } of broken) console.log(output)
console.log(
  `${sum('accepted') + sum('refused')} inputs for ${rows.length} parsers: ${sum('accepted')} accepted, ${sum('refused')} refused, ` +
    `${failures.length === 0 ? 'nothing else happened' : `${failures.length} failures`}` +
    `${broken.length === 0 ? '' : `, ${broken.length} processes crashed`} (seed ${seed})`,
)
process.exitCode = failures.length === 0 && broken.length === 0 && rows.length > 0 ? 0 : 1
