import { Cluster, Redis } from 'ioredis'
import { createClient, createClientPool, createCluster, createSentinel } from 'redis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type IoredisClient, type NodeRedisClient, redisStore } from '../index.js'

const key = { owner: 'ada', name: 'a' }
const open = (client: unknown) => redisStore(client as IoredisClient | NodeRedisClient)

const address = { host: '127.0.0.1', port: 1 }
const clusterOfIoredis = (): Cluster => {
  const cluster = new Cluster([address], { lazyConnect: true })
  onTestFinished(() => cluster.disconnect())
  return cluster
}

describe('the client of a Redis store', () => {
  it.each([
    ['ioredis', () => new Redis({ lazyConnect: true })],
    ['a cluster of ioredis', clusterOfIoredis],
    ['node-redis', () => createClient()],
    ['a pool of node-redis', () => createClientPool()],
  ])('may be one of %s', (_, client) => {
    expect(open(client())).toMatchObject({ take: expect.any(Function) })
  })

  it.each([
    ['a cluster of node-redis', () => createCluster({ rootNodes: [{ socket: address }] })],
    ['sentinels of node-redis', () => createSentinel({ name: 'wallet', sentinelRootNodes: [address] })],
    [
      'node-redis before version 4',
      () => ({ sendCommand: (_name: string, _args: string[], _done: () => void) => true }),
    ],
    ['another package', () => ({ get: async () => null, set: async () => 'OK' })],
    ['an address', () => 'redis://127.0.0.1'],
    ['nothing', () => undefined],
  ])('is refused with words if it is one of %s', (_, client) => {
    expect(() => open(client())).toThrow(/^redisStore needs a client of ioredis/)
  })

  it('is refused if what it resolves with is not what Redis answers', async () => {
    const pretending = redisStore({ sendCommand: async () => true })
    const buffers = redisStore({ call: async () => Buffer.from('x') })
    for (const access of [
      pretending.set(key, 'x', 1_000),
      pretending.take(key),
      pretending.next(key, 1_000),
      buffers.get(key),
      buffers.take(key),
    ])
      await expect(access).rejects.toThrow(/^The client of redisStore answered with something else/)
  })
})
