/** Where an account's record lives: IndexedDB, or memory where that fails. @module */
import { get, keys, promisifyRequest, type UseStore, update } from 'idb-keyval'

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

/** The open connections of this page, by the name of their database: all wallets share them. */
const connections = new Map<string, IDBDatabase>()

const forget = (name: string): void => {
  connections.get(name)?.close()
  connections.delete(name)
}

async function connect(name: string): Promise<IDBDatabase> {
  const open = connections.get(name)
  if (open) return open
  const request = indexedDB.open(name)
  request.onupgradeneeded = () => request.result.createObjectStore('accounts')
  const opened = await promisifyRequest(request)
  const faster = connections.get(name)
  if (faster) {
    opened.close()
    return faster
  }
  connections.set(name, opened)
  const leave = (): void => {
    opened.close()
    if (connections.get(name) === opened) connections.delete(name)
  }
  opened.onclose = leave
  // Deleting the database, to clear what this site stored, would wait for this page otherwise.
  opened.onversionchange = leave
  return opened
}

/**
 * Records in IndexedDB, over one connection for all wallets of the page. A connection that the browser closed behind our
 * back (phones do, after a pause in the background) is opened again once.
 */
export function indexedDbStore(name = 'embedded-wallet-auth'): AccountStore {
  const store: UseStore = async (mode, use) =>
    use((await connect(name)).transaction('accounts', mode).objectStore('accounts'))
  const twice = async <T>(use: () => Promise<T>): Promise<T> => {
    try {
      return await use()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error
      forget(name)
      return use()
    }
  }
  return {
    tier: 'indexeddb',
    read: (accountId) => twice(() => get<unknown>(accountId, store)),
    update: (accountId, updater) => twice(() => update<unknown>(accountId, updater, store)),
    accounts: () => twice(async () => (await keys(store)).filter((key) => typeof key === 'string')),
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
