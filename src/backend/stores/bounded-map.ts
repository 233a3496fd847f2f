/** A map of bounded size. When it is full, it drops the least recently used entry. @module */

/** A map of bounded size. Reading or setting an entry makes it the most recently used. */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/** Creates an empty map that holds at most `limit` entries. */
export function boundedMap<V>(limit: number): BoundedMap<V> {
  const entries = new Map<string, V>()
  const put = (key: string, value: V): void => {
    // A Map iterates in order of insertion, so an entry that is deleted and set again comes last.
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
