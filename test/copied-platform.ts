/** The platforms that people copy, with a `whoIs` that asks for a password. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { serve } from 'embedded-wallet-auth/node'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { freePort } from '../scripts/examples/stage.js'
import { root } from './tree.js'

/** A platform: what it answers to a request. */
export type Handler = (request: Request) => Promise<Response>

type CreatePlatform = (origin: string, env: Readonly<Record<string, string>>) => Promise<Handler>

/** The origin of the page. Requests of another one are refused. */
export const origin = 'https://app.example.com'

/** What a browser sends with the calls of the page, and of a page of another site. */
export const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
export const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }

/** Sends a call such as `POST /api/login`. */
export function ask(platform: Handler, call: string, headers: Readonly<Record<string, string>> = {}) {
  const [method = '', path = ''] = call.split(' ')
  return platform(new Request(`${origin}${path}`, { method, headers }))
}

/** Returns the `Cookie` header of a browser that got this answer. */
export const cookieOf = (answer: Response): string => answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''

const folder = join(root, 'test-results', `platform-${process.pid}`)
const running: (() => Promise<unknown>)[] = []

/** Ends what was started, and removes the copies. For `afterAll`. */
export async function close(): Promise<void> {
  await Promise.all(running.splice(0).map((end) => end()))
  rmSync(folder, { recursive: true, force: true })
}

/** Copies a file into a folder of its own, with one change. Fails if there is nothing to change. */
function copied(file: string, place: string, pattern: RegExp, replacement: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  if (!pattern.test(text)) throw new Error(`${file} lacks ${pattern}`)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, basename(file)), text.replace(pattern, replacement))
  return join(place, basename(file))
}

const newPlace = () => join(folder, crypto.randomUUID())

/** Loads a platform as it is copied, or with this `whoIs`. */
export async function load(file: string, whoIs = 'undefined'): Promise<CreatePlatform> {
  const place = newPlace()
  const login = `${dirname(file)}/login.${file.endsWith('.ts') ? 'ts' : 'js'}`
  copied(login, place, /(?<=const whoIs\b.* = )undefined/, whoIs)
  const { createPlatform } = await import(/* @vite-ignore */ copied(file, place, /$/, ''))
  return createPlatform
}

/** The `whoIs` of a platform in JavaScript: the header `X-Password` says who it is. */
export const byPassword = (people: Readonly<Record<string, string>>): string =>
  `async (request) => { const id = ${JSON.stringify(people)}[request.headers.get('X-Password')]; return id && [id] }`

/** Starts the login in Python or Java. It gets the requests of the page over HTTP. */
export async function launch(
  command: string,
  file: string,
  whoIs: readonly [RegExp, string],
): Promise<Handler> {
  const port = await freePort()
  const child = spawn(command, [copied(file, newPlace(), ...whoIs)], {
    env: { ...process.env, PORT: String(port), ORIGIN: origin },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(async () => child.kill() && (await once(child, 'exit')))
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`))),
  ])
  return ({ url, method, headers }) =>
    fetch(url.replace(origin, `http://127.0.0.1:${port}`), { method, headers })
}

/** A service on a port, with Ada's wallet, Bob's and a shop, and the environment of a platform that uses it. */
export async function service() {
  const emulator = createEmulator()
  const { account } = await emulator.provision({ email: 'ada@example.com', balance: 125_500_000 })
  const { account: other } = await emulator.provision({ email: 'bob@example.com' })
  const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const served = await serve(emulator.fetch, { port: 0 })
  running.push(served.close)
  const env = {
    NODE_ENV: 'production',
    SERVICE_URL: `${served.url}/2025-10-13`,
    SERVICE_TOKEN_ID: emulator.apiToken.tokenId,
    SERVICE_SECRET: emulator.apiToken.clientSecret,
    SHOP_ID: shop.account.id,
  }
  return { emulator, account, other, env }
}
