/**
 * `prepublishOnly`: refuses to publish if a placeholder is left, or if `dist/` was not built from this source.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildElsewhere, copyCheckout, differences, packed } from './reproducible.js'
import { root } from './run.js'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const contacts = ['SECURITY.md', '.github/ISSUE_TEMPLATE/config.yml']

/** The placeholder in `package.json`, `SECURITY.md` and the form for issues until a maintainer fills in the real address. */
const placeholder = 'maintainer.example'

const missing = [
  ...['repository', 'bugs', 'homepage']
    .filter((field) => JSON.stringify(manifest[field] ?? placeholder).includes(placeholder))
    .map((field) => `package.json: \`${field}\` still names ${placeholder}.`),
  ...contacts
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(placeholder))
    .map((file) => `${file}: the contact still names ${placeholder}.`),
  ...(existsSync(join(root, 'dist')) ? [] : ['There is no dist/: run `npm run build`.']),
]
const wrong =
  missing.length > 0 ? missing : differences(await packed(root), await buildElsewhere(copyCheckout))
for (const line of wrong) console.error(line)
if (wrong.length > 0) console.error('Not published.')
process.exitCode = wrong.length === 0 ? 0 : 1
