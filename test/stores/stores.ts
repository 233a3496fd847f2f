/** The stores of instances that share a real Redis or a real Postgres, each with a connection of its own. @module */
import { Redis } from 'ioredis'
import pg from 'pg'
import { createClient } from 'redis'
import { type BackendStore, postgresStore, redisStore } from '../../src/backend/index.js'
import { type RedisServer, redisProgram, startRedis } from '../redis/redis-server.js'
import { postgresPrograms, startPostgres } from './postgres-server.js'

/** Makes the stores of one instance after the other, and disconnects all of them. */
export interface Instances {
  make(): Promise<BackendStore>
  end(): Promise<void>
}

/** A server, and what its instances have sent. */
export interface SharedServer {
  /** @param delay how long a command takes each way, in milliseconds, at most */
  instances(delay?: number): Instances
  /** How many commands all instances have sent so far. */
  readonly sent: () => number
  /** How many commands the server has carried out so far, as it counts them itself, without those of this question. */
  readonly received: () => Promise<number>
  close(): Promise<void>
}

/** Waits up to `ms` milliseconds, as the way to another zone does. */
const way = (ms: number): Promise<void> | undefined =>
  ms === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms * (0.5 + Math.random() / 2)))

/** The statements of the documentation that make the table. */
export const table: readonly string[] = [
  'CREATE TABLE wallet_store (key text PRIMARY KEY, value text NOT NULL, expires_at timestamptz NOT NULL)',
  'CREATE INDEX wallet_store_expires_at ON wallet_store (expires_at)',
]

async function ioredis(): Promise<SharedServer | undefined> {
  const server = await redisServer()
  if (server === undefined) return undefined
  return counted(await redisCount(server), server.stop, (around) => {
    const client = new Redis(server.url)
    const { isCluster } = client
    const call = (command: string, ...args: string[]) => around(() => client.call(command, ...args))
    return { store: redisStore({ call, isCluster }), end: async () => client.disconnect() }
  })
}

async function nodeRedis(): Promise<SharedServer | undefined> {
  const server = await redisServer()
  if (server === undefined) return undefined
  return counted(await redisCount(server), server.stop, async (around) => {
    const client = createClient({ socket: { path: server.url, tls: false } })
    await client.connect()
    const sendCommand = (args: string[]) => around(() => client.sendCommand(args))
    return { store: redisStore({ sendCommand }), end: async () => client.destroy() }
  })
}

async function postgres(): Promise<SharedServer | undefined> {
  const programs = postgresPrograms()
  if (programs === undefined) return undefined
  const server = await startPostgres(programs)
  const pool = (max: number): pg.Pool =>
    new pg.Pool({ host: server.host, user: server.user, database: 'postgres', max })
  const first = pool(1)
  for (const statement of [...table, 'CREATE EXTENSION pg_stat_statements']) await first.query(statement)
  const received = async (): Promise<number> => {
    const { rows } = await first.query(
      "SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements WHERE query LIKE '%wallet_store%' AND query NOT LIKE '%pg_stat%'",
    )
    return Number(rows[0]?.calls)
  }
  const drop = async (): Promise<void> => {
    await first.end()
    await server.drop()
  }
  return counted(received, drop, (around) => {
    const own = pool(2)
    return {
      store: postgresStore((text, values) => around(() => own.query(text, values))),
      end: () => own.end(),
    }
  })
}

/** Every kind of store that this machine can run, or `undefined` where it cannot. */
export const sharedServers: Readonly<Record<string, () => Promise<SharedServer | undefined>>> = {
  ioredis,
  nodeRedis,
  postgres,
}

async function redisServer(): Promise<RedisServer | undefined> {
  const program = await redisProgram()
  return program === undefined ? undefined : startRedis(program)
}

/** Counts with `MONITOR`. Unlike `INFO commandstats`, it tells what a client has sent from what a script does inside. */
async function redisCount(server: RedisServer): Promise<() => Promise<number>> {
  const client = new Redis(server.url)
  client.on('error', () => {})
  // Its own `INFO` has been answered by then. The monitor fails if it hears of a command together with its first answer.
  await client.ping()
  const monitor = await client.monitor()
  const { stop } = server
  server.stop = async () => {
    monitor.disconnect()
    client.disconnect()
    await stop()
  }
  let count = 0
  const waiting = new Map<string, () => void>()
  monitor.on('monitor', (_, [name = '', first = '']: readonly string[], source: string) => {
    if (name.toUpperCase() === 'ECHO') waiting.get(first)?.()
    else if (source !== 'lua' && ['eval', 'get', 'set', 'getdel'].includes(name.toLowerCase())) count += 1
  })
  return async () => {
    const mark = crypto.randomUUID()
    const seen = new Promise<void>((resolve) => waiting.set(mark, resolve))
    await client.echo(mark)
    await seen
    return count
  }
}

type Around = <T>(run: () => Promise<T>) => Promise<T>
type Connected = { readonly store: BackendStore; readonly end: () => Promise<void> }

function counted(
  received: () => Promise<number>,
  stop: () => Promise<void>,
  connected: (around: Around) => Connected | Promise<Connected>,
): SharedServer {
  let sent = 0
  const instances = (delay = 0): Instances => {
    const ends: (() => Promise<void>)[] = []
    return {
      async make() {
        const { store, end } = await connected(async (run) => {
          sent += 1
          await way(delay)
          const answer = await run()
          await way(delay)
          return answer
        })
        ends.push(end)
        return store
      },
      end: async () => {
        for (const end of ends) await end()
      },
    }
  }
  return { instances, sent: () => sent, received, close: stop }
}
