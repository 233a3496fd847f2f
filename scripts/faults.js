/** `npm run faults -- --runs N --seed S`: many random schedules, on all cores, and one closing line. @module */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run, tool } from './run.js'

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

const folder = mkdtempSync(join(tmpdir(), 'faults-'))
const report = join(folder, 'report')
// Short batches, so that the run says how far it is.
const size = Math.min(500, Math.ceil(runs / availableParallelism()))
const batches = Array.from({ length: Math.ceil(runs / size) }, (_, batch) => ({
  runs: Math.min(size, runs - batch * size),
  seed: seed + batch,
}))
const failures = /** @type {string[]} */ ([])
let left = batches.length

const work = async () => {
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const env = { FAULTS_RUNS: String(batch.runs), FAULTS_SEED: String(batch.seed), FAULTS_REPORT: report }
    const { code, output } = await run(process.execPath, [tool('vitest'), 'run', 'test/faults'], { env })
    if (code !== 0) failures.push(output)
    left -= 1
    console.log(
      `${code === 0 ? 'ok    ' : 'FAILED'} ${batch.runs} schedules from seed ${batch.seed}, ${left} batches left`,
    )
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work))

const lines = readReport().map((line) => JSON.parse(line))
rmSync(folder, { recursive: true })
const sum = (/** @type {'runs' | 'calls' | 'sessions' | 'payments'} */ name) =>
  lines.reduce((total, line) => total + line[name], 0)
for (const failure of failures) console.log(failure)
console.log(
  `${sum('runs')} schedules, ${sum('calls')} calls, ${sum('sessions')} sessions, ${sum('payments')} payments: ` +
    `${failures.length === 0 ? 'nothing lost, doubled, hung or contradicted' : `${failures.length} batches found something`} (seed ${seed})`,
)
process.exitCode = failures.length === 0 && sum('runs') >= runs ? 0 : 1

function readReport() {
  try {
    return readFileSync(report, 'utf8').trim().split('\n')
  } catch {
    return []
  }
}
