/**
 * `npm run faults -- --runs N --seed S`: runs random schedules of people, tabs, clocks and networks on all cores. With
 * `--of payments`, somebody who wants to pay once pays while everything goes wrong; with `--of sequences`, the emulator
 * gets random calls of the whole interface.
 * Prints its progress, everything that it found, and a closing line. For a failed batch, prints the command that
 * replays the schedule, and the command for the shortest schedule that fails. `--twice` runs each batch in two
 * processes and compares their traces. With `--node PATH`, the second process uses another version of Node. `--replay
 * CASE` runs one of them and prints the hash of its trace; `--trace` prints the whole trace.
 * @module
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { nodeBundle, replay, reports } from './node-bundle.js'
import { checkUsage } from './run.js'

/** @typedef {Record<'lost' | 'doubled' | 'hung' | 'uncaught' | 'odd', number>} Found */
/** @typedef {{ runs: number, done: Record<string, number>, found: Found, failure: string, hashes: readonly string[] }} Batch */

/** The searches, and what their cases are called. @type {Readonly<Record<string, string>>} */
const nouns = { faults: 'schedules', payments: 'payers', sequences: 'sequences' }

const { values } = parseArgs({
  options: {
    of: { type: 'string', default: 'faults' },
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    twice: { type: 'boolean', default: false },
    node: { type: 'string', default: process.execPath },
    replay: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const seed = Number(values.seed)
const noun = nouns[values.of] ?? ''
checkUsage(
  noun !== '' && Number.isSafeInteger(runs) && runs > 0 && Number.isSafeInteger(seed),
  `faults -- [--of ${Object.keys(nouns).join('|')}] [--runs N] [--seed S] [--twice [--node PATH]] | --replay CASE [--trace]`,
)

// A short run would end before a second process has started. There is one process more than there are cores, because a
// process sometimes waits for its threads.
const parts = runs < 200 ? 1 : availableParallelism() + 1
const size = Math.min(500, Math.ceil(runs / parts))
const batches = Array.from({ length: Math.ceil(runs / size) }, (_, batch) => ({
  runs: Math.min(size, runs - batch * size),
  seed: seed + batch,
}))
const program = await nodeBundle('test/search/main.ts')
if (values.replay !== undefined) await replay(program, values.of, values.replay, values.trace)

const done = /** @type {Batch[]} */ ([])
const broken = /** @type {string[]} */ ([])

let compared = 0
let different = 0

const work = async () => {
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const { code, output, result } = await played(process.execPath, batch)
    if (result) done.push(result)
    if (result && values.twice) {
      const again = (await played(values.node, batch)).result?.hashes ?? []
      compared += result.hashes.length
      const others = result.hashes.flatMap((hash, at) => (hash === again[at] ? [] : [at]))
      different += others.length
      if (others.length > 0) console.log(`seed ${batch.seed}: ${noun} ${others} differed in the second run`)
    }
    if (code !== 0 || result === undefined) broken.push(`seed ${batch.seed}, exit ${code}: ${output}`)
    const said = result?.failure === '' ? 'ok    ' : 'FAILED'
    console.log(`${said} ${batch.runs} ${noun} from seed ${batch.seed}, ${batches.length} batches left`)
  }
}
await Promise.all(Array.from({ length: parts }, work))

const sum = (/** @type {(batch: Batch) => number} */ of) =>
  done.reduce((total, batch) => total + of(batch), 0)
const total = sum((batch) => batch.runs)
for (const { failure } of done) if (failure !== '') console.log(failure)
for (const output of broken) console.log(output)
const found = {
  'sessions lost': sum(({ found }) => found.lost),
  'double executions': sum(({ found }) => found.doubled),
  hangs: sum(({ found }) => found.hung),
  'uncaught errors': sum(({ found }) => found.uncaught),
  'oracle mismatches': sum(({ found }) => found.odd),
}
/** @type {string[]} */
const did = Object.keys(done[0]?.done ?? {}).map((name) => `${sum(({ done }) => done[name] ?? 0)} ${name}`)
if (values.twice) console.log(`${compared} ${noun} played twice: ${compared - different} equal traces`)
console.log(
  `${[`${total} ${noun}`, ...did].join(', ')}: ${Object.entries(found)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}${broken.length === 0 ? '' : `, ${broken.length} processes crashed`} (seed ${seed})`,
)
const isClean = different === 0 && Object.values(found).every((count) => count === 0)
process.exitCode = isClean && broken.length === 0 && total >= runs ? 0 : 1

/** @param {string} node @param {{ runs: number, seed: number }} batch */
async function played(node, { runs, seed }) {
  const { code, output, rows } = await reports(program, [values.of, runs, seed], { node })
  return { code, output, result: /** @type {Batch | undefined} */ (rows[0]) }
}
