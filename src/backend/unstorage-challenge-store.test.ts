import { createStorage } from 'unstorage'
import memoryDriver from 'unstorage/drivers/memory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unstorageChallengeStore } from './index.js'

const start = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('unstorageChallengeStore', () => {
  it('gives every stored challenge a time to live, in seconds', async () => {
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

  it('ignores a stored challenge in another form', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageChallengeStore(storage)
    await store.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 1000 })
    for (const key of await storage.getKeys()) await storage.setItem(key, 'true')
    expect(await store.claim({ challenge: 'c', binding: 'ada', bodyDigest: 'a' })).toBe(false)
  })

  it('does not let two equal bodies vouch for each other against a third claim', async () => {
    const [first, other, twin] = [0, 1, 2]
    const race = [
      first,
      first,
      first,
      first,
      other,
      other,
      other,
      other,
      twin,
      twin,
      other,
      other,
      twin,
      first,
      first,
    ]
    const rest = [first, other, twin, twin, twin, twin]
    const results = await claimInTurns(['b', 'a', 'b'], [...race, ...rest])
    expect(results).toEqual([false, true, false])
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

  it('lets exactly one of two bodies through, in every order of their steps', async () => {
    const steps = 7
    let through = 0
    for (let order = 0; order < 2 ** (2 * steps); order += 1) {
      const turns = [...order.toString(2).padStart(2 * steps, '0')].map(Number)
      if (turns.filter((turn) => turn === 1).length !== steps) continue
      const results = await claimInTurns(['a', 'b'], turns)
      expect(results).not.toEqual([true, true])
      if (results.includes(true)) through += 1
    }
    expect(through).toBeGreaterThan(0)
  })

  it('refuses a claim that began before the challenge was consumed', async () => {
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

/** Claims at the same time, one per body; `turns` says whose step on the storage is next. */
async function claimInTurns(bodies: readonly string[], turns: readonly number[]): Promise<boolean[]> {
  const records = new Map<string, unknown>()
  const issuer = unstorageChallengeStore({
    getItem: async (key) => records.get(key),
    setItem: async (key, value) => void records.set(key, value),
    removeItem: async (key) => void records.delete(key),
  })
  await issuer.issue({ challenge: 'c', binding: 'ada', expiresAt: start + 1000 })
  const claims = bodies.map((bodyDigest) => {
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
