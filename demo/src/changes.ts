/** Counts the changes of the page, for views that draw themselves again after each. @module */

export interface Changes {
  /** Calls `listener` each time the wallet, the person or the shown page changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** Returns a number that grows with each change. */
  version(): number
}

/** Returns the count, and the function that says that something has changed. */
export function createChanges(): Changes & { readonly changed: () => void } {
  const listeners = new Set<() => void>()
  let version = 0
  return {
    changed() {
      version += 1
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}
