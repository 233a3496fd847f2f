/** Tells whether this code runs in a page or a worker of a browser. @module */

/**
 * Whether the code runs in a browser, where there can be other tabs. On a server, a channel between tabs would only
 * keep the process alive.
 */
export const inBrowser = (): boolean => typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis
