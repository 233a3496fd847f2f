/**
 * `npm run faults -- --runs N --seed S`: random schedules of people, tabs, clocks and networks, on all cores. Says how far it is,
 * then a line for everything found and one closing line; a batch that failed names its seed and its shortest schedule.
 *
 * @module
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { nodeBundle } from './node-bundle.js'
import { run } from './run.js'

/**
 * @typedef {object} Batch
 * @property {number} runs
 * @property {number} calls
 * @property {number} sessions
 * @property {number} payments
 * @property {Record<'lost' | 'doubled' | 'hung' | 'uncaught' | 'odd', number>} found
 * @property {string} failure
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const runs = Number(values.runs)
const seed = Number(values.seed)
if (!(Number.isSafeInteger(runs) && runs > 0 && Number.isSafeInteger(seed))) {
  console.error('usage: npm run faults -- --runs N --seed S, both whole numbers')
  process.exit(2)
}

// A short run is over before a second process would have started.
// One more than there are cores: each process waits for threads of its own now and then.
const parts = runs < 200 ? 1 : availableParallelism() + 1
const size = Math.min(500, Math.ceil(runs / parts))
const batches = Array.from({ length: Math.ceil(runs / size) }, (_, batch) => ({
  runs: Math.min(size, runs - batch * size),
  seed: seed + batch,
}))
const program = await nodeBundle('test/faults/main.ts')
const done = /** @type {Batch[]} */ ([])
const broken = /** @type {string[]} */ ([])

const work = async () => {
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const { code, output } = await run(process.execPath, [
      '--max-semi-space-size=64',
      program,
      String(batch.runs),
      String(batch.seed),
    ])
    const line = output.split('\n').find((each) => each.startsWith('{"runs"'))
    const result = line === undefined ? undefined : /** @type {Batch} */ (JSON.parse(line))
    if (result) done.push(result)
    if (code !== 0 || result === undefined) broken.push(`seed ${batch.seed}, exit ${code}: ${output}`)
    const said = result?.failure === '' ? 'ok    ' : 'FAILED'
    console.log(`${said} ${batch.runs} schedules from seed ${batch.seed}, ${batches.length} batches to begin`)
  }
}
await Promise.all(Array.from({ length: parts }, work))

const sum = (/** @type {(batch: Batch) => number} */ of) =>
  done.reduce((total, batch) => total + of(batch), 0)
const played = sum((batch) => batch.runs)
for (const { failure } of done) if (failure !== '') console.log(failure)
for (const output of broken) console.log(output)
const found = {
  'sessions lost': sum(({ found }) => found.lost),
  'double executions': sum(({ found }) => found.doubled),
  hangs: sum(({ found }) => found.hung),
  'uncaught errors': sum(({ found }) => found.uncaught),
  'oracle mismatches': sum(({ found }) => found.odd),
}
console.log(
  `${played} schedules, ${sum(({ calls }) => calls)} calls, ${sum(({ sessions }) => sessions)} sessions, ` +
    `${sum(({ payments }) => payments)} payments: ${Object.entries(found)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}${broken.length === 0 ? '' : `, ${broken.length} processes broke off`} (seed ${seed})`,
)
const isClean = Object.values(found).every((count) => count === 0)
process.exitCode = isClean && broken.length === 0 && played >= runs ? 0 : 1
