import { createStorage } from 'unstorage'
import memoryDriver from 'unstorage/drivers/memory'
import { describe, expect, it } from 'vitest'
import { type BackendStore, type CountingStore, memoryStore, testStore, unstorageStore } from '../index.js'

const soon = { instances: 3, rounds: 4, ttl: 60 }

/** Instances that share their data with each other. `Date` counts, so expired entries are gone after real time. */
const sharing = (broken: (store: CountingStore) => BackendStore): (() => BackendStore) => {
  const store = memoryStore()
  return () => broken(store)
}

describe('testStore', () => {
  it('memoryStore passes', () =>
    testStore(
      sharing((store) => store),
      soon,
    ))

  it('unstorageStore passes, without counts', () => {
    const storage = createStorage({ driver: memoryDriver() })
    return testStore(() => unstorageStore(storage), soon)
  })

  it.each<[string, string, (store: CountingStore) => BackendStore]>([
    ['forgets', 'get of a value', (store) => ({ ...store, set: async () => {} })],
    [
      'keeps expired values',
      'has expired',
      (store) => ({ ...store, set: (key, value) => store.set(key, value, 1e6) }),
    ],
    ['does not take', 'after take', (store) => ({ ...store, take: store.get })],
    [
      'lets two take a value',
      'several instances at once',
      (store) => ({
        ...store,
        take: async (key) => {
          const value = await store.get(key)
          await new Promise((resolve) => setImmediate(resolve))
          await store.take(key)
          return value
        },
      }),
    ],
    [
      'counts without atomicity',
      'the numbers of next',
      (store) => ({
        ...store,
        next: async (key, ttl) => {
          const count = Number((await store.get(key)) ?? 0) + 1
          await store.set(key, String(count), ttl)
          return count
        },
      }),
    ],
    [
      'leaves numbers out',
      'the numbers of next',
      (store) => ({ ...store, next: async (key, ttl) => 2 * (await store.next(key, ttl)) - 1 }),
    ],
    ['extends a count', 'has passed', (store) => ({ ...store, next: (key) => store.next(key, 1e6) })],
    [
      'mixes up the keys of a count',
      'the values of add',
      (store) => ({
        ...store,
        add: (keys, amount, ttl) =>
          Promise.all(keys.toReversed().map(async (key) => amount - 1 + (await store.next(key, ttl)))),
      }),
    ],
    [
      'ignores the second key',
      'second key',
      (store) => ({
        ...store,
        setAll: async ([key], value, ttl) => {
          if (key !== undefined) await store.set(key, value, ttl)
        },
      }),
    ],
  ])('refuses a store that %s', async (_, named, broken) => {
    await expect(testStore(sharing(broken), soon)).rejects.toThrow(named)
  })

  it('testStore without an instance is a TypeError', async () => {
    const store = sharing((own) => own)
    await expect(testStore(store, { ...soon, instances: 0 })).rejects.toThrow('from 1 on')
  })
})
