/**
 * `npm run test:observability`: runs the test of `examples/observability` with the packed library, and with the packages
 * that its README installs. Needs `dist/` and a registry.
 * @module
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpacked } from './packed.js'
import { exit, root, run } from './run.js'

const folder = mkdtempSync(join(tmpdir(), 'observability-'))
const example = join(root, 'examples/observability')
let code = 1
try {
  const { archives } = await unpacked()
  const readme = readFileSync(join(example, 'README.md'), 'utf8')
  const others = /emulator ((?:@?[\w/-]+@[\d.]+ ?)+)$/m.exec(readme)?.[1]?.split(' ') ?? []
  cpSync(example, folder, { recursive: true })
  const args = ['install', '--no-audit', '--no-fund', '--no-save', ...archives, ...others]
  const installed = await run('npm', args, { cwd: folder, seconds: 300 })
  const tested =
    installed.code === 0 ? await run(process.execPath, ['test.mjs'], { cwd: folder, seconds: 60 }) : installed
  console.log(tested.output.trim())
  code = tested.code
} finally {
  rmSync(folder, { recursive: true, force: true })
}
await exit(code)
