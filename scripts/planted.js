/**
 * `npm run planted -- --only TEXT`: checks whether the searches find faults. Plants faults of the protocol one at a
 * time. Looks for each with the model of the record, with every interleaving of a few pairs of calls, with deaths of a
 * page and, for comparison, with random schedules; or with the tests beside it, where no search plays the code. Prints
 * which search found which fault. Fails unless every fault was found.
 * @module
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { asked, nodeBundle, reports } from './node-bundle.js'
import { plantedFaults } from './planted-faults.js'
import { run } from './run.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    /** How many seconds to search for each pair. */
    seconds: { type: 'string', default: '60' },
    schedules: { type: 'string', default: '500' },
  },
})

let found = 0
let byChance = 0
const wanted = plantedFaults.filter(({ name }) => name.includes(values.only))
for (const fault of wanted) {
  if (fault.tests !== undefined) {
    const shown = await tested(fault)
    if (shown !== undefined) found += 1
    console.log(`${fault.name}\n  ${shown ?? 'NOT FOUND'}`)
    continue
  }
  const program = await nodeBundle('test/search/main.ts', fault)
  /** @type {{ violations: string[] }[]} */
  const inModel = await asked(program, 'record', 'slice')
  const model = inModel.flatMap(({ violations }) => violations)[0]
  const shown = model ?? (await explored(program, fault.pairs)) ?? (await killed(program, fault.flow))
  const chance = (await asked(program, 'faults', values.schedules, 20261122)).failure !== ''
  if (shown !== undefined) found += 1
  if (chance) byChance += 1
  const how =
    shown === undefined ? 'NOT FOUND' : model === undefined ? shown : `the model of the record: ${shown}`
  console.log(`${fault.name}\n  ${how}\n  ${values.schedules} random schedules: ${chance ? '' : 'not '}found`)
}
console.log(
  `${found} of ${wanted.length} planted faults found by the searches, ${byChance} by ${values.schedules} random schedules each`,
)
process.exitCode = found === wanted.length ? 0 : 1

/**
 * Runs the tests of a fault that is in none of the programs that the searches play.
 *
 * @param {import('./planted-faults.js').PlantedFault} fault
 * @returns {Promise<string | undefined>}
 */
async function tested({ name, tests = '' }) {
  const { code, output } = await run('vitest', ['run', join('src/wallet', tests)], { env: { PLANTED: name } })
  const failed = [...output.matchAll(/FAIL.*?> (.*)/g)].map(([, test = '']) => test)
  if (code !== 0 && failed.length === 0) throw new Error(`The tests of "${name}" did not run: ${output}`)
  return failed.length === 0 ? undefined : `${failed.length} tests, the first: ${failed[0]}`
}

/** @param {string} program @param {readonly string[]} pairs @returns {Promise<string | undefined>} */
async function explored(program, pairs) {
  /** @type {{ pairs: string[] }} */
  const { pairs: all } = await asked(program, 'pairs')
  for (const pair of pairs)
    if (!all.some((name) => name.startsWith(`${pair}, `))) throw new Error(`There is no pair "${pair}".`)
  for (const bound of [1, 2]) {
    for (const [index, name] of all.entries()) {
      if (!pairs.some((pair) => name.startsWith(`${pair}, `))) continue
      const { violations, explored } = await asked(program, 'pairs', index, bound, values.seconds, 'first')
      const [first] = violations
      if (first)
        return `${name}, ${bound} held back, case ${explored}: ${first.text.split('\n')[0]} ${JSON.stringify(first.case)}`
    }
  }
  return undefined
}

/** Kills a page at every point of a flow. @param {string} program @param {string | undefined} flow @returns {Promise<string | undefined>} */
async function killed(program, flow) {
  if (flow === undefined) return undefined
  const { rows } = await reports(program, ['crashes', 0, 1, 1, flow])
  if (rows.length === 0) throw new Error(`There is no flow "${flow}".`)
  const [problem] = rows.flatMap(({ problems }) => problems)
  return problem && `a page that dies: ${problem}`
}
