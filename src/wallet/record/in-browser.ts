/** Tells whether this code runs in a page or a worker of a browser. @module */

/** Whether this is a browser, with other tabs. On a server, a channel would only keep the process alive. */
export const inBrowser = (): boolean => typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis
