import { createStore, keys, type UseStore, update } from 'idb-keyval'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { type AccountStore, indexedDbStore, memoryStore, openAhead } from './storage.js'

withIndexedDb()

let databases = 0
const drivers: readonly [string, () => AccountStore][] = [
  ['memory', memoryStore],
  ['indexeddb', () => indexedDbStore(`test-${++databases}`)],
]
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const ended = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const counted = (stored: unknown): number => (typeof stored === 'number' ? stored : 0) + 1

describe.each(drivers)('the %s store', (tier, create) => {
  it('says which tier a store is', () => {
    expect(create().tier).toBe(tier)
  })

  it('reads nothing for an account that was never stored', async () => {
    expect(await create().read('a')).toBeUndefined()
    expect(await create().accounts()).toEqual([])
  })

  it('returns what was stored last', async () => {
    const store = create()
    await store.update('a', () => ({ revision: 1 }))
    await store.update('a', (stored) => [stored])
    expect(await store.read('a')).toEqual([{ revision: 1 }])
  })

  it('with readBack, an update resolves with the record as read in the same transaction, or with undefined', async () => {
    const store = create()
    const found = await store.update('a', () => ({ revision: 1 }), 'readBack')
    expect(found).toEqual(tier === 'indexeddb' ? { revision: 1 } : undefined)
    expect(await store.update('a', () => ({ revision: 2 }))).toBeUndefined()
  })

  it('keeps accounts apart', async () => {
    const store = create()
    await store.update('a', () => 1)
    await store.update('b', () => 2)
    expect([await store.read('a'), await store.read('b')]).toEqual([1, 2])
    expect([...(await store.accounts())].sort()).toEqual(['a', 'b'])
  })

  it('keeps keys that cannot be exported, and they still sign', async () => {
    const store = create()
    const pair = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify'])
    await store.update('a', () => ({ session: pair }))
    const { session } = (await store.read('a')) as { session: CryptoKeyPair }
    expect(session.privateKey).toBeInstanceOf(CryptoKey)
    expect(session.privateKey.extractable).toBe(false)
    const signature = await crypto.subtle.sign(ECDSA, session.privateKey, new Uint8Array(3))
    expect(await crypto.subtle.verify(ECDSA, pair.publicKey, signature, new Uint8Array(3))).toBe(true)
  })

  it('loses none of a hundred concurrent updates', async () => {
    const store = create()
    await Promise.all(Array.from({ length: 100 }, () => store.update('a', counted)))
    expect(await store.read('a')).toBe(100)
  })

  it('does not list an account whose record was removed', async () => {
    const store = create()
    await store.update('a', () => 1)
    await store.update('a', () => undefined)
    expect([await store.read('a'), await store.accounts()]).toEqual([undefined, []])
  })

  it('stores nothing when the updater throws, and rejects', async () => {
    const store = create()
    await store.update('a', () => 1)
    const broken = store.update('a', () => {
      throw new Error('in the updater')
    })
    await expect(broken).rejects.toThrow('in the updater')
    expect(await store.read('a')).toBe(1)
  })
})

describe('two memory stores', () => {
  it('two memory stores share nothing', async () => {
    const store = memoryStore()
    await store.update('a', () => 1)
    expect(await memoryStore().read('a')).toBeUndefined()
  })
})

describe('the indexeddb store', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  /** The browser's own connections, as they are opened. */
  function watchConnections(): IDBDatabase[] {
    const opened: IDBDatabase[] = []
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
      const request = open(...args)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    })
    return opened
  }

  it('the indexeddb store loses no update of two tabs', async () => {
    const [one, two] = [indexedDbStore('shared'), indexedDbStore('shared')]
    await Promise.all(Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? one : two).update('a', counted)))
    expect(await two.read('a')).toBe(100)
  })

  it('opens no database before it is used', () => {
    const open = vi.spyOn(indexedDB, 'open')
    indexedDbStore('unused')
    expect(open).not.toHaveBeenCalled()
  })

  it('opens a connection to IndexedDB again that the browser closed in the background', async () => {
    const opened = watchConnections()
    const store = indexedDbStore('closing')
    await store.update('a', () => 1)
    expect(opened).toHaveLength(1)
    opened[0]?.close()
    expect(await store.read('a')).toBe(1)
    opened[1]?.close()
    await store.update('a', counted)
    opened[2]?.close()
    expect(await store.accounts()).toEqual(['a'])
    expect(opened).toHaveLength(4)
  })

  it('shares one connection to IndexedDB among all wallets of a page', async () => {
    const closed = vi.spyOn(IDBDatabase.prototype, 'close')
    const opened = watchConnections()
    const stores = Array.from({ length: 50 }, () => indexedDbStore('many'))
    await Promise.all(stores.map((store) => store.update('a', counted)))
    expect(await stores[0]?.read('a')).toBe(50)
    expect(opened.length - closed.mock.calls.length).toBe(1)
    for (const store of stores) await store.read('a')
    expect(opened.length - closed.mock.calls.length).toBe(1)
  })

  it('openAhead opens the connection that the first read uses', async () => {
    const opened = watchConnections()
    openAhead()
    await expect.poll(() => opened).toHaveLength(1)
    await indexedDbStore().read('a')
    expect(opened).toHaveLength(1)
  })

  it('the indexeddb store closes its connection, and opens another one when it is used again', async () => {
    const closed = vi.spyOn(IDBDatabase.prototype, 'close')
    const opened = watchConnections()
    const store = indexedDbStore('closed')
    store.close?.()
    await store.update('a', () => 1)
    for (const _ of [1, 2]) store.close?.()
    await Promise.resolve()
    expect([opened.length, closed.mock.calls.length]).toEqual([1, 1])
    expect(await store.read('a')).toBe(1)
    expect(opened).toHaveLength(2)
  })

  it('in a page, a connection closes once the page is idle, unless it is used before that', async () => {
    vi.stubGlobal('document', {})
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const closed = vi.spyOn(IDBDatabase.prototype, 'close')
    const opened = watchConnections()
    const store = indexedDbStore('remounted')
    await store.update('a', () => 1)
    store.close?.()
    await store.read('a')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([opened.length, closed.mock.calls.length]).toEqual([1, 0])
    for (const _ of [1, 2]) store.close?.()
    expect(closed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([opened.length, closed.mock.calls.length]).toEqual([1, 1])
    expect(await store.read('a')).toBe(1)
    expect(opened).toHaveLength(2)
  })

  it('in a page, closing a store that was never used does not close a connection that is opened later', async () => {
    vi.stubGlobal('document', {})
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const closed = vi.spyOn(IDBDatabase.prototype, 'close')
    const store = indexedDbStore('unused')
    store.close?.()
    await store.update('a', () => 1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(closed).not.toHaveBeenCalled()
    store.close?.()
    await vi.advanceTimersByTimeAsync(10_000)
  })

  it('in a page, a connection that replaces one that was about to close stays open', async () => {
    vi.stubGlobal('document', {})
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const opened = watchConnections()
    const store = indexedDbStore('replaced')
    await store.update('a', () => 1)
    store.close?.()
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The connection is closing.', 'InvalidStateError')
    })
    const closed = vi.spyOn(IDBDatabase.prototype, 'close')
    expect(await store.read('a')).toBe(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([opened.length, closed.mock.calls.length]).toEqual([2, 1])
    store.close?.()
    await vi.advanceTimersByTimeAsync(10_000)
  })

  it('two operations that fail on one connection both use the same next one', async () => {
    const opened = watchConnections()
    const store = indexedDbStore('twice')
    await store.update('a', () => 1)
    const refuse = (): never => {
      throw new DOMException('The connection is closing.', 'InvalidStateError')
    }
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    transaction.mockImplementationOnce(refuse).mockImplementationOnce(refuse)
    expect(await Promise.all([store.read('a'), store.read('a')])).toEqual([1, 1])
    expect(opened).toHaveLength(2)
  })

  it('a store that is closed while the database is being opened closes after its transaction', async () => {
    const closed = vi.spyOn(IDBDatabase.prototype, 'close')
    const opened = watchConnections()
    const store = indexedDbStore('opening')
    const updated = store.update('a', () => 1)
    store.close?.()
    await updated
    expect([opened.length, closed.mock.calls.length]).toEqual([1, 1])
    expect(await store.read('a')).toBe(1)
  })

  it('the database can be deleted while the store is open, and the store continues with a new one', async () => {
    const store = indexedDbStore('deleted')
    await store.update('a', () => 1)
    const blocked = vi.fn()
    const deleting = indexedDB.deleteDatabase('deleted')
    deleting.onblocked = blocked
    await ended(deleting)
    expect(blocked).not.toHaveBeenCalled()
    expect(await store.read('a')).toBeUndefined()
    await store.update('a', () => 2)
    expect(await store.read('a')).toBe(2)
  })

  it('tries a failed operation once more, and only once', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'UnknownError')
    })
    await expect(indexedDbStore('refused').read('a')).rejects.toThrow('no')
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('the indexeddb store works again once the browser does', async () => {
    const store = indexedDbStore('recovering')
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'UnknownError')
    })
    await expect(store.update('a', () => 1)).rejects.toThrow('no')
    open.mockRestore()
    await store.update('a', () => 2)
    expect(await store.read('a')).toBe(2)
  })

  it('rejects an update whose record cannot be read, and updates nothing', async () => {
    const store = indexedDbStore('unreadable')
    await store.update('a', () => 1)
    const updater = vi.fn()
    const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      // What the store uses of a request that fails.
      const request = { error: new DOMException('no', 'UnknownError') } as IDBRequest
      queueMicrotask(() => request.onerror?.(new Event('error')))
      return request
    })
    await expect(store.update('a', updater)).rejects.toThrow('no')
    expect(updater).not.toHaveBeenCalled()
    get.mockRestore()
    expect(await store.read('a')).toBe(1)
  })

  it('an update that cannot be cloned rejects without another attempt', async () => {
    const store = indexedDbStore('cloning')
    await store.update('a', () => 1)
    const updater = vi.fn(() => () => {})
    const error = await store.update('a', updater).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(DOMException)
    expect(error).toHaveProperty('name', 'DataCloneError')
    expect(updater).toHaveBeenCalledOnce()
    expect(await store.read('a')).toBe(1)
  })

  it('the indexeddb store uses the database and store name of earlier versions', async () => {
    await indexedDbStore().update('a', () => 1)
    const database = await ended(indexedDB.open('embedded-wallet-auth'))
    expect([...database.objectStoreNames]).toEqual(['accounts'])
    expect(await ended(database.transaction('accounts').objectStore('accounts').get('a'))).toBe(1)
    database.close()
  })

  it('leaves out keys that are not strings when it lists accounts', async () => {
    const store = indexedDbStore('foreign-keys')
    await store.update('a', () => 1)
    const database = await ended(indexedDB.open('foreign-keys'))
    await ended(database.transaction('accounts', 'readwrite').objectStore('accounts').put(2, 7))
    database.close()
    expect(await store.accounts()).toEqual(['a'])
  })

  it('rejects if there is no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await expect(indexedDbStore('none').read('a')).rejects.toThrow()
    vi.unstubAllGlobals()
  })
})

describe('what a store of idb-keyval lacks', () => {
  const databaseOf = (store: UseStore): Promise<IDBDatabase> =>
    store('readonly', ({ transaction }) => transaction.db)

  it('idb-keyval keeps a connection that was closed without an event', async () => {
    const store = createStore('lacks-reopening', 'accounts')
    const db = await databaseOf(store)
    db.close()
    for (const _ of [1, 2]) await expect(keys(store)).rejects.toHaveProperty('name', 'InvalidStateError')
  })

  it('idb-keyval makes the deletion of its database wait', async () => {
    const db = await databaseOf(createStore('lacks-versionchange', 'accounts'))
    const deleting = indexedDB.deleteDatabase('lacks-versionchange')
    await new Promise((resolve) => {
      deleting.onblocked = resolve
    })
    db.close()
    await ended(deleting)
  })

  it('idb-keyval opens a connection for each store, and has nothing that closes one', async () => {
    const [one, two] = [createStore('lacks-sharing', 'accounts'), createStore('lacks-sharing', 'accounts')]
    const databases = [await databaseOf(one), await databaseOf(two)]
    expect(databases[0]).not.toBe(databases[1])
    expect(one).not.toHaveProperty('close')
    for (const db of databases) db.close()
  })

  it('idb-keyval updates a record, but neither removes it nor reads it back', async () => {
    const store = createStore('lacks-removing', 'accounts')
    expect(await update('a', () => 1, store)).toBeUndefined()
    await update('a', () => undefined, store)
    expect(await keys(store)).toEqual(['a'])
  })
})

describe('the keys of a record in IndexedDB', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const holder = async () => {
    const { privateKey, publicKey: verifyKey } = await crypto.subtle.generateKey(ECDSA, false, [
      'sign',
      'verify',
    ])
    return { publicKey: `02${Math.random()}`, privateKey, verifyKey }
  }
  /** The database as it is, without the store. */
  const rows = async (name: string) => {
    const database = await ended(indexedDB.open(name))
    const accounts = database.transaction('accounts').objectStore('accounts')
    const [ids, values] = await Promise.all([ended(accounts.getAllKeys()), ended(accounts.getAll())])
    database.close()
    return ids.map((id, index) => [id, values[index]] as const)
  }
  const watchPuts = () => vi.spyOn(IDBObjectStore.prototype, 'put')

  it('keys are entries of their own, and the record has their names only', async () => {
    const [key, { publicKey: _, ...pair }] = [await holder(), await holder()]
    // Entries are sorted by their names.
    const publicKey = `03${Math.random()}`
    const store = indexedDbStore('own-entries')
    await store.update('a', () => ({
      session: { id: '1', ...key },
      pending: { phase: 'sent', clientKey: { publicKey, pair } },
    }))
    expect(await rows('own-entries')).toEqual([
      [
        'a',
        {
          session: { id: '1', publicKey: key.publicKey },
          pending: { phase: 'sent', clientKey: { publicKey } },
        },
      ],
      [['a', key.publicKey], key],
      [['a', publicKey], { publicKey, pair }],
    ])
    expect(await store.read('a')).toEqual({
      session: { id: '1', ...key },
      pending: { phase: 'sent', clientKey: { publicKey, pair } },
    })
    expect(await store.accounts()).toEqual(['a'])
  })

  it('a hundred changes of the record write its key once', async () => {
    const store = indexedDbStore('once')
    const session = await holder()
    const puts = watchPuts()
    await store.update('a', () => ({ session, count: 0 }))
    for (let count = 1; count <= 100; count += 1)
      await store.update('a', (stored) => ({ ...(stored as object), count }))
    expect(puts.mock.calls.filter(([, id]) => Array.isArray(id))).toHaveLength(1)
    expect(await store.read('a')).toEqual({ session, count: 100 })
  })

  it('a key goes with the session that it belongs to, and with the record', async () => {
    const store = indexedDbStore('erased-keys')
    const [first, second] = [await holder(), await holder()]
    await store.update('a', () => ({ session: first }))
    await store.update('a', () => ({ session: second }))
    expect((await rows('erased-keys')).map(([id]) => id)).toEqual(['a', ['a', second.publicKey]])
    await store.update('b', () => ({ session: first }))
    await store.update('a', () => undefined)
    expect((await rows('erased-keys')).map(([id]) => id)).toEqual(['b', ['b', first.publicKey]])
  })

  it('an update that changes nothing writes nothing', async () => {
    const store = indexedDbStore('unchanged')
    await store.update('a', () => ({ revision: 1 }))
    const puts = watchPuts()
    await store.update('a', (stored) => stored)
    expect(puts).not.toHaveBeenCalled()
  })

  it('a record with its keys inside is read, and its keys become entries at the next change', async () => {
    const session = { id: '1', ...(await holder()) }
    const store = indexedDbStore('inside')
    await store.read('a')
    const database = await ended(indexedDB.open('inside'))
    await ended(database.transaction('accounts', 'readwrite').objectStore('accounts').put({ session }, 'a'))
    database.close()
    expect(await store.read('a')).toEqual({ session })
    await store.update('a', (stored) => ({ ...(stored as object), count: 1 }))
    expect((await rows('inside')).map(([id]) => id)).toEqual(['a', ['a', session.publicKey]])
    expect(await store.read('a')).toEqual({ session, count: 1 })
  })

  it('lists an account of which only a key is left, so that a sweep finds it', async () => {
    const store = indexedDbStore('orphan')
    await store.read('a')
    const database = await ended(indexedDB.open('orphan'))
    const accounts = database.transaction('accounts', 'readwrite').objectStore('accounts')
    await ended(accounts.put({ publicKey: '02' }, ['a', '02']))
    database.close()
    expect(await store.accounts()).toEqual(['a'])
    await store.update('a', (stored) => stored)
    expect(await rows('orphan')).toEqual([])
  })
})
