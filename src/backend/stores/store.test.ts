import { createStorage } from 'unstorage'
import memoryDriver from 'unstorage/drivers/memory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BackendStore, memoryStore, type StoreKey, unstorageStore } from '../index.js'

const start = Date.UTC(2026, 0, 1)
const drivers: readonly [string, () => BackendStore][] = [
  ['memory', memoryStore],
  ['unstorage', () => unstorageStore(createStorage({ driver: memoryDriver() }))],
]
const key = (name: string, owner = 'ada'): StoreKey => ({ owner, name })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each(drivers)('the %s store', (_, create) => {
  it('keeps a value until it expires', async () => {
    const store = create()
    await store.set(key('a'), 'one', 1000)
    expect(await store.get(key('a'))).toBe('one')
    await store.set(key('a'), 'two', 1000)
    vi.setSystemTime(start + 999)
    expect(await store.get(key('a'))).toBe('two')
    vi.setSystemTime(start + 1000)
    expect([await store.get(key('a')), await store.take(key('a'))]).toEqual([undefined, undefined])
  })

  it('keeps the values of different owners and names separate', async () => {
    const store = create()
    await store.set(key('a', 'ada'), 'of Ada', 1000)
    await store.set(key('a', 'bob'), 'of Bob', 1000)
    await store.set(key('b', 'ada'), 'another', 1000)
    expect(await store.take(key('a', 'bob'))).toBe('of Bob')
    expect(await store.get(key('a', 'ada'))).toBe('of Ada')
    expect(await store.take(key('b', 'ada'))).toBe('another')
    expect(await store.get(key('a', 'ada'))).toBe('of Ada')
  })

  it('a value can be taken only once', async () => {
    const store = create()
    await store.set(key('a'), 'one', 1000)
    expect(await store.take(key('a'))).toBe('one')
    expect([await store.take(key('a')), await store.get(key('a'))]).toEqual([undefined, undefined])
    for (let round = 0; round < 20; round += 1) {
      await store.set(key(`round-${round}`), 'x', 1000)
      const takers = Array.from({ length: 6 }, () => store.take(key(`round-${round}`)))
      expect((await Promise.all(takers)).filter((value) => value === 'x').length).toBeLessThanOrEqual(1)
    }
  })

  it('taking a value that was not set gives undefined', async () => {
    expect(await create().take(key('a'))).toBeUndefined()
  })
})

describe('memoryStore', () => {
  it('counts each key from one, and starts again after it has expired', async () => {
    const store = memoryStore()
    expect([await store.next(key('a'), 1000), await store.next(key('a'), 1000)]).toEqual([1, 2])
    expect([await store.next(key('b'), 1000), await store.next(key('a', 'bob'), 1000)]).toEqual([1, 1])
    vi.setSystemTime(start + 1000)
    expect(await store.next(key('a'), 1000)).toBe(1)
  })

  it('concurrent counts of memoryStore never get the same number', async () => {
    const store = memoryStore()
    const numbers = await Promise.all(Array.from({ length: 12 }, () => store.next(key('a'), 1000)))
    expect(new Set(numbers).size).toBe(12)
  })

  it('exactly one of several concurrent takers gets the value', async () => {
    const store = memoryStore()
    await store.set(key('a'), 'one', 1000)
    expect(await Promise.all([store.take(key('a')), store.take(key('a'))])).toEqual(['one', undefined])
  })

  it('a full memoryStore drops the oldest entry of the same owner', async () => {
    const store = memoryStore()
    await store.set(key('of-bob', 'bob'), 'x', 1000)
    for (let n = 0; n < 33; n += 1) await store.set(key(`n${n}`), 'x', 1000)
    expect(await store.get(key('n0'))).toBeUndefined()
    expect([await store.get(key('n1')), await store.get(key('n32'))]).toEqual(['x', 'x'])
    expect(await store.get(key('of-bob', 'bob'))).toBe('x')
  })

  it('a full memoryStore drops expired entries first', async () => {
    const store = memoryStore()
    await store.set(key('kept'), 'x', 10_000)
    for (let n = 0; n < 31; n += 1) await store.set(key(`n${n}`), 'x', 1000)
    vi.setSystemTime(start + 1000)
    await store.set(key('new'), 'x', 1000)
    expect(await store.get(key('kept'))).toBe('x')
  })

  it('memoryStore drops the least recently used owner when there are more than twenty thousand', async () => {
    const store = memoryStore()
    for (let n = 0; n <= 20_000; n += 1) await store.set(key('a', `owner-${n}`), 'x', 1000)
    expect(await store.get(key('a', 'owner-0'))).toBeUndefined()
    expect(await store.get(key('a', 'owner-1'))).toBe('x')
  })

  it('memoryStore keeps an entry in use while twenty thousand others are added', async () => {
    const store = memoryStore()
    await store.set(key('a'), 'x', 1000)
    for (let n = 0; n < 20_000; n += 1) {
      await store.set(key('b', `owner-${n}`), 'x', 1000)
      await store.take(key('b', `owner-${n}`))
    }
    expect(await store.get(key('a'))).toBe('x')
  })
})
