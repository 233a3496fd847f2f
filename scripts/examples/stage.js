/** A copy of an example or a template in a folder of its own, which npm installs, builds and starts. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, run } from '../run.js'

/** Turns off the telemetry of the examples' commands, and npm's warnings about this machine's settings. */
const quiet = {
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  DENO_NO_UPDATE_CHECK: '1',
  npm_config_loglevel: 'error',
  NODE_ENV: undefined,
}

/** The version of Node for stacks that do not run in the current one. */
const newerNode = 'node@26.10.0'

/**
 * Waits until `read` returns a truthy value.
 *
 * @template T
 * @param {string} what
 * @param {() => T} read
 * @returns {Promise<NonNullable<Exclude<Awaited<T>, false>>>}
 */
export async function until(what, read) {
  for (const limit = Date.now() + 120_000; Date.now() < limit; await sleep(100)) {
    const value = await read()
    if (value) return /** @type {any} */ (value)
  }
  throw new Error(`within two minutes: ${what}`)
}

/**
 * Copies an example and installs it, with the archives in place of the published packages.
 *
 * @param {string} example
 * @param {string} folder
 * @param {readonly string[]} archives
 */
export function install(example, folder, [own, emulator]) {
  const isSource = (/** @type {string} */ path) => !/[\\/](node_modules|dist)$/.test(path)
  cpSync(join(root, 'examples', example), folder, { recursive: true, filter: isSource })
  const manifest = manifestIn(folder)
  manifest.dependencies['embedded-wallet-auth'] = `file:${own}`
  manifest.devDependencies['embedded-wallet-auth-emulator'] = `file:${emulator}`
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  return npm(folder, ['install', '--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock'])
}

/** Runs npm in a folder. Resolves with what it prints. @param {string} folder @param {readonly string[]} args @param {Record<string, string>} [env] */
export async function npm(folder, args, env = {}) {
  const { code, output } = await run('npm', args, { cwd: folder, seconds: 900, env: { ...quiet, ...env } })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}

/**
 * Runs `npm start` in a folder, and uses the server. If that rejects, says what the server printed.
 *
 * @template T
 * @param {string} folder
 * @param {Record<string, string>} env with `PORT`
 * @param {(running: ReturnType<typeof launch>) => Promise<T>} use
 */
export async function withServer(folder, env, use) {
  const running = launch(folder, env)
  try {
    await running.answers()
    return await use(running)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${running.output()}`)
  } finally {
    await running.stop()
  }
}

/** @param {string} folder @param {Record<string, string>} env */
function launch(folder, env) {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    // A process group, because npm starts the server as another process.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...quiet, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const address = `http://localhost:${env['PORT']}/`
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const answers = () => fetch(address, { redirect: 'manual' }).catch(() => undefined)
  const kill = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  process.once('exit', kill)
  return {
    address,
    hasEnded,
    output: () => output,
    /** Waits until the server answers, or has ended. */
    answers: () =>
      until(`npm start neither ends nor answers\n${output}`, async () => hasEnded() || answers()),
    /** Ends the server, whose port is then free. */
    async stop() {
      process.removeListener('exit', kill)
      kill()
      await until('the port is free', async () => (await answers()) === undefined)
    },
  }
}

/**
 * Returns the environment for examples: a free port, and a newer Node if one of the examples needs it.
 *
 * @param {readonly string[]} examples
 * @param {string} folder for that Node
 * @returns {Promise<Record<string, string>>}
 */
export async function environment(examples, folder) {
  const PORT = String(await freePort())
  const wanted = examples.map((example) => manifestIn(join(root, 'examples', example)).engines?.node ?? '0')
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (wanted.every((range) => major >= Number(/\d+/.exec(range)?.[0]))) return { PORT }
  if (!existsSync(join(folder, 'package.json'))) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    await npm(folder, ['install', '--no-audit', '--no-fund', '--prefer-offline', newerNode])
  }
  return { PORT, PATH: [join(folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter) }
}

/** @param {string} folder */
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}
