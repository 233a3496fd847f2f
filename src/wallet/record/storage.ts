/** Where an account's record is stored: in IndexedDB, or in memory if that fails. @module */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'

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
   * Stores what the synchronous `updater` returns for the stored record, in one read-write transaction. `undefined` removes
   * the entry.
   */
  update(accountId: string, updater: (stored: unknown) => unknown): Promise<void>
  /** The ids of the accounts that have a record. */
  accounts(): Promise<readonly string[]>
  /** Lets go of what the store holds open. Called when a wallet is disposed of; a later call opens it again. */
  close?(): void
}

/** Stores by the name of their database: all wallets of a page share one connection. */
const shared = new Map<string, UseStore & { close?: () => void }>()

function storeOf(name: string): UseStore {
  const known = shared.get(name)
  if (known) return known
  const store = createStore(name, 'accounts')
  const own: UseStore & { close?: () => void } = (mode, use) =>
    store(mode, (objects) => {
      const { db } = objects.transaction
      own.close = () => db.close()
      // Otherwise a deletion of the database, as when the user clears site data, would wait for this page.
      db.onversionchange = () => disconnect(name)
      // Disconnected while it was being opened. What has begun is still done.
      if (shared.get(name) !== own) db.close()
      return use(objects)
    })
  shared.set(name, own)
  return own
}

function disconnect(name: string): void {
  shared.get(name)?.close?.()
  shared.delete(name)
}

/**
 * Records in IndexedDB, over one connection for all wallets of the page. It is closed when one of them is disposed of, and
 * opened again when another one needs it, or when the browser has closed it, as phones do while a page is in the background.
 */
export function indexedDbStore(name = 'embedded-wallet-auth'): AccountStore {
  const twice = async <T>(
    mode: IDBTransactionMode,
    use: (records: IDBObjectStore) => Promise<T>,
  ): Promise<T> => {
    try {
      return await storeOf(name)(mode, use)
    } catch (error) {
      if (error instanceof Error && error.name === 'DataCloneError') throw error
      disconnect(name)
      return storeOf(name)(mode, use)
    }
  }
  return {
    tier: 'indexeddb',
    close: () => disconnect(name),
    read: (accountId) => twice('readonly', (records) => promisifyRequest<unknown>(records.get(accountId))),
    update: (accountId, updater) => twice('readwrite', (records) => replaced(records, accountId, updater)),
    accounts: () =>
      twice('readonly', async (records) =>
        (await promisifyRequest(records.getAllKeys())).filter((key) => typeof key === 'string'),
      ),
  }
}

/** Reads and writes in one transaction, with nothing awaited in between. */
const replaced = (
  records: IDBObjectStore,
  accountId: string,
  updater: (stored: unknown) => unknown,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const read = records.get(accountId)
    read.onsuccess = () => {
      try {
        const next = updater(read.result)
        if (next === undefined) records.delete(accountId)
        else records.put(next, accountId)
        resolve(promisifyRequest(records.transaction))
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
