/** Tells whether this runs in a page or a worker of a browser. @module */

/** Whether there can be other tabs. A server has none, and a channel to them would keep its process alive. */
export const inBrowser = (): boolean => typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis
