/** Where an account's record lives: IndexedDB, or memory where that fails. @module */
import { createStore, get, keys, update } from 'idb-keyval'

/** `indexeddb`: kept across reloads. `memory`: this page only. */
export type StorageTier = 'indexeddb' | 'memory'

/**
 * Storage for records, one per account. Records hold `CryptoKey` objects: a store must keep them by structured clone.
 *
 * @example
 * createWallet({ accountId, backend, store: memoryStore() })
 */
export interface AccountStore {
  readonly tier: StorageTier
  /** What was stored last, or `undefined`. */
  read(accountId: string): Promise<unknown>
  /** One read-write transaction around the synchronous `updater`, whose answer is stored. */
  update(accountId: string, updater: (stored: unknown) => unknown): Promise<void>
  /** The accounts that have a record. */
  accounts(): Promise<readonly string[]>
}

/**
 * Records in IndexedDB. A connection that the browser closed behind our back (phones do, after a pause in the background)
 * is opened again once.
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

/** Records in memory: gone with the page. */
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
