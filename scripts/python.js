/**
 * `npm run test:python`: runs the tests of `examples/python` and `examples/python-login`, which use the packed executables
 * over HTTP, and those of `examples/java-login` where there is a Java, which `npm test` leaves out. Needs `dist/`.
 * @module
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unpacked } from './packed.js'
import { root, run } from './run.js'
import { aptInstall, hasApt, onPath } from './system-packages.js'

/**
 * Runs the tests. Skips them if Python 3 or its package `cryptography` is missing and this process may not install it.
 *
 * @param {{ readonly java?: boolean }} [options]
 * @returns {Promise<import('./check-package.js').Outcome>}
 */
export async function runPython({ java = false } = {}) {
  const python = await findPython()
  if (python === undefined) {
    return { ok: true, skipped: true, text: 'skipped: there is no python3 with the package cryptography' }
  }
  // Beside the installed packages, so that what the examples do by default is what is tested.
  const { folder: installation } = await unpacked()
  for (const name of ['python', 'python-login', 'java-login'])
    cpSync(join(root, 'examples', name), join(installation, name), { recursive: true })
  const suites = [
    { folder: 'python', env: {} },
    { folder: 'python-login', env: {} },
    ...(java && onPath('java')
      ? [{ folder: 'python-login', env: { LOGIN: 'java ../java-login/Login.java' } }]
      : []),
  ]
  const failures = []
  for (const { folder, env } of suites) {
    const { code, output } = await run(python, ['-m', 'unittest'], {
      cwd: join(installation, folder),
      env: { PYTHONDONTWRITEBYTECODE: '1', ...env },
      seconds: 120,
    })
    if (code !== 0 || !/^OK$/m.test(output))
      failures.push(`${folder} ${Object.values(env).join()}\n${output}`)
  }
  return { ok: failures.length === 0, text: failures.join('\n') }
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
  const { ok, text } = await runPython({ java: true })
  console.log(text === '' ? 'The tests in Python passed.' : text)
  process.exitCode = ok ? 0 : 1
}
