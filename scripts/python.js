/**
 * `npm run test:python`: runs the tests of `examples/python`, `examples/python-login` and `examples/python-backend`, which use the packed executables
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
 * Runs the tests. Returns what went wrong, or `undefined` if Python 3 or its package `cryptography` is missing and this
 * process may not install it.
 *
 * @param {{ readonly java?: boolean }} [options]
 */
export async function runPython({ java = false } = {}) {
  const hasPackage = async () =>
    (await run('python3', ['-c', 'import cryptography.hazmat.primitives.ciphers.aead'])).code === 0
  if (!(await hasPackage()) && hasApt()) await aptInstall('python3', 'python3-cryptography').catch(() => {})
  if (!(await hasPackage())) return undefined
  // Beside the installed packages, so that what the examples do by default is what is tested.
  const { folder: installation } = await unpacked()
  for (const name of ['python', 'python-login', 'python-backend', 'java-login'])
    cpSync(join(root, 'examples', name), join(installation, name), { recursive: true })
  /** @type {string[]} */
  const failures = []
  for (const folder of [
    'python',
    'python-login',
    'python-backend',
    ...(java && onPath('java') ? ['java-login'] : []),
  ]) {
    const isJava = folder === 'java-login'
    const { code, output } = await run('python3', ['-m', 'unittest'], {
      // The login in Java has the tests of the one in Python.
      cwd: join(installation, isJava ? 'python-login' : folder),
      env: { PYTHONDONTWRITEBYTECODE: '1', ...(isJava && { LOGIN: 'java ../java-login/Login.java' }) },
      seconds: 120,
    })
    if (code !== 0 || !/^OK$/m.test(output)) failures.push(`${folder}\n${output}`)
  }
  return failures
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const failures = await runPython({ java: true })
  console.log(
    failures?.join('\n') || (failures ? 'The tests passed.' : 'There is no python3 with cryptography.'),
  )
  process.exitCode = failures?.length === 0 ? 0 : 1
}
