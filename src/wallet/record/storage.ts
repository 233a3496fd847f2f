/** The stores for account records: IndexedDB and memory. @module */
import { createStore, get, keys, update } from 'idb-keyval'

/** `indexeddb`: survives reloads. `memory`: lasts as long as the page. */
export type StorageTier = 'indexeddb' | 'memory'

/**
 * A store for records, one per account. Records contain `CryptoKey` objects, so a store has to use structured cloning; JSON
 * would lose them. If a method of a store with tier `indexeddb` rejects, the wallet continues in memory.
 *
 * @example
 * createWallet({ accountId, backend, store: memoryStore() })
 */
export interface AccountStore {
  readonly tier: StorageTier
  /** The record that was stored last, or `undefined`. */
  read(accountId: string): Promise<unknown>
  /** Stores what the synchronous `updater` returns for the stored record, in one read-write transaction. */
  update(accountId: string, updater: (stored: unknown) => unknown): Promise<void>
  /** The ids of the accounts that have a record. */
  accounts(): Promise<readonly string[]>
}

/**
 * Stores records in IndexedDB. If an operation fails, the connection is opened again and the operation repeated once: phones
 * close connections of pages in the background.
 */
export function indexedDbStore(name = 'embedded-wallet-auth'): AccountStore {
  let connection: ReturnType<typeof createStore> | undefined
  const attempt = <T>(use: (store: ReturnType<typeof createStore>) => Promise<T>): Promise<T> => {
    connection ??= createStore(name, 'accounts')
    return use(connection)
  }
  const twice = async <T>(use: (store: ReturnType<typeof createStore>) => Promise<T>): Promise<T> => {
    try {
      return await attempt(use)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error
      connection = undefined
      return attempt(use)
    }
  }
  return {
    tier: 'indexeddb',
    read: (accountId) => twice((store) => get<unknown>(accountId, store)),
    update: (accountId, updater) => twice((store) => update<unknown>(accountId, updater, store)),
    accounts: () => twice(async (store) => (await keys(store)).filter((key) => typeof key === 'string')),
  }
}

/** Stores records in memory: they last as long as the page. */
export function memoryStore(): AccountStore {
  const records = new Map<string, unknown>()
  return {
    tier: 'memory',
    read: async (accountId) => records.get(accountId),
    update: async (accountId, updater) => {
      records.set(accountId, updater(records.get(accountId)))
    },
    accounts: async () => [...records.keys()],
  }
}
