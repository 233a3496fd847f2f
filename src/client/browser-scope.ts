/** Telling a browser's page or worker from a server. @module */

/** Where code of a browser runs. */
export type BrowserScope = 'page' | 'worker'

/** As much of a global object as tells. */
export type GlobalObject = Readonly<Record<string, unknown>>

/**
 * The browser scope that a global object is of, or `undefined` for a server.
 *
 * A page is whatever has `window` and `document`: also a test environment that imitates one. A browser's dedicated, shared
 * or service worker has `WorkerGlobalScope` and `importScripts`. Worker threads of Deno and Bun and the isolates of edge
 * platforms borrow some of these names, so what they are known by is looked at first.
 */
export function browserScope(scope: GlobalObject): BrowserScope | undefined {
  if (isObject(scope['window']) && isObject(scope['document'])) return 'page'
  if (isServer(scope)) return undefined
  return typeof scope['WorkerGlobalScope'] === 'function' && typeof scope['importScripts'] === 'function'
    ? 'worker'
    : undefined
}

function isServer(scope: GlobalObject): boolean {
  if (['Deno', 'Bun', 'EdgeRuntime', 'WebSocketPair', 'fastly'].some((name) => scope[name] !== undefined)) {
    return true
  }
  const { process, navigator } = scope
  if (isObject(process) && isObject(process['versions']) && 'node' in process['versions']) return true
  return isObject(navigator) && navigator['userAgent'] === 'Cloudflare-Workers'
}

const isObject = (value: unknown): value is GlobalObject => typeof value === 'object' && value !== null
