/** A store for a single instance, in the memory of its process. @module */
import { boundedMap } from './bounded-map.js'
import type { CountingStore, StoreKey } from './store.js'

interface Entry {
  readonly value: string
  readonly expiresAt: number
}

/** The most entries of one owner. Without this limit, one user could displace the entries of all others. */
const entriesPerOwner = 32
const ownerLimit = 20_000

/**
 * Creates a store of bounded size in the memory of this process. It is the default, and suits a single instance. Its
 * entries are lost when the process ends. Several instances need a store that they share, such as {@link redisStore}.
 */
export function memoryStore(): CountingStore {
  const owners = boundedMap<Map<string, Entry>>(ownerLimit)

  const read = ({ owner, name }: StoreKey): Entry | undefined => {
    const entry = owners.get(owner)?.get(name)
    return entry !== undefined && entry.expiresAt > Date.now() ? entry : undefined
  }
  const write = ({ owner, name }: StoreKey, entry: Entry): void => {
    const entries = owners.get(owner) ?? new Map<string, Entry>()
    entries.delete(name)
    const now = Date.now()
    for (const [old, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(old)
    for (const oldest of entries.keys()) {
      if (entries.size < entriesPerOwner) break
      entries.delete(oldest)
    }
    entries.set(name, entry)
    owners.set(owner, entries)
  }
  const drop = ({ owner, name }: StoreKey): void => {
    const entries = owners.get(owner)
    entries?.delete(name)
    if (entries?.size === 0) owners.delete(owner)
  }

  // No method awaits anything, so each method is atomic.
  return {
    get: async (key) => read(key)?.value,
    set: async (key, value, ttl) => write(key, { value, expiresAt: Date.now() + ttl }),
    async take(key) {
      const entry = read(key)
      drop(key)
      return entry?.value
    },
    async next(key, ttl) {
      const last = read(key)
      const count = Number(last?.value ?? 0) + 1
      write(key, { value: String(count), expiresAt: last?.expiresAt ?? Date.now() + ttl })
      return count
    },
  }
}
