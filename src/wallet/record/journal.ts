/**
 * Reads and commits one account's record, in the best storage that works, and announces commits to other tabs.
 * @module
 */
import { type Clock, withDeadline } from '../../clock.js'
import { TransportError } from '../../errors.js'
import type { ServerTime } from '../time/server-time.js'
import { createOwedCommits } from './owed-commits.js'
import { readRecord } from './read-record.js'
import { type AccountRecord, type Commit, following } from './record.js'
import { type AccountStore, memoryStore, type StorageTier } from './storage.js'

/** Milliseconds after which a storage operation counts as failed. In some browsers an operation may never settle. */
const storageDeadline = 5_000

/** A change of the record that was made. */
export interface Committed {
  readonly before: AccountRecord
  readonly after: AccountRecord
  /** The new record as the storage returns it, if the commit was to read it back. */
  readonly stored?: AccountRecord
}

export interface Journal {
  readonly tier: () => StorageTier
  read(): Promise<AccountRecord>
  /** The record that this page has read or committed last. Another tab may have changed the stored record since. */
  readonly known: () => AccountRecord
  /** Parses a stored value as a record; `undefined` if it is not a valid record. */
  parse(stored: unknown): AccountRecord | undefined
  /**
   * Resolves with `undefined` if `change` left the record as it is. `change` may be called more than once, so it has to
   * be pure: what it read is in the result. With `ends`, a change that was only made in memory is made in the storage,
   * too, once it works again. With `readBack`, the result has the record as the storage returns it.
   */
  commit(change: Commit, how?: 'ends' | 'readBack'): Promise<Committed | undefined>
  /** Erases sessions that ended while the storage failed. Resolves with whether none is left. Never rejects. */
  eraseBehind(): Promise<boolean>
  /** Switches to memory, and stores `record` there. Called when this browser turns out to be unable to store keys. */
  fallBack(record: AccountRecord): void
  /** Runs `work` with the current store. If that fails, switches to memory and runs `work` again. */
  use<T>(work: (store: AccountStore) => Promise<T>): Promise<T>
  /** Whether the storage was too slow at least once, so that its contents are not known. */
  readonly isLate: () => boolean
  /** Uses the storage again if it works by now, and if nothing has been committed in memory since it failed. */
  retry(): Promise<void>
  /** Closes the storage. A later operation opens the storage again, and closes it at the end. */
  close(): void
}

const empty: AccountRecord = { version: 1, revision: 0 }

export function createJournal(options: {
  readonly accountId: string
  readonly store: AccountStore
  readonly clock: Clock
  readonly time: ServerTime
  readonly announce: (revision: number) => void
  readonly tierChanged: (tier: StorageTier) => void
}): Journal {
  const { accountId, clock, time } = options
  let store = options.store
  let last = empty
  /** Whether the storage has ever worked. If not, it contains nothing from this page. */
  let hasWorked = false
  /** Whether the storage has been too slow, so that it may contain a session that could not be read. */
  let isLate = false

  const fallBack = (record: AccountRecord): void => {
    store = memoryStore()
    void store.update(accountId, () => record)
    options.tierChanged(store.tier)
  }

  let isClosed = false
  const letGo = (): void => {
    if (isClosed) options.store.close?.()
  }

  const inTime = <T>(work: () => Promise<T>): Promise<T> => {
    const late = (): Error => new TransportError('TIMEOUT', 'The browser storage was too slow.')
    return withDeadline(clock, { ms: storageDeadline, late }, work).finally(letGo)
  }

  /**
   * Runs `work` with the current store. If the storage fails, runs `work` again in memory. It does so too if another
   * access to the storage fails in the meantime, because the memory then lacks this change. The function that `work`
   * resolves with is called once, for the store that is kept.
   */
  const tried = async <T>(work: (store: AccountStore) => Promise<() => T>): Promise<T> => {
    const attempted = store
    const isStorage = attempted === options.store
    try {
      const done = await (isStorage ? inTime(() => work(attempted)) : work(attempted))
      hasWorked ||= isStorage
      if (store === attempted) return done()
    } catch (error) {
      if (!isStorage) throw error
      isLate ||= error instanceof TransportError
      if (store === attempted) fallBack(last)
    }
    return tried(work)
  }

  /** Parses a stored record, and uses its clock offset, because the times in the record are server times. */
  const takenIn = (stored: unknown): AccountRecord => {
    const record = readRecord(stored) ?? empty
    time.correct(record.clockOffset)
    return record
  }

  const commitOwn = (change: Commit, readBack: 'readBack' | undefined): Promise<Committed | undefined> =>
    tried(async (current) => {
      let before = empty
      let committed: AccountRecord | undefined
      const updater = (stored: unknown): unknown => {
        before = takenIn(stored)
        const next = change(before)
        const clockOffset = time.learned() ?? next?.clockOffset
        committed =
          next && following(before, { ...next, ...(clockOffset === undefined ? {} : { clockOffset }) })
        return committed ?? stored
      }
      const back = await current.update(accountId, updater, readBack)
      // A custom store may ignore `readBack`, and resolve with anything.
      const stored = readBack && (readRecord(back) ?? takenIn(await current.read(accountId)))
      // `last` is not set before, because a transaction may fail after its updater has run. In that case the change is
      // made again in memory.
      return () => {
        last = committed ?? before
        return committed && { before, after: committed, ...(stored && { stored }) }
      }
    })

  const owed = createOwedCommits(time, (updater) => inTime(() => options.store.update(accountId, updater)))
  const eraseBehind = async (): Promise<boolean> => (await owed.settle()) || !hasWorked

  const read = (): Promise<AccountRecord> =>
    tried(async (current) => {
      const stored = await current.read(accountId)
      return () => {
        last = takenIn(stored)
        void eraseBehind()
        return last
      }
    })

  return {
    tier: () => store.tier,
    known: () => last,
    parse: readRecord,
    read,
    eraseBehind,
    fallBack,
    async commit(change, how) {
      const committed = await commitOwn(change, how === 'readBack' ? how : undefined)
      if (how === 'ends' && store !== options.store) {
        owed.add(change)
        await eraseBehind()
      }
      if (committed) options.announce(committed.after.revision)
      return committed
    },
    use: (work) =>
      tried(async (current) => {
        const done = await work(current)
        return () => done
      }),
    isLate: () => isLate,
    async retry() {
      const isUnread = (): boolean => store !== options.store && last.revision === 0
      if (!isUnread()) return
      await inTime(() => options.store.read(accountId))
      // In the meantime, something may have been committed that the storage would lack.
      if (!isUnread()) return
      store = options.store
      options.tierChanged(store.tier)
    },
    close() {
      isClosed = true
      letGo()
    },
  }
}
