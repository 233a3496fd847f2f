import { createStorage } from 'unstorage'
import memoryDriver from 'unstorage/drivers/memory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChallengeStore, memoryChallengeStore, unstorageChallengeStore } from './index.js'

const start = Date.UTC(2026, 0, 1)
const drivers: readonly [string, () => ChallengeStore][] = [
  ['memory', memoryChallengeStore],
  ['unstorage', () => unstorageChallengeStore(createStorage({ driver: memoryDriver() }))],
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each(drivers)('the %s challenge store', (_, create) => {
  const issued = { challenge: 'c1', binding: 'ada', expiresAt: start + 600_000 }
  const use = { challenge: 'c1', binding: 'ada', bodyDigest: 'body' }

  it('does not know a challenge that was not issued', async () => {
    expect(await create().claim(use)).toBe(false)
  })

  it('lets the same body through any number of times', async () => {
    const store = create()
    await store.issue(issued)
    for (const _ of [1, 2, 3]) expect(await store.claim(use)).toBe(true)
  })

  it('refuses another body after the first use, and still knows the first', async () => {
    const store = create()
    await store.issue(issued)
    await store.claim(use)
    expect(await store.claim({ ...use, bodyDigest: 'other' })).toBe(false)
    expect(await store.claim(use)).toBe(true)
  })

  it('refuses another binding without using the challenge up', async () => {
    const store = create()
    await store.issue(issued)
    expect(await store.claim({ ...use, binding: 'bob', bodyDigest: 'other' })).toBe(false)
    expect(await store.claim(use)).toBe(true)
  })

  it('refuses a consumed challenge', async () => {
    const store = create()
    await store.issue(issued)
    await store.claim(use)
    await store.consume(use)
    expect(await store.claim(use)).toBe(false)
  })

  it('ignores the consumption of a challenge that was never issued', async () => {
    const store = create()
    await expect(store.consume(use)).resolves.toBeUndefined()
    await store.issue(issued)
    await store.consume({ ...use, challenge: 'c2' })
    expect(await store.claim(use)).toBe(true)
  })

  it('keeps other challenges when one is consumed', async () => {
    const store = create()
    await store.issue(issued)
    await store.issue({ ...issued, challenge: 'c2' })
    await store.consume(use)
    expect(await store.claim({ ...use, challenge: 'c2' })).toBe(true)
  })

  it('refuses a challenge from its expiry on, used before or not', async () => {
    const store = create()
    await store.issue(issued)
    await store.issue({ ...issued, challenge: 'c2' })
    vi.setSystemTime(issued.expiresAt - 1)
    expect(await store.claim(use)).toBe(true)
    vi.setSystemTime(issued.expiresAt)
    expect(await store.claim(use)).toBe(false)
    expect(await store.claim({ ...use, challenge: 'c2' })).toBe(false)
  })

  it('lets at most one of several bodies through that come at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const store = create()
      await store.issue(issued)
      const digests = ['a', 'b', 'c', 'a', 'b', 'c']
      const results = await Promise.all(digests.map((bodyDigest) => store.claim({ ...use, bodyDigest })))
      expect(new Set(digests.filter((_, index) => results[index])).size).toBeLessThanOrEqual(1)
    }
  })

  it('takes any string as a challenge', async () => {
    const store = create()
    for (const challenge of ['', '../../x', 'a:b', '__proto__', 'x'.repeat(1024)]) {
      expect(await store.claim({ ...use, challenge })).toBe(false)
    }
  })
})

describe('memoryChallengeStore', () => {
  it('keeps the eight youngest challenges of a binding', async () => {
    const store = memoryChallengeStore()
    const expiresAt = start + 1000
    await store.issue({ challenge: 'of-bob', binding: 'bob', expiresAt })
    for (let n = 0; n < 9; n += 1) await store.issue({ challenge: `c${n}`, binding: 'ada', expiresAt })
    const good = async (challenge: string, binding: string) =>
      store.claim({ challenge, binding, bodyDigest: 'body' })
    expect(await good('c0', 'ada')).toBe(false)
    expect(await good('c1', 'ada')).toBe(true)
    expect(await good('c8', 'ada')).toBe(true)
    expect(await good('of-bob', 'bob')).toBe(true)
  })

  it('keeps a challenge while ten thousand others register', async () => {
    const store = memoryChallengeStore()
    const expiresAt = start + 1000
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt })
    for (let n = 0; n < 10_000; n += 1) {
      const use = { challenge: 'c', binding: `person ${n}`, bodyDigest: 'body' }
      await store.issue({ ...use, expiresAt })
      await store.consume(use)
    }
    expect(await store.claim({ challenge: 'c', binding: 'ada', bodyDigest: 'body' })).toBe(true)
  })

  it('forgets the oldest challenge when ten thousand others wait', async () => {
    const store = memoryChallengeStore()
    for (let n = 0; n <= 10_000; n += 1) {
      await store.issue({ challenge: 'c', binding: `person ${n}`, expiresAt: start + 1000 })
    }
    const good = (binding: string) => store.claim({ challenge: 'c', binding, bodyDigest: 'body' })
    expect(await good('person 0')).toBe(false)
    expect(await good('person 1')).toBe(true)
  })

  it('lets one of two bodies through that come at once', async () => {
    const store = memoryChallengeStore()
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 1000 })
    const claim = (bodyDigest: string) => store.claim({ challenge: 'c', binding: 'ada', bodyDigest })
    expect(await Promise.all([claim('a'), claim('b')])).toEqual([true, false])
  })
})
