/** Distinguishes a browser's page or worker from a server. @module */

/** A place in a browser where code runs. */
export type BrowserScope = 'page' | 'worker'

/** A global object, whose properties are inspected. */
export type GlobalObject = Readonly<Record<string, unknown>>

/**
 * Returns `page` or `worker` for the global object of a browser, and `undefined` for that of a server.
 *
 * A scope with `window` and `document` is a page, even in a test environment that only imitates a page. A browser's
 * dedicated, shared or service worker has `WorkerGlobalScope` and `importScripts`. Worker threads of Deno and Bun and
 * the isolates of edge platforms have some of these names too, so names that exist only on servers are checked first.
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
