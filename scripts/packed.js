/** Packs both packages with npm, unpacks them in a temporary folder, and runs their executables there. @module */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packages } from './doors.js'
import { root, run } from './run.js'

/**
 * @typedef {object} Unpacked
 * @property {string} folder the folder with the `node_modules` in which both packages are installed
 * @property {string} home the library
 * @property {string} emulator the emulator
 * @property {readonly string[]} archives the tarballs, the library's first
 */

/** @type {Promise<Unpacked> | undefined} */
let unpacking

/**
 * Packs both packages once, and unpacks them next to their dependencies. The folder is removed when this process ends.
 *
 * @returns {Promise<Unpacked>}
 */
export function unpacked() {
  unpacking ??= unpack()
  return unpacking
}

/**
 * Runs the unpacked executables with `--version` and `--help`, and the emulator with `--port 0`, by its own name and by
 * the library's. Then runs a program that starts the emulator with `npx`, signs in and pays.
 *
 * @returns {Promise<string[]>} what went wrong, a line for each
 */
export async function runPacked() {
  const { folder, home, emulator } = await unpacked()
  const [library, own] = [join(home, 'dist/cli/main.js'), join(emulator, 'dist/cli/main.js')]
  const { version } = packages[0]?.manifest ?? {}
  return [
    await said([library, '--version'], (text) => text.trim() === version),
    await said([library, '--help'], (text) => text.includes('check-backend')),
    await said([own, '--version'], (text) => text.trim() === version),
    await said([own, '--help'], (text) => text.includes('--port')),
    await serves([own], folder),
    await serves([library, 'emulator'], folder),
    await pays(),
  ].filter((line) => line !== '')
}

const kitTest = `
const { createTestStack, walletFixtures } = await import('embedded-wallet-auth-emulator/testing')
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
  const isRight = code === 0 && output.trim() === 'COMPLETED emulator,codes,passkeys,signIn,pay'
  return isRight ? [] : [`the test kit ended with ${code}: ${output}`]
}

/** @returns {Promise<Unpacked>} */
async function unpack() {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  const archives = []
  for (const { folder: from, manifest } of packages) {
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
    await must('npm', args, join(root, from))
    const [home, archive] = [
      join(modules, manifest.name),
      join(folder, `${manifest.name}-${manifest.version}.tgz`),
    ]
    mkdirSync(home)
    await must('tar', ['-xzf', archive, '-C', home, '--strip-components', '1'], folder)
    archives.push(archive)
    for (const [name, path] of Object.entries(manifest.bin)) {
      // As `npm install` does.
      chmodSync(join(home, path), 0o755)
      symlinkSync(join(home, path), join(modules, '.bin', name))
    }
  }
  for (const name of packages.flatMap(({ manifest }) => Object.keys(manifest.dependencies))) {
    const place = join(modules, name)
    mkdirSync(dirname(place), { recursive: true })
    if (!existsSync(place)) symlinkSync(join(root, 'node_modules', name), place, 'junction')
  }
  const [home = '', emulator = ''] = packages.map(({ manifest }) => join(modules, manifest.name))
  return { folder, home, emulator, archives }
}

/** @param {string} command @param {readonly string[]} args @param {string} cwd */
async function must(command, args, cwd) {
  const { code, output } = await run(command, args, { cwd, seconds: 120 })
  if (code !== 0) throw new Error(output)
}

/** Runs the program. Nothing else is installed there, and npm must not look for anything. @returns {Promise<string>} */
async function pays() {
  const { folder } = await unpacked()
  const program = join(folder, 'program.mjs')
  copyFileSync(join(root, 'scripts/packed-program.js'), program)
  const { code, output } = await run(process.execPath, [program], { cwd: folder, seconds: 60 })
  return code === 0 && output.includes('COMPLETED') ? '' : `the program ended with ${code}: ${output.trim()}`
}

/** @param {readonly string[]} command @param {(text: string) => boolean} isRight */
async function said(command, isRight) {
  const { code, output } = await run(process.execPath, command, { seconds: 30 })
  return code === 0 && isRight(output) ? '' : `${command.join(' ')} ended with ${code}: ${output.trim()}`
}

/**
 * Starts the emulator, waits for its address, calls it, and ends it with a signal.
 * @param {readonly string[]} command
 * @param {string} cwd
 * @returns {Promise<string>}
 */
async function serves(command, cwd) {
  const child = spawn(process.execPath, [...command, '--port', '0'], {
    cwd,
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
    : `${command.join(' ')}: ${status}, ended with ${code}: ${text.trim()}`
}
