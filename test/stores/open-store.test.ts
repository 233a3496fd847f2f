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
    const errors: unknown[] = []
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

it.each([
  ['redis', 'redis://:pa#ss/word@redis.internal:6379'],
  ['postgres', 'postgres://wallet:pa#ss/word@db.internal/bank'],
] as const)(
  'an address of %s with a password that is not encoded ends the start, and is not repeated',
  async (type, url) => {
    const refusal = await openStore({ type, url }, {}, () => {}).then(
      () => 'opened',
      ({ message }: Error) => message,
    )
    expect(refusal).toMatch(/^store: "url", .*write # \/ \? % @/)
    expect(refusal).not.toMatch(/ss\/word/)
  },
)
