/**
 * `npm run versions`: builds an earlier version, and drives its pages with the backend of this one, this one's pages
 * with the earlier backend, both backends with one store, and a page that is loaded again in the other version. Needs
 * `dist/`, and the commit of the earlier version in the repository: `-- --old COMMIT` names another than 0.1.0.
 * @module
 */
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exit, must, root, run } from './run.js'

/** The commit that stands for 0.1.0 until that is published: the one whose record and entries are frozen. */
const frozen = '961445a8a8b6f6f165468bf4c871449583f7639a'

const { values } = parseArgs({ options: { old: { type: 'string', default: frozen } } })
const folder = mkdtempSync(join(tmpdir(), 'older-'))
// Beside the packages that it imports.
const program = join(root, 'node_modules', '.versions-program.mjs')
try {
  await must('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', values.old, folder], root)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await must(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], folder)
  copyFileSync(join(root, 'scripts/versions-program.js'), program)
  console.log(`old: ${values.old.slice(0, 8)}, new: this checkout`)
  const { code, output } = await run(process.execPath, [program, folder, root], { seconds: 120 })
  console.log(output.trim())
  process.exitCode = code
} finally {
  rmSync(program, { force: true })
  rmSync(folder, { recursive: true, force: true })
}
await exit(Number(process.exitCode ?? 0))
