/**
 * `npm run explore -- --minutes N`: explores every pair of calls, in one tab and in two, with at most two answers held
 * back at a time (`--bound 1`: one). A second call that begins later counts like an answer held back. Also explores the
 * model of the record with three tabs. Prints its progress after each pair. The results are stored in
 * `coverage/explore.json`, and the next run of the same source continues from there. `--replay CASE` runs one case, and
 * `--trace` prints everything that happens in it.
 * @module
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { asked, nodeBundle, replay } from './node-bundle.js'
import { checkUsage, root } from './run.js'

/** @typedef {{ case: object, text: string }} Violation */
/** @typedef {{ explored: number, pruned: number, isWhole: boolean, violations: readonly Violation[], uncaught: readonly string[] }} Explored */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    bound: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    replay: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
const bound = Number(values.bound)
checkUsage(
  minutes > 0 && [0, 1, 2].includes(bound),
  'explore -- [--minutes N] [--bound 0|1|2] [--only TEXT] | --replay CASE [--trace]',
)
const program = await nodeBundle('test/search/main.ts')

if (values.replay !== undefined) await replay(program, 'pairs', values.replay, values.trace)

const kept = join(root, 'coverage', 'explore.json')
const source = createHash('sha256').update(readFileSync(program)).digest('hex')
/** @type {Record<string, Explored>} */
let done = {}
try {
  const before = JSON.parse(readFileSync(kept, 'utf8'))
  if (before.source === source && before.bound === bound) done = before.done
} catch {
  // There are no results yet.
}

let problems = 0
if (values.only === '') {
  for (const { tabs, worlds, moves, isWhole, violations } of await asked(program, 'record')) {
    console.log(
      `record: ${tabs} tabs, ${worlds} worlds, ${moves} moves${isWhole ? ', complete' : ''}: ${violations.length} violations`,
    )
    problems += violations.length
    for (const violation of violations) console.log(violation)
  }
}

const end = Date.now() + minutes * 60_000
/** @type {{ pairs: string[] }} */
const { pairs } = await asked(program, 'pairs')
const wanted = pairs.flatMap((name, index) => (name.includes(values.only) ? [{ name, index }] : []))
const todo = wanted.filter(({ name }) => done[name]?.isWhole !== true)

const work = async () => {
  for (let next = todo.shift(); next && Date.now() < end; next = todo.shift()) {
    const seconds = Math.ceil((end - Date.now()) / 1000)
    /** @type {Explored} */
    const found = await asked(program, 'pairs', next.index, bound, seconds)
    done[next.name] = found
    mkdirSync(join(root, 'coverage'), { recursive: true })
    writeFileSync(kept, JSON.stringify({ source, bound, done }))
    const { explored, pruned, isWhole, violations } = found
    console.log(
      `${next.name}: ${explored} explored, ${pruned} pruned, ${violations.length} violations${isWhole ? '' : ', incomplete'}; ${todo.length} pairs left`,
    )
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work))

const results = wanted.flatMap(({ name }) => done[name] ?? [])
for (const { violations, uncaught } of results) {
  for (const each of violations)
    console.log(`${each.text}\nreplay: npm run explore -- --replay '${JSON.stringify(each.case)}'`)
  for (const error of uncaught) console.log(`uncaught: ${error}`)
  problems += violations.length + uncaught.length
}
const sum = (/** @type {(of: Explored) => number} */ of) => results.reduce((all, each) => all + of(each), 0)
console.log(
  `${results.filter(({ isWhole }) => isWhole).length} of ${wanted.length} pairs complete with at most ${bound} answers held back: ` +
    `${sum(({ explored }) => explored)} explored, ${sum(({ pruned }) => pruned)} pruned, ${problems} violations`,
)
process.exitCode = problems === 0 ? 0 : 1
