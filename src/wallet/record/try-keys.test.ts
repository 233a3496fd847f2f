/** Whether a storage can store keys: when this is tested, and what follows if it cannot. @module */
import { beforeEach, describe, expect, it } from 'vitest'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { createServerTime } from '../time/server-time.js'
import { createJournal, type Journal } from './journal.js'
import type { Commit } from './record.js'
import { type AccountStore, indexedDbStore, memoryStore } from './storage.js'
import { tested } from './try-keys.js'

withIndexedDb()

const note: Commit = (record) => ({ ...record, cooldowns: { call: 9_000 } })
const clock = { now: () => 0, after: () => () => {} }

let databases = 0
let tiers: string[]
beforeEach(() => {
  tiers = []
})

const database = (): AccountStore => indexedDbStore(`keys-${++databases}`)

const journalOn = (store: AccountStore, hasKey = false): Journal =>
  tested(
    createJournal({
      accountId: 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
      store,
      clock,
      time: createServerTime(clock),
      announce: () => {},
      tierChanged: (tier) => tiers.push(tier),
    }),
    () => hasKey,
  )

describe('the test of a storage', () => {
  it('stays on IndexedDB if keys come back intact', async () => {
    const journal = journalOn(database())
    await journal.commit(note)
    expect(journal.tier()).toBe('indexeddb')
    expect(tiers).toEqual([])
  })

  it('the storage is tested before the first commit, and only once', async () => {
    const store = database()
    const updated: string[] = []
    const update: AccountStore['update'] = (key, updater) => {
      updated.push(key)
      return store.update(key, updater)
    }
    const journal = journalOn({ ...store, update })
    await journal.read()
    expect(await store.accounts()).toEqual([])
    await Promise.all([journal.commit(note), journal.commit(note)])
    expect(updated.filter((key) => key === 'probe')).toHaveLength(1)
    expect(updated[0]).toBe('probe')
  })

  it('the storage is tested with a key that cannot be exported', async () => {
    const store = database()
    await journalOn(store).commit(note)
    expect(await store.read('probe')).toMatchObject({ type: 'private', extractable: false })
  })

  it('the storage is not tested if a key has already come back', async () => {
    const store = database()
    const journal = journalOn(store, true)
    await journal.commit(note)
    expect(await store.read('probe')).toBeUndefined()
  })

  it('a memory store is not tested', async () => {
    const store = memoryStore()
    await journalOn(store).commit(note)
    expect(await store.accounts()).not.toContain('probe')
    expect(tiers).toEqual([])
  })

  it('two tabs that test the storage at the same time both keep their keys', async () => {
    const store = database()
    // Both have written before either reads back.
    let written = 0
    let bothWritten = (): void => {}
    const both = new Promise<void>((resolve) => {
      bothWritten = resolve
    })
    const tab = (delay: Promise<unknown>): AccountStore => ({
      ...store,
      update: async (key, updater) => {
        await store.update(key, updater)
        if (key === 'probe' && ++written === 2) bothWritten()
        if (written <= 2) await both
      },
      read: async (key) => {
        if (key === 'probe') await delay
        return store.read(key)
      },
    })
    const first = journalOn(tab(Promise.resolve()))
    const firstCommit = first.commit(note)
    const second = journalOn(tab(firstCommit))
    await Promise.all([firstCommit, second.commit(note)])
    expect([first.tier(), second.tier()]).toEqual(['indexeddb', 'indexeddb'])
  })
})

describe('a storage that does not keep keys', () => {
  /** The commit is in memory, and nothing of it in the storage. */
  async function expectMemory(store: AccountStore): Promise<void> {
    const journal = journalOn(store)
    expect((await journal.commit(note))?.after.revision).toBe(1)
    expect(journal.tier()).toBe('memory')
    expect(tiers).toEqual(['memory'])
    expect((await journal.read()).cooldowns).toEqual({ call: 9_000 })
  }

  it('continues in memory before the first commit if a key cannot be cloned', async () => {
    const store = database()
    await expectMemory({
      ...store,
      update: (key, updater) => store.update(key, key === 'probe' ? () => () => {} : updater),
    })
    expect(await store.accounts()).toEqual([])
  })

  it.each([
    ['null', null],
    ['an empty object', {}],
    ['nothing', undefined],
  ])('continues in memory if a key is read back as %s', async (_, found) => {
    const store = database()
    await expectMemory({
      ...store,
      read: async (key) => (key === 'probe' ? found : store.read(key)),
    })
  })

  it('continues in memory if the key that comes back does not sign', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
      'deriveBits',
    ])
    const store = database()
    await expectMemory({
      ...store,
      read: async (key) => (key === 'probe' ? privateKey : store.read(key)),
    })
  })

  it('keeps in memory what was committed before the test of the storage failed', async () => {
    const full = new DOMException('full', 'QuotaExceededError')
    const failTest: ((error: Error) => void)[] = []
    const own = createJournal({
      accountId: 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
      store: {
        ...database(),
        update: (key) =>
          new Promise((_, reject) => {
            if (key === 'probe') failTest.push(reject)
            else reject(full)
          }),
      },
      clock,
      time: createServerTime(clock),
      announce: () => {},
      tierChanged: (tier) => tiers.push(tier),
    })
    const journal = tested(own, () => false)
    const committing = journal.commit((record) => ({ ...record, organizationId: 'one' }))
    await expect.poll(() => failTest).toHaveLength(1)
    // As the core does, which stores no keys.
    await own.commit(note)
    for (const fail of failTest) fail(full)
    await committing
    expect(tiers).toEqual(['memory'])
    expect(await journal.read()).toMatchObject({ cooldowns: { call: 9_000 }, organizationId: 'one' })
  })
})
