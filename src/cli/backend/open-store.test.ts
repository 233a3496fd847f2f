/** The store that the configuration of the stand-alone backend names is a real one, and closes with it. @module */
import { Redis } from 'ioredis'
import { expect, it, onTestFinished } from 'vitest'
import { redisProgram, startRedis } from '../../../test/redis/redis-server.js'
import { testStore } from '../../backend/index.js'
import { openStore } from './open-store.js'

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

it.skipIf(redis === undefined)(
  'a store on Redis that is told to reconnect gives up its connection',
  async () => {
    const server = await startRedis(redis ?? '')
    const watching = new Redis(server.url)
    const opened = await openStore({ type: 'redis', url: server.url }, {}, () => {})
    onTestFinished(async () => {
      await opened.close()
      watching.disconnect()
      await server.stop()
    })
    const key = { owner: 'ada', name: 'a' }
    const connections = async () =>
      [...String(await watching.client('LIST')).matchAll(/^id=(\d+)/gm)].map(([, id]) => id)
    await opened.store.set(key, 'x', 60_000)
    const before = await connections()
    opened.store.reconnect?.()
    expect(await opened.store.get(key)).toBe('x')
    const after = await connections()
    expect(after).toHaveLength(2)
    expect(after.filter((id) => before.includes(id))).toHaveLength(1)
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
