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

  it('lets the same body through again and again', async () => {
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

  it('takes any text for a challenge', async () => {
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

  it('lets one of two bodies through that come at once', async () => {
    const store = memoryChallengeStore()
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 1000 })
    const claim = (bodyDigest: string) => store.claim({ challenge: 'c', binding: 'ada', bodyDigest })
    expect(await Promise.all([claim('a'), claim('b')])).toEqual([true, false])
  })
})

describe('unstorageChallengeStore', () => {
  it('gives every record a time to live, in seconds', async () => {
    const ttls: unknown[] = []
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageChallengeStore({
      getItem: (key) => storage.getItem(key),
      removeItem: (key) => storage.removeItem(key),
      setItem: (key, value, options) => {
        ttls.push(options?.ttl)
        return storage.setItem(key, value)
      },
    })
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 600_000 })
    vi.setSystemTime(start + 599_500)
    await store.claim({ challenge: 'c', binding: 'ada', bodyDigest: 'a' })
    expect(ttls).toEqual([600, 1, 1, 1])
  })

  it('ignores a record in another form', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageChallengeStore(storage)
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 1000 })
    for (const key of await storage.getKeys()) await storage.setItem(key, 'true')
    expect(await store.claim({ challenge: 'c', binding: 'ada', bodyDigest: 'a' })).toBe(false)
  })

  it('leaves nothing of a consumed challenge but the mark that it was used', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageChallengeStore(storage)
    const use = { challenge: 'c', binding: 'ada', bodyDigest: 'a' }
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 1000 })
    await store.claim(use)
    await store.consume(use)
    expect(await storage.getKeys()).toEqual([expect.stringMatching(/:closed$/)])
  })

  it('lets one of two bodies through in no order of their steps but the one or the other', async () => {
    const steps = 7
    let through = 0
    for (let order = 0; order < 2 ** (2 * steps); order += 1) {
      const turns = [...order.toString(2).padStart(2 * steps, '0')].map(Number)
      if (turns.filter((turn) => turn === 1).length !== steps) continue
      const results = await claimInTurns(turns)
      expect(results).not.toEqual([true, true])
      if (results.includes(true)) through += 1
    }
    expect(through).toBeGreaterThan(0)
  })

  it('stays closed to a claim that began before the challenge was consumed', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageChallengeStore(storage)
    const use = { challenge: 'c', binding: 'ada', bodyDigest: 'a' }
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 1000 })
    // A slow instance: it has read that the challenge is unused, and goes on only after everything else.
    let goOn: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const slow = unstorageChallengeStore({
      getItem: (key) => storage.getItem(key),
      removeItem: (key) => storage.removeItem(key),
      setItem: async (key, value) => {
        await held
        await storage.setItem(key, value)
      },
    })
    const late = slow.claim({ ...use, bodyDigest: 'b' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(await store.claim(use)).toBe(true)
    await store.consume(use)
    goOn()
    expect(await late).toBe(false)
  })
})

/** Two claims with different bodies; `turns` says whose step on the storage is next. */
async function claimInTurns(turns: readonly number[]): Promise<boolean[]> {
  const records = new Map<string, unknown>()
  const issuer = unstorageChallengeStore({
    getItem: async (key) => records.get(key),
    setItem: async (key, value) => void records.set(key, value),
    removeItem: async (key) => void records.delete(key),
  })
  await issuer.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 1000 })
  const claims = ['a', 'b'].map((bodyDigest) => {
    let waiting: (() => void) | undefined
    let arrived = (): void => {}
    let done = false
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        waiting = resolve
        arrived()
      })
    const store = unstorageChallengeStore({
      getItem: async (key) => {
        await turn()
        return records.get(key)
      },
      setItem: async (key, value) => {
        await turn()
        records.set(key, value)
      },
      removeItem: async (key) => void records.delete(key),
    })
    const result = store.claim({ challenge: 'c', binding: 'ada', bodyDigest }).finally(() => {
      done = true
      arrived()
    })
    const step = async (): Promise<void> => {
      if (waiting === undefined && !done) {
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
      const go = waiting
      waiting = undefined
      go?.()
      // The step itself, before the other's: the continuation of a promise runs before the next macrotask.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { result, step }
  })
  for (const turn of turns) await claims[turn]?.step()
  return Promise.all(claims.map(({ result }) => result))
}
