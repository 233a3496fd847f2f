/** Tests what the documentation says about several instances, which share a real Redis. @module */
import { Redis } from 'ioredis'
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientKey } from '../../emulator/src/fixtures/client.js'
import { platform, signIn } from '../../src/backend/fixtures/platform.js'
import { expectRegisteredOnce } from '../../src/backend/fixtures/registered-once.js'
import { type BackendStore, redisStore, unstorageStore } from '../../src/backend/index.js'
import { type RedisServer, redisProgram, startRedis } from './redis-server.js'

// If Redis is not installed and cannot be installed, the tests are skipped.
const program = await redisProgram()
const minutes = 60_000
const loginSession = (request: Request): string => `login of ${request.headers.get('Cookie')}`

/** Makes the store of one instance of the backend, with a separate connection. */
function instance({ url }: RedisServer, base = crypto.randomUUID()): BackendStore {
  const driver = redisDriver({ base, url })
  // Some of these tests break the connection.
  driver.getInstance?.().on('error', () => {})
  const storage = createStorage({ driver })
  onTestFinished(() => storage.dispose())
  return unstorageStore(storage)
}

/** Makes the stores of three instances, which share their data with each other but not with other tests. */
function three(redis: RedisServer): readonly BackendStore[] {
  const base = crypto.randomUUID()
  return [1, 2, 3].map(() => instance(redis, base))
}

describe.skipIf(program === undefined)('instances that share a Redis', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis(program ?? '')
  })
  afterAll(() => redis.stop())

  it('a passkey is registered once by instances that share a Redis, each step at another of them', async () => {
    await expectRegisteredOnce(await platform(...three(redis).map((store) => ({ store }))))
  })

  it('of several instances that take a value from a shared Redis, at most one gets it, and sometimes one does', async () => {
    const instances = three(redis)
    let through = 0
    for (let round = 0; round < 200; round++) {
      const key = { owner: 'ada', name: `race-${round}` }
      await instances[0]?.set(key, 'x', minutes)
      const taken = await Promise.all(instances.map((store) => store.take(key)))
      expect(taken.filter((value) => value !== undefined).length).toBeLessThan(2)
      through += taken.filter((value) => value === 'x').length
    }
    expect(through).toBeGreaterThan(0)
  })

  it('a proof made at one instance pays once at all that share a Redis', async () => {
    const instances = three(redis).map((store) => ({ store, loginSession, stepUp: {} }))
    const { ada, adaId, emulator } = await platform(...instances)
    await signIn(emulator, ada, adaId, 'ada@example.com')
    const body = { clientPublicKey: clientKey().publicKey }
    const path = `POST /internal-accounts/${adaId}/export`
    const rush = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ada(path, body)))
    expect(rush.filter(({ status }) => status === 202).length).toBeLessThanOrEqual(1)
    await signIn(emulator, ada, adaId, 'ada@example.com')
    const first = await ada(path, { clientPublicKey: clientKey().publicKey })
    expect(first.status).toBe(202)
    expect((await ada(path, body)).status).toBe(403)
  })

  it('instances that share a Redis leave nothing behind that does not expire', async () => {
    const driver = redisDriver({ base: 'alone', url: redis.url })
    const storage = createStorage({ driver })
    onTestFinished(() => storage.dispose())
    const store = unstorageStore(storage)
    await store.set({ owner: 'ada', name: 'a' }, 'x', 10 * minutes)
    expect(await store.take({ owner: 'ada', name: 'a' })).toBe('x')
    await store.set({ owner: 'ada', name: 'b' }, 'x', 10 * minutes)
    const client = driver.getInstance?.()
    const keys: string[] = (await client?.keys('alone:*')) ?? []
    expect(keys).toHaveLength(3)
    for (const key of keys) {
      const left = await client?.ttl(key)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(600)
    }
  })
})

it.skipIf(program === undefined)(
  'without its Redis the backend answers 503 after three seconds, and creates, exports and sends nothing',
  async () => {
    const redis = await startRedis(program ?? '')
    const onError = vi.fn()
    const client = new Redis(redis.url)
    client.on('error', () => {})
    onTestFinished(() => client.disconnect())
    const store = redisStore(client)
    const { ada, adaId, emulator } = await platform({ store, loginSession, stepUp: {}, onError })
    await signIn(emulator, ada, adaId, 'ada@example.com')
    const asked = { accountId: adaId, nickname: 'Laptop' }
    const { body } = await ada('POST /auth/passkey-registration-options', asked)
    const { body: list } = await ada(`GET /auth/credentials?accountId=${adaId}`)
    await redis.stop()
    const writes = (): number => emulator.requests().filter(({ method }) => method !== 'GET').length
    const before = writes()
    const clientDataJson = Buffer.from(
      JSON.stringify({ type: 'webauthn.create', challenge: body.challenge, origin: 'http://localhost:5173' }),
    ).toString('base64url')
    const attestation = { credentialId: 'a', clientDataJson, attestationObject: 'a' }
    const refused = await Promise.all([
      ada('POST /auth/credentials', { type: 'PASSKEY', ...asked, challenge: body.challenge, attestation }),
      ada(`POST /internal-accounts/${adaId}/export`, { clientPublicKey: clientKey().publicKey }),
      ada(`POST /auth/credentials/${list.data[0]?.id}/challenge`),
    ])
    for (const { status, body: said } of refused)
      expect([status, said.code]).toEqual([503, 'STORE_UNREACHABLE'])
    // The backend's own deadline: the client of Redis would give up only after twenty attempts.
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ name: 'DeadlineExceeded' }))
    expect(writes()).toBe(before)
  },
)
