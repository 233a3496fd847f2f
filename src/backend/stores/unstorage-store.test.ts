import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'
import memoryDriver from 'unstorage/drivers/memory'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type BackendStore, type SharedStorage, unstorageStore } from '../index.js'

const start = Date.UTC(2026, 0, 1)
const key = { owner: 'ada', name: 'a' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('unstorageStore', () => {
  it('every entry has a time to live, in seconds', async () => {
    const ttls: unknown[] = []
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageStore({
      getItem: (path) => storage.getItem(path),
      removeItem: (path) => storage.removeItem(path),
      setItem: (path, value, options) => {
        ttls.push(options?.ttl)
        return storage.setItem(path, value)
      },
    })
    await store.set(key, 'x', 600_000)
    vi.setSystemTime(start + 599_500)
    await store.take(key)
    await store.set({ ...key, name: 'b' }, 'x', 1500)
    expect(ttls).toEqual([600, 1, 1, 2])
  })

  it('an entry in another form counts as missing', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageStore(storage)
    await store.set(key, 'x', 1000)
    for (const path of await storage.getKeys()) await storage.setItem(path, 'true')
    expect([await store.get(key), await store.take(key)]).toEqual([undefined, undefined])
  })

  it('after a value was taken, only the marks of the taking stay in the storage', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageStore(storage)
    await store.set(key, 'x', 1000)
    await store.take(key)
    expect((await storage.getKeys()).toSorted()).toEqual(['ada_a.closed', 'ada_a.last'])
  })

  it('a value in a folder of files is taken, and its marks are in nobody’s way', async () => {
    vi.useRealTimers()
    const base = mkdtempSync(join(tmpdir(), 'unstorage-'))
    onTestFinished(() => rmSync(base, { recursive: true, force: true }))
    const store = unstorageStore(createStorage({ driver: fsDriver({ base }) }))
    await store.set({ owner: 'ada', name: 'proof:last' }, 'x', 60_000)
    await store.set({ owner: 'ada', name: 'proof' }, 'y', 60_000)
    expect(await store.take({ owner: 'ada', name: 'proof' })).toBe('y')
    expect(await store.take({ owner: 'ada', name: 'proof:last' })).toBe('x')
  })

  it.each([new Map(), undefined, 'redis://127.0.0.1'])('%s is refused with words at once', (storage) => {
    expect(() => unstorageStore(storage as never)).toThrow(
      /^unstorageStore needs an object with getItem\(\), setItem\(\), removeItem\(\)/,
    )
  })

  it('a store of unstorage has no next(), because unstorage has no operation that counts', () => {
    expect(unstorageStore(createStorage({ driver: memoryDriver() })).next).toBeUndefined()
  })

  it('goes no further with a value when nobody waits any more', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    const ending = new AbortController()
    const store = unstorageStore({
      getItem: (path) => storage.getItem(path),
      removeItem: (path) => storage.removeItem(path),
      setItem: async (path, value) => {
        await storage.setItem(path, value)
        if (path.endsWith('.last')) ending.abort(new Error('late'))
      },
    })
    await store.set(key, 'x', 1000)
    await expect(store.take(key, ending.signal)).rejects.toThrow('late')
    expect((await storage.getKeys()).toSorted()).toEqual(['ada_a', 'ada_a.last'])
  })

  it('two instances that take a value never both get it, in every order of their steps', async () => {
    const steps = 6
    let through = 0
    for (let order = 0; order < 2 ** (2 * steps); order += 1) {
      const turns = [...order.toString(2).padStart(2 * steps, '0')].map(Number)
      if (turns.filter((turn) => turn === 1).length !== steps) continue
      const results = await actInTurns((store) => store.take(key), turns)
      expect(results).not.toEqual(['x', 'x'])
      if (results.includes('x')) through += 1
    }
    expect(through).toBeGreaterThan(0)
  })

  it('a value that expires while it is being taken is not returned', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    await unstorageStore(storage).set(key, 'x', 1000)
    const slow = unstorageStore({
      getItem: (path) => storage.getItem(path),
      removeItem: (path) => storage.removeItem(path),
      setItem: async (path, value) => {
        await storage.setItem(path, value)
        vi.setSystemTime(Date.now() + 500)
      },
    })
    expect(await slow.take(key)).toBeUndefined()
  })

  it('a slow taker gets nothing if the value was taken in the meantime', async () => {
    const storage = createStorage({ driver: memoryDriver() })
    const store = unstorageStore(storage)
    await store.set(key, 'x', 1000)
    let goOn: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const slow = unstorageStore({
      getItem: (path) => storage.getItem(path),
      removeItem: (path) => storage.removeItem(path),
      setItem: async (path, value) => {
        await held
        await storage.setItem(path, value)
      },
    })
    const late = slow.take(key)
    await new Promise((resolve) => setImmediate(resolve))
    expect(await store.take(key)).toBe('x')
    goOn()
    expect(await late).toBeUndefined()
  })
})

/** Lets two instances act at the same time. `turns` says which of them makes the next step on the storage. */
async function actInTurns(
  act: (store: BackendStore) => Promise<unknown>,
  turns: readonly number[],
): Promise<readonly unknown[]> {
  const records = new Map<string, unknown>()
  const plain: SharedStorage = {
    getItem: async (path) => records.get(path),
    setItem: async (path, value) => void records.set(path, value),
    removeItem: async (path) => void records.delete(path),
  }
  await unstorageStore(plain).set(key, 'x', 1000)
  const instances = [0, 1].map(() => {
    let waiting: (() => void) | undefined
    let arrived = (): void => {}
    let done = false
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        waiting = resolve
        arrived()
      })
    const result = act(
      unstorageStore({
        getItem: async (path) => {
          await turn()
          return records.get(path)
        },
        setItem: async (path, value) => {
          await turn()
          records.set(path, value)
        },
        removeItem: async (path) => {
          await turn()
          records.delete(path)
        },
      }),
    ).finally(() => {
      done = true
      arrived()
    })
    const step = async (): Promise<boolean> => {
      if (waiting === undefined && !done) {
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
      const go = waiting
      waiting = undefined
      go?.()
      // This step runs before the next one: the continuation of a promise runs before the next macrotask.
      await new Promise((resolve) => setImmediate(resolve))
      return !done
    }
    return { result, step }
  })
  for (const turn of turns) await instances[turn]?.step()
  for (const { step } of instances) while (await step()) {}
  return Promise.all(instances.map(({ result }) => result))
}
