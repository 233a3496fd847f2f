/** A map that forgets what was not asked for longest. @module */

/** At most `limit` entries; reading an entry keeps it. */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/** A least-recently-used map. */
export function boundedMap<V>(limit: number): BoundedMap<V> {
  const entries = new Map<string, V>()
  const put = (key: string, value: V): void => {
    // A Map iterates in order of insertion, so putting anew moves to the young end.
    entries.delete(key)
    entries.set(key, value)
  }
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) put(key, value)
      return value
    },
    set(key, value) {
      put(key, value)
      for (const oldest of entries.keys()) {
        if (entries.size <= limit) return
        entries.delete(oldest)
      }
    },
    delete(key) {
      entries.delete(key)
    },
  }
}
