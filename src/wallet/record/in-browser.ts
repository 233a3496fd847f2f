/** Tells whether this runs in a page or a worker of a browser. @module */

/** Used to open no channel on a server, where there are no other tabs and a channel would keep the process alive. */
export const inBrowser = (): boolean => typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis
