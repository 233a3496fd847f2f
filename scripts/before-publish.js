/**
 * `prepublishOnly`: refuses to publish if a placeholder is left, or if `dist/` was not built from this source.
 * @module
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unfilled } from './placeholders.js'
import { buildElsewhere, differences } from './reproducible.js'
import { root } from './run.js'

const missing = [
  ...(await unfilled()),
  ...(existsSync(join(root, 'dist')) ? [] : ['There is no dist/: run `npm run build`.']),
]
const wrong = missing.length > 0 ? missing : await differences(root, await buildElsewhere())
for (const line of wrong) console.error(line)
if (wrong.length > 0) console.error('Not published.')
process.exitCode = wrong.length === 0 ? 0 : 1
