/** The store that the configuration of the stand-alone backend names is a real one, and closes with it. @module */
import { expect, it } from 'vitest'
import { testStore } from '../../src/backend/index.js'
import { openStore } from '../../src/cli/backend/open-store.js'
import { redisProgram, startRedis } from '../redis/redis-server.js'

const redis = await redisProgram()

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
