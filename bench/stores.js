/**
 * `node bench/stores.js`: what 32 instances 3 ms away from their store do with the calls of one person, with
 * the commands counted at the server, and 2,000 and 6,000 calls at once on a service that takes two seconds. Prints a
 * table. With `--costs`, prints instead what calls and people cost an instance and its store. Needs `dist/`, and Redis and Postgres from the system's packages.
 * @module
 */
import { nodeBundle } from '../scripts/node-bundle.js'
import { exit, run } from '../scripts/run.js'

const program = await nodeBundle(`bench/stores/${process.argv[2] === '--costs' ? 'costs' : 'figures'}.ts`)
const { code } = await run(process.execPath, [program], { output: 'show' })
await exit(code)
