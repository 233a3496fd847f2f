/**
 * `npm run production -- --minutes N`: people sign in, pay and export through eight instances of the stand-alone backend,
 * half of the time on Redis and half on Postgres, while instances and the store are killed, the store is paused or fails
 * over, connections to it are half open, the secret is replaced and all instances are restarted. The emulator is the
 * witness of what really happened. Prints what happened, and fails if anything happened that must never
 * happen. Needs `dist/`, and both servers from the system's packages. `--store redis` runs on one of them only. With
 * `--store none` the instances share nothing, and the run has to fail.
 * @module
 */
import { inspect, parseArgs } from 'node:util'
import { nodeBundle, reports } from './node-bundle.js'
import { checkUsage, exit } from './run.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    store: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    people: { type: 'string', default: '16' },
    instances: { type: 'string', default: '8' },
  },
})
const stores = values.store === 'both' ? ['redis', 'postgres'] : [values.store]
const minutes = Number(values.minutes) / stores.length
checkUsage(
  minutes > 0 && stores.every((store) => ['redis', 'postgres', 'none'].includes(store)),
  'production -- [--minutes N] [--store redis|postgres|none|both] [--seed S] [--people N] [--instances N]',
)

const program = await nodeBundle('test/production/main.ts')
let failed = 0
for (const store of stores) failed += (await played(store)) ? 0 : 1
console.log(
  `\n${stores.length} stores, ${values.minutes} minutes, seed ${values.seed}: ${failed === 0 ? 'nothing was found' : 'FAILED'}`,
)
await exit(failed === 0 ? 0 : 1)

/** @param {string} store @returns {Promise<boolean>} */
async function played(store) {
  const limit = { seconds: minutes * 60 + 300 }
  const { code, output, rows } = await reports(
    program,
    [store, minutes, values.seed, values.people, values.instances],
    limit,
  )
  const result = rows.find((row) => 'store' in row)
  console.log(`\n${store}, ${minutes} minutes`)
  if (code !== 0 || result === undefined) {
    console.log(`ended with ${code}:\n${output}`)
    return false
  }
  const { troubles, answers, outages, paid, errors, p, found } = result
  const shown = {
    ...{ 'what went wrong': troubles, 'ms of refusals after the store was back': outages, answers },
    ...{ 'ms of a call: p50, p99': p },
    ...{ 'lines in the logs of the instances': errors, 'payments made': paid, found },
  }
  console.log(inspect(shown, { depth: 3, maxArrayLength: 50, breakLength: 120 }))
  return Object.keys(found).length === 0
}
