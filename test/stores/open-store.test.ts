/** The stores that the configuration of the stand-alone backend names are real ones, and close with it. @module */
import pg from 'pg'
import { expect, it } from 'vitest'
import { testStore } from '../../src/backend/index.js'
import { openStore } from '../../src/cli/backend/open-store.js'
import { redisProgram, startRedis } from '../redis/redis-server.js'
import { postgresPrograms, startPostgres } from './postgres-server.js'
import { table } from './stores.js'

const redis = await redisProgram()
const postgres = postgresPrograms()

it.skipIf(redis === undefined)(
  'the configuration opens a store on Redis, and its errors are reported',
  async () => {
    const server = await startRedis(redis ?? '')
    const errors: Error[] = []
    const opened = await openStore({ type: 'redis', prefix: 'p:' }, { STORE_URL: server.url }, (error) =>
      errors.push(error),
    )
    await testStore(async () => opened.store, { instances: 2, rounds: 2, ttl: 500 })
    expect(errors).toEqual([])
    await server.stop()
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await opened.close()
  },
)

it.skipIf(postgres === undefined)('the configuration opens a store on Postgres', async () => {
  const server = await startPostgres(postgres ?? '')
  const url = `postgres://${server.user}@/postgres?host=${encodeURIComponent(server.host)}`
  const first = new pg.Client({ connectionString: url })
  await first.connect()
  for (const statement of table) await first.query(statement)
  await first.end()
  const opened = await openStore({ type: 'postgres', url, connections: 2 }, {}, () => {})
  await testStore(async () => opened.store, { instances: 2, rounds: 2, ttl: 500 })
  await opened.close()
  await server.drop()
})
