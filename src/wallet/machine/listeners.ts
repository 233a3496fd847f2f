/** Functions that are called when something changes. @module */

/** The listeners of one thing. */
export interface Listeners {
  /** Adds a listener. Returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void
  /** Calls each listener that has not been removed meanwhile. */
  readonly call: () => void
  /** Removes all listeners. */
  readonly clear: () => void
}

export function createListeners(): Listeners {
  const entries = new Set<() => void>()
  return {
    subscribe(listener) {
      // The same function may be subscribed twice, and each subscription ends separately.
      const entry = (): void => listener()
      entries.add(entry)
      return () => {
        entries.delete(entry)
      }
    },
    call() {
      for (const entry of [...entries]) if (entries.has(entry)) notify(entry)
    },
    clear: () => entries.clear(),
  }
}

/** Calls a listener. An error that it throws is reported as uncaught, so that the other listeners are still called. */
export function notify(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
