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
   * Calls the synchronous `updater` with the stored record and stores what it returns, in one read-write transaction.
   * If it returns `undefined`, the record is removed.
   */
  update(accountId: string, updater: (stored: unknown) => unknown): Promise<void>
  /** The ids of the accounts that have a record. */
  accounts(): Promise<readonly string[]>
  /** Closes the store's connection. Called when a wallet is disposed; a later call to the store opens it again. */
  close?(): void
}

/** The stores of this page, by the name of their database, so that all wallets share one connection. */
const shared = new Map<string, UseStore & { close?: () => void }>()

function storeOf(name: string): UseStore {
  const known = shared.get(name)
  if (known) return known
  const store = createStore(name, 'accounts')
  const own: UseStore & { close?: () => void } = (mode, use) =>
    store(mode, (objects) => {
      const { db } = objects.transaction
      own.close = () => db.close()
      // Otherwise deleting the database would have to wait for this page, for example when the user clears site data.
      db.onversionchange = () => disconnect(name)
      // If the store was disconnected while the database was being opened, the connection closes, but only after this
      // transaction.
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
 * Stores records in IndexedDB, over one connection for all wallets of the page. Disposing a wallet closes the
 * connection, and the next operation of another wallet opens it again. It is also opened again after the browser has
 * closed it, as phones do while a page is in the background.
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

/** Reads and writes a record in one transaction. Nothing is awaited in between, because the transaction would end. */
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
