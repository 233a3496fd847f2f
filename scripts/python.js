/**
 * `npm run test:python`: runs the tests of `examples/python`, which use the packed executable over HTTP. Needs `dist/`.
 * @module
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unpacked } from './packed.js'
import { root, run } from './run.js'
import { aptInstall, hasApt } from './system-packages.js'

/**
 * Runs the tests. Skips them if Python 3 or its package `cryptography` is missing and this process may not install it.
 *
 * @returns {Promise<import('./check-package.js').Outcome>}
 */
export async function runPython() {
  const python = await findPython()
  if (python === undefined) {
    return { ok: true, skipped: true, text: 'skipped: there is no python3 with the package cryptography' }
  }
  const { emulator } = await unpacked()
  const { code, output } = await run(python, ['-m', 'unittest'], {
    cwd: join(root, 'examples/python'),
    // The value is quoted, because Python splits it as a shell does.
    env: {
      EMULATOR: `'${process.execPath}' '${join(emulator, 'dist/cli/main.js')}'`,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    seconds: 120,
  })
  return { ok: code === 0 && /^OK$/m.test(output), text: code === 0 ? '' : output }
}

/** @returns {Promise<string | undefined>} */
async function findPython() {
  const candidates = ['python3', '/usr/bin/python3']
  for (const isLast of [false, true]) {
    for (const python of candidates) {
      const probe = ['-c', 'import cryptography.hazmat.primitives.ciphers.aead']
      if ((await run(python, probe, { seconds: 30 })).code === 0) return python
    }
    if (isLast || !hasApt()) return undefined
    await aptInstall('python3', 'python3-cryptography').catch(() => {})
  }
  return undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ok, text } = await runPython()
  console.log(text === '' ? 'The tests in Python passed.' : text)
  process.exitCode = ok ? 0 : 1
}
