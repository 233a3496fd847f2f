/** Tells whether this code runs in a page or a worker of a browser. @module */

/**
 * Whether there can be other tabs. On a server there are none, and a channel between tabs would only keep the process
 * alive.
 */
export const inBrowser = (): boolean => typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis
