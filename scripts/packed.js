/** Packs the package with npm, unpacks it in a temporary folder, and runs its executable there. @module */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, run } from './run.js'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * @typedef {object} Unpacked
 * @property {string} folder the folder with the `node_modules` in which the package is installed
 * @property {string} home the package itself
 * @property {string} archive the tarball
 */

/** @type {Promise<Unpacked> | undefined} */
let unpacking

/**
 * Packs the package once, and unpacks it next to its dependencies, as if only this package was installed. The folder is
 * removed when this process ends.
 *
 * @returns {Promise<Unpacked>}
 */
export function unpacked() {
  unpacking ??= unpack()
  return unpacking
}

/**
 * Runs the unpacked executable with `--version`, `--help` and `emulator --port 0`. Then runs a program that starts the
 * executable with `npx`, signs in and pays.
 *
 * @returns {Promise<string[]>} what went wrong, a line for each
 */
export async function runPacked() {
  const executable = join((await unpacked()).home, manifest.bin[manifest.name])
  return [
    await said(executable, '--version', (text) => text.trim() === manifest.version),
    await said(executable, '--help', (text) => text.includes('--port')),
    await serves(executable),
    await pays(),
  ].filter((line) => line !== '')
}

const kitTest = `
const { createTestStack, walletFixtures } = await import('${manifest.name}/testing')
const stack = await createTestStack()
await stack.signIn()
const { status } = await stack.wallet.executeQuote(await stack.quote({ amount: 20_000_000 }))
stack.dispose()
console.log(status, Object.keys(walletFixtures()).join())`

/** Signs in and pays with the test kit of the unpacked package. @returns {Promise<string[]>} */
export async function runTestKit() {
  const test = join((await unpacked()).folder, 'test.mjs')
  writeFileSync(test, kitTest)
  const { code, output } = await run(process.execPath, [test], { seconds: 60 })
  const isRight = code === 0 && output.trim() === 'COMPLETED emulator,codes,passkeys,signIn'
  return isRight ? [] : [`the test kit ended with ${code}: ${output}`]
}

/** @returns {Promise<Unpacked>} */
async function unpack() {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    seconds: 120,
  })
  if (packed.code !== 0) throw new Error(packed.output)
  const home = join(folder, 'node_modules', manifest.name)
  mkdirSync(home, { recursive: true })
  const archive = join(folder, `${manifest.name}-${manifest.version}.tgz`)
  const extracted = await run('tar', ['-xzf', archive, '-C', home, '--strip-components', '1'], {
    seconds: 60,
  })
  if (extracted.code !== 0) throw new Error(extracted.output)
  for (const name of Object.keys(manifest.dependencies)) {
    const place = join(folder, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), place, 'junction')
  }
  // As `npm install` does.
  const executable = join(home, manifest.bin[manifest.name])
  chmodSync(executable, 0o755)
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync(executable, join(folder, 'node_modules/.bin', manifest.name))
  return { folder, home, archive }
}

/** Runs the program. Nothing else is installed there, and npm must not look for anything. @returns {Promise<string>} */
async function pays() {
  const { folder } = await unpacked()
  const program = join(folder, 'program.mjs')
  copyFileSync(join(root, 'scripts/packed-program.js'), program)
  const { code, output } = await run(process.execPath, [program], { cwd: folder, seconds: 60 })
  return code === 0 && output.includes('COMPLETED') ? '' : `the program ended with ${code}: ${output.trim()}`
}

/** @param {string} executable @param {string} argument @param {(text: string) => boolean} isRight */
async function said(executable, argument, isRight) {
  const { code, output } = await run(process.execPath, [executable, argument], { seconds: 30 })
  return code === 0 && isRight(output) ? '' : `${argument} ended with ${code}: ${output.trim()}`
}

/**
 * Starts the emulator, waits for its address, calls it, and ends it with a signal.
 * @param {string} executable
 * @returns {Promise<string>}
 */
async function serves(executable) {
  const child = spawn(process.execPath, [executable, 'emulator', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => {
    child.on('close', resolve)
  })
  /** @type {Promise<string | undefined>} */
  const address = new Promise((resolve) => {
    const read = (/** @type {Buffer} */ chunk) => {
      text += chunk.toString()
      const found = /base address +(\S+)\n/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', () => resolve(undefined))
    setTimeout(() => resolve(undefined), 30_000).unref()
  })
  const found = await address
  const status = found === undefined ? undefined : await fetch(`${found}/customers`).then((a) => a.status)
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), 10_000)
  const code = await ended
  clearTimeout(limit)
  return status === 401 && code === 0
    ? ''
    : `emulator --port 0: ${status}, ended with ${code}: ${text.trim()}`
}
