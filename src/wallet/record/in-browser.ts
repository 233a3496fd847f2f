/** Tells whether this runs in a page or a worker of a browser. @module */

/** On a server a channel would keep the process alive, and there are no other tabs. */
export const inBrowser = (): boolean => typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis
