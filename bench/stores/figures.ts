/**
 * The program behind `node bench/stores.js`: what 32 instances 3 ms away from their store do with one person's calls,
 * and what a busy service does to the people who wait. Writes lines of Markdown.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { platform, signIn } from '../../src/backend/fixtures/platform.js'
import { type SharedServer, sharedServers } from '../../test/stores/stores.js'

const instances = 32
const delay = 3
const rounds = Number(process.argv[2] ?? 30)
const loginSession = (incoming: Request): string => `login of ${incoming.headers.get('Cookie')}`
const print = (...cells: readonly unknown[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`)
const quantile = (values: readonly number[], part: number): string =>
  ([...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN).toFixed(0)

print('Store', 'Case', 'Answers', 'Commands for a call', 'p50', 'p99')
print('---', '---', '---', '---', '---', '---')
for (const [name, start] of Object.entries(sharedServers)) {
  const server = await start()
  if (server === undefined) continue
  await together(name, server)
  await limited(name, server)
  await signingIn(name, server)
  await server.close()
}
await overloaded(2_000)
await overloaded(6_000)
process.exit(0)

/** One call at each instance, all at the same moment, all of one person: the livelock of earlier versions. */
async function together(name: string, server: SharedServer): Promise<void> {
  const { make, end } = server.instances(delay)
  const stores = await Promise.all(Array.from({ length: instances }, make))
  const { ada, adaId } = await platform(
    ...stores.map((store) => ({ store, loginSession, limits: { calls: { max: 1_000_000, per: 3_600 } } })),
  )
  const call = `GET /auth/credentials?accountId=${adaId}`
  await Promise.all(stores.map(() => ada(call)))
  const before = await server.received()
  const times: number[] = []
  let right = 0
  for (let round = 0; round < rounds; round++) {
    const answers = stores.map(async () => {
      const began = performance.now()
      const { status } = await ada(call)
      times.push(performance.now() - began)
      if (status === 200) right += 1
    })
    await Promise.all(answers)
  }
  const commands = ((await server.received()) - before) / times.length
  print(
    ...[name, 'one call at each instance at once', `${right} of ${times.length}`],
    ...[commands.toFixed(2), `${quantile(times, 0.5)} ms`, `${quantile(times, 0.99)} ms`],
  )
  await end()
}

/** 340 calls of one person, each at the next instance, with a limit of 300: earlier versions let 20 through. */
async function limited(name: string, server: SharedServer): Promise<void> {
  const { make, end } = server.instances(delay)
  const stores = await Promise.all(Array.from({ length: instances }, make))
  const limits = { calls: { max: 300, per: 3_600 } }
  const { ada, adaId } = await platform(...stores.map((store) => ({ store, loginSession, limits })))
  const call = `GET /auth/credentials?accountId=${adaId}`
  const before = await server.received()
  const times: number[] = []
  const statuses: number[] = []
  for (let sent = 0; sent < 340; sent++) {
    const began = performance.now()
    statuses.push((await ada(call)).status)
    times.push(performance.now() - began)
  }
  const done = statuses.filter((status) => status === 200).length
  const refused = statuses.filter((status) => status === 429).length
  const commands = ((await server.received()) - before) / times.length
  print(
    ...[name, '340 calls, one after the other, limit 300', `${done} × 200, ${refused} × 429`],
    ...[commands.toFixed(2), `${quantile(times, 0.5)} ms`, `${quantile(times, 0.99)} ms`],
  )
  await end()
}

async function signingIn(name: string, server: SharedServer): Promise<void> {
  const { make, end } = server.instances(0)
  const store = await make()
  const { ada, adaId, emulator } = await platform({ store, loginSession, stepUp: {} })
  const count = async (run: () => Promise<unknown>): Promise<number> => {
    const before = await server.received()
    await run()
    return (await server.received()) - before
  }
  const first = await count(() => ada(`GET /auth/sessions?accountId=${adaId}`))
  // `signIn` begins with the list of credentials.
  const whole = (await count(() => signIn(emulator, ada, adaId, 'ada@example.com'))) - 1
  print(name, 'first call of a person', '–', first, '–', '–')
  print(name, 'sign-in with a code', '–', whole, '–', '–')
  await end()
}

/** Many people at once, in front of a service that takes two seconds. */
async function overloaded(people: number): Promise<void> {
  const account = 'InternalAccount:00000000-0000-4000-8000-000000000001'
  const service = createServer((_, response) => {
    setTimeout(() => {
      response.setHeader('Content-Type', 'application/json')
      response.end('{"data":[]}')
    }, 2_000)
  })
  const login = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ accountIds: [account], loginSession: 's' }))
  })
  const portOf = async (server: typeof service): Promise<number> => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 8_192 })
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const folder = mkdtempSync(join(tmpdir(), 'overload-'))
  const file = join(folder, 'wallet.json')
  const config = {
    service: { baseUrl: `http://127.0.0.1:${await portOf(service)}` },
    login: { url: `http://127.0.0.1:${await portOf(login)}/`, timeout: 9_000 },
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: ['http://localhost'],
    listen: { port: 0 },
    limits: false,
  }
  writeFileSync(file, JSON.stringify(config))
  const child = spawn(process.execPath, ['dist/cli/main.js', 'backend', '--config', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SERVICE_TOKEN_ID: 'id', SERVICE_SECRET: 'secret-of-the-service' },
  })
  const [line] = await once(child.stdout, 'data')
  const url = /http\S+/.exec(String(line))?.[0] ?? ''
  const agent = new Agent({ connections: people, pipelining: 1, connect: { timeout: 30_000 } })
  const statuses = new Map<string, number>()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const began = performance.now()
      const outcome = await request(`${url}/wallet/auth/credentials?accountId=${account}`, {
        dispatcher: agent,
        headers: { Cookie: `login=${index}` },
      }).then(
        async ({ statusCode, body }) => {
          const text = await body.text()
          return statusCode < 400 ? String(statusCode) : `${statusCode} ${JSON.parse(text).code}`
        },
        (error: unknown) => `no answer: ${String(error)}`,
      )
      times.push(performance.now() - began)
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    }),
  )
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  print(
    ...['memory', `${people} calls at once, service takes 2 s`, answers, 0],
    ...[`${quantile(times, 0.5)} ms`, `${quantile(times, 0.99)} ms`],
  )
  child.kill('SIGTERM')
  await once(child, 'close')
  await agent.destroy()
  for (const server of [service, login]) server.close()
  rmSync(folder, { recursive: true })
}
