/** The folders that `npm run mutate` mutates without being told: those of the code that must not be wrong. @module */
import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from '../run.js'

const files = readdirSync(join(root, 'src'), { recursive: true }).map((path) => `src/${String(path)}`)
const tests = files.map((path) => path.replaceAll(sep, '/')).filter((path) => /\.test\.ts$/.test(path))

/** The folders of the wallet, the backend and its stand-alone server that have tests beside their files. */
export const folders = [...new Set(tests.map((path) => path.replace(/\/[^/]*$/, '')))]
  .filter((folder) => /^src\/(wallet|backend|node)(\/|$)/.test(folder))
  .sort()

/**
 * How many mutants of a folder may survive: those that no test can notice, such as a check that is only for the
 * compiler, and those that none notices yet. The number is from the last run over the whole folder; one that is not
 * here has not been measured since a folder's own tests are what must notice.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const survivors = {
  'src/backend/payments': 200,
  'src/node': 97,
  'src/wallet/guards': 6,
  'src/wallet/machine': 1,
  'src/wallet/operations': 29,
  'src/wallet/record': 26,
}
