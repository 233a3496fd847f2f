/**
 * The program behind `node bench/stores.js --costs`: what a call costs an instance and its store in processor time, and
 * what a person who has signed in takes up in the store. Processor time depends on the machine, and hardly on its load.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { Redis } from 'ioredis'
import pg from 'pg'
import { Agent, request } from 'undici'
import { platform, signIn } from '../../src/backend/fixtures/platform.js'
import {
  type CountingStore,
  memoryStore,
  postgresStore,
  redisStore,
  type StoreKey,
} from '../../src/backend/index.js'
import { serve } from '../../src/node/index.js'
import { redisProgram, startRedis } from '../../test/redis/redis-server.js'
import { postgresPrograms, startPostgres } from '../../test/stores/postgres-server.js'
import { table } from '../../test/stores/stores.js'

const people = 20_000
const calls = 4_000
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** What one sign-in writes: the accesses of the store, to be repeated for other people. */
async function written(): Promise<readonly ((store: CountingStore, person: number) => Promise<unknown>)[]> {
  const seen: ((store: CountingStore, person: number) => Promise<unknown>)[] = []
  const of = (keys: readonly StoreKey[], person: number): StoreKey[] =>
    keys.map(({ owner, name }) => ({
      owner: owner.replace(/[0-9a-f]{8}(?=-[0-9a-f]{4}-)/, String(person).padStart(8, '0')),
      name: name.replace(/^[0-9a-f]{8}(?=[0-9a-f]{56})/, String(person).padStart(8, '0')),
    }))
  const memory = memoryStore()
  const store: CountingStore = {
    get: memory.get,
    take: memory.take,
    async set(key, value, ttl) {
      seen.push((other, person) => other.set(of([key], person)[0] ?? key, value, ttl))
      await memory.set(key, value, ttl)
    },
    async setAll(keys, value, ttl) {
      seen.push((other, person) => other.setAll?.(of(keys, person), value, ttl) ?? Promise.resolve())
      for (const key of keys) await memory.set(key, value, ttl)
    },
    next: memory.next,
    async add(keys, amount, ttl) {
      seen.push((other, person) => other.add?.(of(keys, person), amount, ttl) ?? Promise.resolve())
      return Promise.all(keys.map((key) => memory.next(key, ttl)))
    },
  }
  const loginSession = (): string => 'session'
  const { ada, adaId, emulator } = await platform({ store, loginSession, stepUp: {} })
  await signIn(emulator, ada, adaId, 'ada@example.com')
  return seen
}

async function fill(store: CountingStore): Promise<number> {
  const accesses = await written()
  for (let person = 0; person < people; person += 100) {
    const group = Array.from({ length: 100 }, (_, index) => person + index)
    for (const access of accesses) await Promise.all(group.map((each) => access(store, each)))
  }
  return accesses.length
}

const numberIn = (info: string, name: string): number =>
  Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1])

/** Seconds of processor time that a process has used: its fields 14 and 15, in hundredths. */
const processorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const program = (await redisProgram()) ?? ''
const redis = await startRedis(program)
const client = new Redis(redis.url)
const usedBefore = numberIn(await client.info('memory'), 'used_memory')
const accesses = await fill(redisStore(client))
const used = numberIn(await client.info('memory'), 'used_memory') - usedBefore
print(
  `Redis, after ${people} sign-ins: ${Math.round(used / people)} bytes and ${((await client.dbsize()) / people).toFixed(1)} keys for each person, ${accesses} accesses`,
)
const cpu = async (): Promise<number> => {
  const info = await client.info('cpu')
  return numberIn(info, 'used_cpu_user') + numberIn(info, 'used_cpu_sys')
}

const programs = postgresPrograms() ?? ''
const postgres = await startPostgres(programs)
const pool = new pg.Pool({ host: postgres.host, user: postgres.user, database: 'postgres', max: 10 })
for (const statement of table) await pool.query(statement)
await fill(postgresStore((text, values) => pool.query(text, values)))
const { rows } = await pool.query(
  "SELECT pg_total_relation_size('wallet_store') AS size, (SELECT count(*) FROM wallet_store) AS count",
)
print(
  `Postgres, after ${people} sign-ins: ${Math.round(Number(rows[0].size) / people)} bytes and ${(Number(rows[0].count) / people).toFixed(1)} rows for each person`,
)
await pool.end()
await postgres.drop()

const emulator = createEmulator()
const { account } = await emulator.provision({ email: 'ada@example.com' })
const service = await serve(emulator.fetch, { port: 0 })
const login = await serve(() => Response.json({ accountIds: [account.id], loginSession: 's' }), { port: 0 })
const folder = mkdtempSync(join(tmpdir(), 'costs-'))
writeFileSync(
  join(folder, 'wallet.json'),
  JSON.stringify({
    service: { baseUrl: `${service.url}/2025-10-13` },
    login: { url: login.url },
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: ['http://localhost'],
    listen: { port: 0 },
    store: { type: 'redis' },
    limits: { calls: { max: 1_000_000, per: 3_600 } },
  }),
)
const child = spawn(
  process.execPath,
  ['dist/cli/main.js', 'backend', '--config', join(folder, 'wallet.json')],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      STORE_URL: redis.url,
      SERVICE_TOKEN_ID: emulator.apiToken.tokenId,
      SERVICE_SECRET: emulator.apiToken.clientSecret,
    },
  },
)
const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
const url = /http\S+/.exec(String(line))?.[0] ?? ''
const agent = new Agent({ connections: 16, pipelining: 1 })
const call = async (): Promise<void> => {
  const { statusCode, body } = await request(`${url}/wallet/auth/credentials?accountId=${account.id}`, {
    dispatcher: agent,
    headers: { Cookie: 'login=ada' },
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(String(statusCode))
}
const many = async (count: number): Promise<void> => {
  for (let done = 0; done < count; done += 16) await Promise.all(Array.from({ length: 16 }, call))
}
await many(calls)
const [own, store] = [processorTime(child.pid ?? 0), await cpu()]
await many(calls)
const perCall = ((processorTime(child.pid ?? 0) - own) / calls) * 1000
const perCommand = (((await cpu()) - store) / calls) * 1_000_000
print(
  `An instance: ${perCall.toFixed(2)} ms of processor time for a call, with the question about the login; Redis: ${perCommand.toFixed(0)} µs`,
)
print(
  `Memory of the instance after ${2 * calls} calls: ${Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)} MB`,
)
child.kill('SIGTERM')
await once(child, 'close')
await agent.destroy()
client.disconnect()
await Promise.all([service.close(), login.close(), redis.stop()])
rmSync(folder, { recursive: true })
process.exit(0)
