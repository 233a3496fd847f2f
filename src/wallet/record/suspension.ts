/**
 * Keeps a page that the browser suspends from blocking the storage for all other pages. A page that the user has left
 * may stay in the back/forward cache, and a hidden page may be frozen. Such a page gets no results from IndexedDB, so a
 * transaction that it has begun stays open, and in WebKit the next page then waits for it without end.
 * @module
 */
import type { UseStore } from 'idb-keyval'

/**
 * Wraps a store of idb-keyval. When the page is suspended, its open transactions are aborted, which changes nothing in
 * the database. They are repeated when the page is running again, and new ones wait until then. `stop` removes the
 * listeners.
 */
export function whileRunning(store: UseStore): { readonly use: UseStore; readonly stop: () => void } {
  const open = new Set<IDBTransaction>()
  const aborted = new WeakSet<IDBTransaction>()
  let running: Promise<void> | undefined
  let resume = (): void => {}

  const abort = (transaction: IDBTransaction): void => {
    try {
      transaction.abort()
      aborted.add(transaction)
    } catch {
      // The transaction was committed. The browser ends it without the page.
    }
  }
  const suspend = (): void => {
    running ??= new Promise((resolve) => {
      resume = () => {
        running = undefined
        resolve()
      }
    })
    for (const transaction of open) abort(transaction)
  }
  const continued = (): void => resume()
  const listeners = [
    ['pagehide', suspend],
    ['freeze', suspend],
    ['pageshow', continued],
    ['resume', continued],
  ] as const
  // While it is captured, an event of the document passes the window, whose members no element replaces. On a server,
  // nothing can be listened to.
  for (const [event, fn] of listeners) globalThis.addEventListener?.(event, fn, true)

  const use: UseStore = async (mode, callback) => {
    await running
    let transaction: IDBTransaction | undefined
    try {
      return await store(mode, (records) => {
        const begun = records.transaction
        transaction = begun
        open.add(begun)
        const end = (): boolean => open.delete(begun)
        begun.addEventListener('complete', end)
        begun.addEventListener('abort', end)
        // The database may have been opened just after the page was suspended.
        if (running) abort(begun)
        return callback(records)
      })
    } catch (error) {
      if (transaction === undefined || !aborted.has(transaction)) throw error
      return use(mode, callback)
    }
  }
  return {
    use,
    stop() {
      for (const [event, fn] of listeners) globalThis.removeEventListener?.(event, fn, true)
      resume()
    },
  }
}
