/** Where an account's record is stored: in IndexedDB, or in memory if that fails. @module */
import { promisifyRequest } from 'idb-keyval'
import { whenIdle } from '../../clock.js'

/** `indexeddb`: records survive reloads. `memory`: records last as long as the page. */
export type StorageTier = 'indexeddb' | 'memory'

/**
 * A store for records, one per account. Records contain `CryptoKey` objects, which only structured cloning can store;
 * JSON would lose them. If a method rejects, the wallet continues in memory.
 *
 * @example
 * createWallet({ accountId, backend, store: memoryStore() })
 */
export interface AccountStore {
  readonly tier: StorageTier
  /** The record that was stored last, or `undefined`. */
  read(accountId: string): Promise<unknown>
  /**
   * Calls the synchronous `updater` with the stored record and stores its result, in one read-write transaction. If the
   * result is `undefined`, the record is removed.
   *
   * With `readBack`, reads the record again in the same transaction and resolves with that record. A store that cannot
   * do this resolves with `undefined`, and the wallet then calls `read`.
   */
  update(accountId: string, updater: (stored: unknown) => unknown, readBack?: 'readBack'): Promise<unknown>
  /** The ids of the accounts that have a record. */
  accounts(): Promise<readonly string[]>
  /**
   * Closes the store's connection, at once or soon. Called when a wallet is disposed; a later call to the store opens
   * the connection again.
   */
  close?(): void
}

/**
 * The connections of this page, by the name of the database. All wallets that use the same database share a connection.
 */
const connections = new Map<string, Promise<IDBDatabase>>()

/** The connections that close once the page is idle, unless they are used before that. */
const closing = new Set<Promise<IDBDatabase>>()

function connect(name: string): Promise<IDBDatabase> {
  const known = connections.get(name)
  if (known) {
    closing.delete(known)
    return known
  }
  const open = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.result.createObjectStore('accounts')
    return promisifyRequest(request)
  }
  const opening = open()
  connections.set(name, opening)
  opening.then(
    (db) => {
      // Without this, deleting the database would have to wait for this page, for example when the user clears site data.
      db.onversionchange = () => db.close()
    },
    // The operation that waits for the connection reports this error.
    () => {},
  )
  return opening
}

/**
 * Closes a connection. If the database is still being opened, the connection closes after the operations that already
 * wait for it.
 */
function disconnect(name: string, opening: Promise<IDBDatabase>): void {
  if (connections.get(name) === opening) connections.delete(name)
  closing.delete(opening)
  opening.then(
    (db) => db.close(),
    () => {},
  )
}

/**
 * Closes a connection once the page is idle, unless it is used before that. A component that is mounted again creates
 * its next wallet at once, and opening a connection takes a third of the time of a restore.
 */
function disconnectWhenIdle(name: string): void {
  const opening = connections.get(name)
  if (opening === undefined) return
  closing.add(opening)
  whenIdle(() => {
    if (closing.has(opening)) disconnect(name, opening)
  })
}

const defaultName = 'embedded-wallet-auth'

/** Starts opening the database of `indexedDbStore()`, so that the first read is faster. Never throws. */
export const openAhead = (): void => void connect(defaultName)

/**
 * Stores records in IndexedDB, over one connection for all wallets of the page. The connection closes when a wallet was
 * disposed and the page is idle, or when the browser closes it. The next operation opens it again.
 */
export function indexedDbStore(name: string = defaultName): AccountStore {
  const twice = async <T>(
    mode: IDBTransactionMode,
    use: (records: IDBObjectStore) => Promise<T>,
  ): Promise<T> => {
    const runOn = async (opening: Promise<IDBDatabase>): Promise<T> => {
      const db = await opening
      return use(db.transaction('accounts', mode).objectStore('accounts'))
    }
    const opening = connect(name)
    try {
      return await runOn(opening)
    } catch (error) {
      if (error instanceof Error && error.name === 'DataCloneError') throw error
      disconnect(name, opening)
      return runOn(connect(name))
    }
  }
  return {
    tier: 'indexeddb',
    close: () => disconnectWhenIdle(name),
    read: (accountId) => twice('readonly', (records) => promisifyRequest<unknown>(records.get(accountId))),
    update: (accountId, updater, readBack) =>
      twice('readwrite', (records) => replaceRecord(records, accountId, updater, readBack)),
    accounts: () =>
      twice('readonly', async (records) =>
        (await promisifyRequest(records.getAllKeys())).filter((key) => typeof key === 'string'),
      ),
  }
}

/** Reads and writes a record in one transaction. Nothing is awaited in between, because the transaction would end. */
const replaceRecord = (
  records: IDBObjectStore,
  accountId: string,
  updater: (stored: unknown) => unknown,
  readBack: 'readBack' | undefined,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const read = records.get(accountId)
    read.onsuccess = () => {
      try {
        const next = updater(read.result)
        if (next === undefined) records.delete(accountId)
        else records.put(next, accountId)
        const back = readBack && records.get(accountId)
        // Without this, the browser would first ask the page whether more requests follow.
        records.transaction.commit()
        resolve(promisifyRequest(records.transaction).then(() => back?.result))
      } catch (error) {
        reject(error)
      }
    }
    read.onerror = () => reject(read.error)
  })

/** Stores records in memory, where they last as long as the page. */
export function memoryStore(): AccountStore {
  const records = new Map<string, unknown>()
  return {
    tier: 'memory',
    read: async (accountId) => records.get(accountId),
    update: async (accountId, updater) => {
      const next = updater(records.get(accountId))
      if (next === undefined) records.delete(accountId)
      else records.set(accountId, next)
    },
    accounts: async () => [...records.keys()],
  }
}
