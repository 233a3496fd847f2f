/** A copy of an example or a template in a folder of its own, which npm installs, builds and starts. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** @typedef {{ name: string, example: string, build: string, start: string }} Example the last two are npm scripts */

/**
 * Returns the examples with a page. A folder that has a script such as `build:vite` or `start:hono` is an example for each.
 *
 * @returns {Example[]}
 */
export const examples = () =>
  readdirSync(join(root, 'examples'))
    .filter((example) => existsSync(join(root, 'examples', example, 'package.json')))
    .flatMap((example) => {
      const plain = { name: example, example, build: 'build', start: 'start' }
      const several = Object.keys(manifestIn(join(root, 'examples', example)).scripts).flatMap((script) => {
        const [kind = '', variant] = script.split(':')
        return variant === undefined ? [] : [{ ...plain, name: `${example}/${variant}`, [kind]: script }]
      })
      return several.length > 0 ? several : [plain]
    })

/**
 * Copies an example and what all of them share, and installs it, with the archives in place of the published packages.
 *
 * @param {string} example
 * @param {string} folder
 * @param {readonly string[]} archives
 */
export function install(example, folder, [own, emulator]) {
  const isSource = (/** @type {string} */ path) => !/[\\/](node_modules|dist)$/.test(path)
  for (const part of ['common', example])
    cpSync(join(root, 'examples', part), folder, { recursive: true, filter: isSource })
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
 * Runs `npm start`, or another script, in a folder, and uses the server. If that rejects, says what the server printed.
 *
 * @template T
 * @param {string} folder
 * @param {Record<string, string>} env with `PORT`
 * @param {(running: ReturnType<typeof launch>) => Promise<T>} use
 * @param {string} [script]
 */
export async function withServer(folder, env, use, script = 'start') {
  const running = launch(folder, env, script)
  try {
    await running.answers()
    return await use(running)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${running.output()}`)
  } finally {
    await running.stop()
  }
}

/** @param {string} folder @param {Record<string, string>} env @param {string} script */
function launch(folder, env, script) {
  const child = spawn('npm', ['run', script, '--silent'], {
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
      until(`npm run ${script} neither ends nor answers\n${output}`, async () => hasEnded() || answers()),
    /** Ends the server, whose port is then free. */
    async stop() {
      process.removeListener('exit', kill)
      kill()
      await until('the port is free', async () => (await answers()) === undefined)
    },
  }
}

/** Rejects if the HTML that somebody who is logged in gets lacks the text. @param {string} address @param {string} text */
export async function rendered(address, text) {
  const headers = { Origin: new URL(address).origin }
  const login = await fetch(`${address}api/login`, { method: 'POST', headers })
  const Cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const html = await (await fetch(address, { headers: { Cookie } })).text()
  if (!html.includes(text)) throw new Error(`The server did not render "${text}".`)
}

/**
 * Returns the environment for an example: a free port, and a newer Node if it needs one.
 *
 * @param {string} example
 * @param {string} folder for that Node
 * @returns {Promise<Record<string, string>>}
 */
export async function environment(example, folder) {
  const PORT = String(await freePort())
  const wanted = manifestIn(join(root, 'examples', example)).engines?.node ?? '0'
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major >= Number(/\d+/.exec(wanted)?.[0])) return { PORT }
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
