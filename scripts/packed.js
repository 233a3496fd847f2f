/** Packs both packages with npm, unpacks them in a temporary folder, and runs their executables there. @module */
import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packages } from './doors.js'
import { must, root, run, temporary } from './run.js'

/** @type {ReturnType<typeof unpack> | undefined} */
let unpacking

/**
 * Packs both packages once, and unpacks them next to their dependencies. The folder is removed when this process ends.
 */
export function unpacked() {
  unpacking ??= unpack()
  return unpacking
}

/**
 * Runs the unpacked executables with `--version` and `--help`. Then runs a program that starts the emulator with `npx`,
 * signs in and pays.
 *
 * @returns {Promise<string[]>} what went wrong, a line for each
 */
export async function runPacked() {
  const { folder, home, emulator } = await unpacked()
  const [library, own] = [join(home, 'dist/cli/main.js'), join(emulator, 'dist/cli/main.js')]
  const { version = '' } = packages[0]?.manifest ?? {}
  const program = join(folder, 'program.mjs')
  copyFileSync(join(root, 'scripts/packed-program.js'), program)
  const commands = [
    { command: [library, '--version'], says: version },
    { command: [library, '--help'], says: 'check-backend' },
    { command: [library, 'emulator', '--help'], says: '--port' },
    { command: [own, '--version'], says: version },
    { command: [own, '--help'], says: '--port' },
    { command: [program], says: 'COMPLETED' },
  ]
  const ran = commands.map(async ({ command, says }) => {
    const { code, output } = await run(process.execPath, command, { cwd: folder, seconds: 60 })
    return code === 0 && output.includes(says) ? [] : [`${command} ended with ${code}: ${output.trim()}`]
  })
  return (await Promise.all(ran)).flat()
}

/** Signs in and pays with the test kit of the unpacked package. */
export const runTestKit = () =>
  evaluated(
    `
const { createTestStack, walletFixtures } = await import('embedded-wallet-auth-emulator/testing')
const stack = await createTestStack()
await stack.signIn()
const { status } = await stack.wallet.executeQuote(await stack.quote({ amount: 20_000_000 }))
stack.dispose()
console.log(status, Object.keys(walletFixtures()).join())`,
    'COMPLETED emulator,codes,passkeys,signIn,pay',
  )

/** Loads doors in a process in which every global of a browser is a getter that throws. */
const guarded = (/** @type {string} */ door) => `
for (const name of ['window', 'document', 'location', 'navigator', 'indexedDB', 'localStorage', 'sessionStorage',
  'BroadcastChannel', 'PublicKeyCredential']) {
  Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error('touches ' + name) } })
}
await import('embedded-wallet-auth${door}')`

/** Creates a wallet as server-side rendering does. It must become ready and let the process end. */
const creation = `
const { createWallet } = await import('embedded-wallet-auth')
const wallet = createWallet({
  accountId: 'InternalAccount:00000000-0000-4000-8000-000000000000',
  backend: async () => { throw new Error('calls the backend by itself') },
})
await wallet.ready
console.log(wallet.getState().storage)`

/** Loads the doors that both pages and servers use in a server. @returns {Promise<string[]>} what went wrong */
export async function loadsInPlainNode() {
  const loads = ['', '/element', '/sandbox', '/client'].map((door) => evaluated(guarded(door), ''))
  return (await Promise.all([...loads, evaluated(creation, 'memory')])).flat()
}

/** Runs code beside the unpacked packages, in a process of its own, which has to end. @param {string} code @param {string} says */
async function evaluated(code, says) {
  const { folder: cwd } = await unpacked()
  const ran = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd, seconds: 60 })
  if (ran.code === 0 && ran.output.trim() === says) return []
  return [`${code.trim()}\nended with ${ran.code}: ${ran.output.trim()}`]
}

/** The folder with the `node_modules` in which both are installed, the places of both there, and their archives. */
async function unpack() {
  const folder = temporary('packed')
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  const archives = []
  for (const { folder: from, manifest } of packages) {
    await must('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], join(root, from))
    const home = join(modules, manifest.name)
    const archive = join(folder, `${manifest.name}-${manifest.version}.tgz`)
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
