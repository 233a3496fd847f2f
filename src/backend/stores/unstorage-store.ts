/** A store on any unstorage driver, which several instances can share. @module */
import * as v from 'valibot'
import { bytesToBase64url } from '../../base64url.js'
import { having } from '../../wire/options.js'
import { object, type Schema } from '../../wire/schema.js'
import type { BackendStore, StoreKey } from './store.js'

/** The methods of unstorage's `Storage` that this store uses. */
export interface SharedStorage {
  /** Resolves with the value as it was set, or with `null` if there is none. */
  getItem(key: string): Promise<unknown>
  /** Sets or replaces the value. `ttl` is in seconds. */
  setItem(key: string, value: object, options?: { readonly ttl?: number }): Promise<void>
  /** Removes the value, if there is one. */
  removeItem(key: string): Promise<void>
}

interface Kept {
  readonly value: string
  /** When the entry expires, in milliseconds since 1970. It is stored because not every driver honors `ttl`. */
  readonly expiresAt: number
}

const Kept: Schema<Kept> = object({ value: v.string(), expiresAt: v.number() })

/**
 * Creates a store in a storage that all instances of the backend share, for where there is neither Redis nor Postgres.
 *
 * It cannot count, since unstorage has no operation for that: each instance counts the limits for itself. What else it
 * guarantees depends on the driver. If every read sees the last write (the file system of one machine, one primary of
 * MongoDB or of a SQL database), at most one of several instances that `take` the same entry at once gets it.
 * Occasionally none does: the challenge or proof is then lost, and the user has to start again. With read replicas or
 * an eventually consistent storage such as Workers KV, two instances may get the same entry: use no such driver.
 * Unless the driver honors `ttl`, expired entries are never deleted.
 *
 * `take` needs up to six operations of the storage, and every other method one. Prefer {@link redisStore} to the driver
 * of unstorage for Redis.
 *
 * @example
 * const storage = createStorage({ driver: mongodbDriver({ connectionString, databaseName }) })
 * createBackend({ service, authorize, relyingParty, origins, store: unstorageStore(storage) })
 */
export function unstorageStore(storage: SharedStorage): BackendStore {
  const [isStorage, form] = having('getItem', 'setItem', 'removeItem')
  if (!isStorage(storage))
    throw new TypeError(`unstorageStore needs ${form}, such as createStorage({ driver }).`)
  const put = (key: string, value: string, ttl: number): Promise<void> =>
    storage.setItem(key, { value, expiresAt: Date.now() + ttl }, { ttl: Math.max(1, Math.ceil(ttl / 1000)) })
  const read = async (key: string): Promise<Kept | undefined> => {
    const kept = v.safeParse(Kept, await storage.getItem(key))
    return kept.success && kept.output.expiresAt > Date.now() ? kept.output : undefined
  }

  /**
   * Tries to win a key. Resolves with `true` if this call won it. At most one call ever wins a key. unstorage has no
   * compare-and-set, so this uses the splitter from Lamport's fast mutual exclusion: a call wins if it writes `last`,
   * finds `closed` unset, sets it, and then still finds its own ticket in `last`. `closed` is never removed, because a
   * slower call must not find it unset again.
   */
  const wins = async (key: string, ttl: number, signal: AbortSignal | undefined): Promise<boolean> => {
    const ticket = bytesToBase64url(crypto.getRandomValues(new Uint8Array(16)))
    await put(`${key}.last`, ticket, ttl)
    signal?.throwIfAborted()
    if ((await read(`${key}.closed`)) !== undefined) return false
    signal?.throwIfAborted()
    await put(`${key}.closed`, ticket, ttl)
    signal?.throwIfAborted()
    return (await read(`${key}.last`))?.value === ticket
  }

  return {
    get: async (key) => (await read(pathOf(key)))?.value,
    set: (key, value, ttl) => put(pathOf(key), value, ttl),

    async take(key, signal) {
      const path = pathOf(key)
      const kept = await read(path)
      if (kept === undefined) return undefined
      signal?.throwIfAborted()
      const won = await wins(path, kept.expiresAt - Date.now(), signal)
      // The entry is removed even if this call has not won, because no later call can win this key.
      await storage.removeItem(path)
      return won ? kept.value : undefined
    },
  }
}

/**
 * One segment, because in a file system a segment before a colon is a folder, and so cannot be a value as well. No
 * owner and no name has an underscore or a full stop, which the marks of a taking begin with.
 */
const pathOf = ({ owner, name }: StoreKey): string => `${owner}:${name}`.replaceAll(':', '_')
