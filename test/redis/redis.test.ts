/** What the docs say of several instances, with a real Redis between them. @module */
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { platform } from '../../src/backend/fixtures/platform.js'
import { expectRegisteredOnce } from '../../src/backend/fixtures/registered-once.js'
import { type ChallengeStore, unstorageChallengeStore } from '../../src/backend/index.js'
import { type RedisServer, redisProgram, startRedis } from './redis-server.js'

// Where Redis is not installed and cannot be, the tests are counted as skipped.
const program = await redisProgram()
const minutes = 60_000

/** A store as one instance of the backend has it: on a connection of its own. */
function instance({ url }: RedisServer): ChallengeStore {
  const storage = createStorage({ driver: redisDriver({ base: 'wallet', url }) })
  onTestFinished(() => storage.dispose())
  return unstorageChallengeStore(storage)
}

describe.skipIf(program === undefined)('instances that share a Redis', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis(program ?? '')
  })
  afterAll(() => redis.stop())

  const use = (challenge: string, bodyDigest: string): Parameters<ChallengeStore['claim']>[0] => ({
    challenge,
    binding: 'ada',
    bodyDigest,
  })

  it('a passkey is registered once by instances that share a Redis, each step at another of them', async () => {
    const instances = [instance(redis), instance(redis), instance(redis)]
    await expectRegisteredOnce(await platform(...instances.map((challenges) => ({ challenges }))))
  })

  it('at most one of several bodies passes at instances that share a Redis, and sometimes one', async () => {
    const instances = [instance(redis), instance(redis), instance(redis)]
    let through = 0
    for (let round = 0; round < 200; round++) {
      const challenge = `race ${round}`
      await instances[0]?.issue({ challenge, binding: 'ada', expiresAt: Date.now() + minutes })
      const claims = instances.map((store, at) => store.claim(use(challenge, `body ${at}`)))
      const won = (await Promise.all(claims)).filter(Boolean)
      expect(won.length).toBeLessThan(2)
      through += won.length
    }
    expect(through).toBeGreaterThan(0)
  })

  it('instances that share a Redis leave nothing behind that does not expire', async () => {
    const driver = redisDriver({ base: 'alone', url: redis.url })
    const storage = createStorage({ driver })
    onTestFinished(() => storage.dispose())
    const store = unstorageChallengeStore(storage)
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt: Date.now() + 10 * minutes })
    expect(await store.claim(use('c', 'body'))).toBe(true)
    const client = driver.getInstance?.()
    const keys: string[] = (await client?.keys('alone:*')) ?? []
    expect(keys).toHaveLength(4)
    for (const key of keys) {
      const left = await client?.ttl(key)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(600)
    }
  })
})

// shows: waits-end
it.skipIf(program === undefined)(
  'a Redis that is gone is a 500 after three seconds, and nothing is created',
  async () => {
    const redis = await startRedis(program ?? '')
    const onError = vi.fn()
    const driver = redisDriver({ base: 'wallet', url: redis.url })
    driver.getInstance?.().on('error', () => {})
    const storage = createStorage({ driver })
    onTestFinished(() => storage.dispose())
    const { ada, adaId, emulator } = await platform({
      challenges: unstorageChallengeStore(storage),
      onError,
    })
    const asked = { accountId: adaId, nickname: 'Laptop' }
    const { body } = await ada('POST /auth/passkey-registration-options', asked)
    await redis.stop()
    const attestation = { credentialId: 'a', clientDataJson: 'a', attestationObject: 'a' }
    const passkey = { type: 'PASSKEY', ...asked, challenge: body.challenge, attestation }
    const refused = await ada('POST /auth/credentials', passkey)
    expect([refused.status, refused.body.code]).toEqual([500, 'INTERNAL_ERROR'])
    // Ours: that client would give up only after twenty tries of its own.
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ name: 'DeadlineExceeded' })]])
    expect(emulator.requests().some(({ method }) => method === 'POST')).toBe(false)
  },
)
