/** A temporary copy of an example, which is installed with the packed package, built and started. @module */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root, run } from '../run.js'

/** Environment variables that turn off the telemetry of the examples' commands. */
const quiet = {
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  DENO_NO_UPDATE_CHECK: '1',
  // Hides npm's warnings about this machine's settings.
  npm_config_loglevel: 'error',
  NODE_ENV: undefined,
}

/** The version of Node for stacks that do not run in the current one. */
const newerNode = 'node@26.10.0'

/** @param {string} name of the temporary folder */
export function temporary(name) {
  const folder = mkdtempSync(join(tmpdir(), `example-${name}-`))
  const atExit = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', atExit)
  return {
    folder,
    remove() {
      process.removeListener('exit', atExit)
      atExit()
    },
  }
}

/**
 * Copies an example and installs it, with the archives in place of the published packages.
 *
 * @param {string} example
 * @param {string} folder
 * @param {readonly string[]} archives
 */
export async function install(example, folder, archives) {
  cpSync(join(root, 'examples', example), folder, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist)$/.test(path),
  })
  const manifest = manifestIn(folder)
  const [own, emulator] = archives.map((archive) => `file:${archive}`)
  manifest.dependencies['embedded-wallet-auth'] = own
  manifest.devDependencies['embedded-wallet-auth-emulator'] = emulator
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock']
  return npm(folder, args, 900)
}

/**
 * Runs npm in an example. Resolves with what npm prints.
 *
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {number} seconds limit
 * @param {Record<string, string | undefined>} [env]
 */
export async function npm(folder, args, seconds, env = {}) {
  const { code, output } = await run('npm', args, { cwd: folder, seconds, env: { ...quiet, ...env } })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}

/** @param {string} target @param {string} source */
export function replaceFolder(target, source) {
  rmSync(target, { recursive: true, force: true })
  cpSync(source, target, { recursive: true })
}

/**
 * Starts `npm start` of an example, and waits until it answers. A build that runs as in production gets the emulator.
 *
 * @param {string} folder
 * @param {Record<string, string | undefined>} env with `PORT`
 */
export async function start(folder, env) {
  const running = launch(folder, { ALLOW_EMULATOR: '1', ...env })
  const limit = Date.now() + 120_000
  while (!(await answers(running.address))) {
    if (!running.hasEnded() && Date.now() < limit) continue
    running.stop()
    throw new Error(`npm start does not answer\n${running.output()}`)
  }
  return running
}

/**
 * Runs `npm start` of an example.
 *
 * @param {string} folder
 * @param {Record<string, string | undefined>} env with `PORT`
 */
export function launch(folder, env) {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...quiet, ...env },
  })
  let output = ''
  const keep = (/** @type {Buffer} */ chunk) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const stop = () => {
    process.removeListener('exit', stop)
    try {
      process.kill(process.platform === 'win32' ? (child.pid ?? 0) : -(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  process.once('exit', stop)
  return {
    address: `http://localhost:${env['PORT']}/`,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop,
  }
}

/**
 * Returns the environment for examples: a free port, and a newer Node if one of the examples needs it.
 *
 * @param {readonly string[]} examples
 * @param {string} folder for that Node
 */
export async function environment(examples, folder) {
  const PORT = String(await freePort())
  const wanted = examples.map((example) => manifestIn(join(root, 'examples', example)).engines?.node ?? '0')
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (wanted.every((range) => major >= Number(/\d+/.exec(range)?.[0]))) return { PORT }
  if (!existsSync(join(folder, 'package.json'))) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    await npm(folder, ['install', '--no-audit', '--no-fund', '--prefer-offline', newerNode], 600)
  }
  return { PORT, PATH: [join(folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter) }
}

/** @param {string} folder */
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** @param {string} address */
async function answers(address) {
  await new Promise((resolve) => setTimeout(resolve, 200))
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
}
