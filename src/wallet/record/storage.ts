/** Where an account's record is stored: in IndexedDB, or in memory if that fails. @module */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import { whenIdle } from '../../clock.js'
import { type KeyEntry, takeKeys, withKeys } from './key-entries.js'
import { isText } from './stored-values.js'
import { whileRunning } from './suspension.js'

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

/** A store of idb-keyval, and the database that it has opened. */
interface Connection {
  readonly use: UseStore
  /** Stops listening to the page. */
  readonly stop: () => void
  db?: IDBDatabase
}

/** This page's connections, by the name of the database. Wallets with the same database share one. */
const connections = new Map<string, Connection>()

/** The connections that close once the page is idle, unless they are used before that. */
const closing = new Set<Connection>()

function connect(name: string): Connection {
  const known = connections.get(name)
  if (known) {
    closing.delete(known)
    return known
  }
  const store = createStore(name, 'accounts')
  const { use, stop } = whileRunning(
    // `async`, because the store throws where there is no IndexedDB.
    async (mode, callback) => store(mode, callback),
  )
  const connection: Connection = {
    stop,
    use: (mode, callback) =>
      use(mode, (records) => {
        const { db } = records.transaction
        // Without this, deleting the database would have to wait for this page, for example when the user clears site
        // data.
        db.onversionchange = () => db.close()
        connection.db = db
        return callback(records)
      }),
  }
  connections.set(name, connection)
  return connection
}

function disconnect(name: string, connection: Connection): void {
  if (connections.get(name) === connection) connections.delete(name)
  closing.delete(connection)
  connection.stop()
  connection.db?.close()
}

/**
 * Closes a connection once the page is idle, unless it is used before that. A component that is mounted again creates
 * its next wallet at once, and opening a connection takes a third of the time of a restore.
 */
function disconnectWhenIdle(name: string): void {
  const connection = connections.get(name)
  if (connection === undefined) return
  closing.add(connection)
  whenIdle(() => {
    if (!closing.has(connection)) return
    disconnect(name, connection)
    // If the database is still being opened, it closes after the operations that already wait for it.
    if (!connection.db)
      connection.use('readonly', ({ transaction }) => transaction.db.close()).catch(() => {})
  })
}

const defaultName = 'embedded-wallet-auth'

/** Starts opening the database of `indexedDbStore()`, so that the first read is faster. Never throws. */
export function openAhead(): void {
  // The first read reports the error.
  connect(defaultName)
    .use('readonly', () => {})
    .catch(() => {})
}

/**
 * Stores records in IndexedDB, over one connection for all wallets of the page. The connection closes when a wallet was
 * disposed and the page is idle, or when the browser closes it. The next operation opens it again.
 */
export function indexedDbStore(name: string = defaultName): AccountStore {
  const twice: UseStore = async (mode, callback) => {
    const connection = connect(name)
    try {
      return await connection.use(mode, callback)
    } catch (error) {
      if (error instanceof Error && error.name === 'DataCloneError') throw error
      disconnect(name, connection)
      return connect(name).use(mode, callback)
    }
  }
  return {
    tier: 'indexeddb',
    close: () => disconnectWhenIdle(name),
    read: (accountId) => twice('readonly', async (records) => (await readWhole(records, accountId)).record),
    update: (accountId, updater, readBack) =>
      twice('readwrite', (records) => replaceRecord(records, accountId, updater, readBack)),
    accounts: async () => {
      const all = await twice('readonly', (records) => promisifyRequest(records.getAllKeys()))
      // An account whose record is gone is listed if it still has a key.
      return [...new Set(all.map((key) => (Array.isArray(key) ? key[0] : key)).filter(isText))]
    },
  }
}

/**
 * Reads a record with its keys, in one transaction. A record's entry has the account's id as its key, and the entry of
 * a key has the account's id and the name of the key.
 */
async function readWhole(
  records: IDBObjectStore,
  accountId: string,
): Promise<{ readonly record: unknown; readonly entries: readonly KeyEntry[] }> {
  // The names of keys are texts, and sort before an array.
  const range = IDBKeyRange.bound([accountId], [accountId, []])
  const [record, entries] = await Promise.all([
    promisifyRequest<unknown>(records.get(accountId)),
    promisifyRequest<KeyEntry[]>(records.getAll(range)),
  ])
  return { record: withKeys(record, entries), entries }
}

/**
 * Reads and writes a record in one transaction. Nothing else is awaited in between, because the transaction would end.
 * A key is written when the record first has it, and erased when the record no longer has it.
 */
async function replaceRecord(
  records: IDBObjectStore,
  accountId: string,
  updater: (stored: unknown) => unknown,
  readBack: 'readBack' | undefined,
): Promise<unknown> {
  const { record, entries } = await readWhole(records, accountId)
  const next = updater(record)
  if (next === undefined || next !== record) {
    const { left, entries: kept } = takeKeys(next)
    if (next === undefined) records.delete(accountId)
    else records.put(left, accountId)
    for (const entry of kept.filter((each) => !has(entries, each)))
      records.put(entry, [accountId, entry.publicKey])
    for (const entry of entries.filter((each) => !has(kept, each)))
      records.delete([accountId, entry.publicKey])
  }
  const back = readBack && readWhole(records, accountId)
  // Without this, the browser would first ask the page whether more requests follow.
  records.transaction.commit()
  const [read] = await Promise.all([back, promisifyRequest(records.transaction)])
  return read?.record
}

const has = (entries: readonly KeyEntry[], { publicKey }: KeyEntry): boolean =>
  entries.some((each) => each.publicKey === publicKey)

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
