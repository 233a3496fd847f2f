/**
 * Stores that survive a kill, as one that a platform relies on has to: what was acknowledged is there after the restart.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startProgram } from '../../scripts/program.js'
import { redisProgram } from '../redis/redis-server.js'
import { postgresPrograms, startPostgres } from '../stores/postgres-server.js'
import { table } from '../stores/stores.js'

export interface KeptStore {
  /** What the configuration of a backend has as `store`. */
  readonly config: object
  /** Ends the server as a crash does. */
  kill(): Promise<void>
  start(): Promise<void>
  pid(): number | undefined
  drop(): Promise<void>
}

export const keptStores: Readonly<Record<string, () => Promise<KeptStore>>> = {
  redis: keptRedis,
  postgres: keptPostgres,
  none: async () => nothingShared,
}

/** Each instance remembers for itself, which is wrong for several. So a run that finds nothing here sees nothing. */
const nothingShared: KeptStore = {
  config: { type: 'memory' },
  kill: async () => {},
  start: async () => {},
  pid: () => undefined,
  drop: async () => {},
}

async function keptRedis(): Promise<KeptStore> {
  const program = await redisProgram()
  if (program === undefined) throw new Error('redis-server is not installed.')
  const directory = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const options = ['--port', String(port), '--dir', directory, '--save', '', '--appendonly', 'yes']
  const run = async () => {
    const server = startProgram(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ready = new Promise<void>((resolve) => {
      server.child.stdout?.on('data', (text) => {
        if (/ready to accept connections/i.test(String(text))) resolve()
      })
    })
    await Promise.race([ready, server.failed])
    return server
  }
  let server = await run()
  return {
    config: { type: 'redis', url: `redis://127.0.0.1:${port}` },
    kill: () => server.kill(),
    async start() {
      server = await run()
    },
    pid: () => server.child.pid,
    async drop() {
      await server.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function keptPostgres(): Promise<KeptStore> {
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error('Postgres is not installed.')
  const server = await startPostgres(programs)
  const url = `postgres://${server.user}@/postgres?host=${encodeURIComponent(server.host)}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of table) await client.query(statement)
  await client.end()
  return {
    config: { type: 'postgres', url, connections: 4 },
    kill: server.stop,
    start: server.start,
    pid: server.pid,
    drop: server.drop,
  }
}
