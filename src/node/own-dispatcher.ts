/**
 * Finds the dispatcher of Node's own `fetch`. Undici, the HTTP client inside Node, has a global dispatcher, which makes
 * the connections for `fetch`.
 * @module
 */
import { versions } from 'node:process'

/** What happens to a request that a dispatcher sends. */
export interface Reading {
  /** The request is about to be written to a connection. `abort` ends the request and closes the connection. */
  readonly started: (abort: (reason: Error) => void) => void
  /** The head of an answer has arrived. Called for informational answers as well. */
  readonly headed: (status: number, headers: unknown) => void
  /** A part of the body has arrived. */
  readonly read: (chunk: Uint8Array) => void
  /** The whole answer has arrived. */
  readonly ended: () => void
  /** The request has failed, or was aborted. */
  readonly failed: (error: unknown) => void
}

/** Sends a request. `options` has the form that undici documents for `Dispatcher.dispatch`. */
export type Dispatch = (options: object, reading: Reading) => void

/** How `fetch` finds and calls the dispatcher in a version of undici. */
interface Way {
  readonly dispatcher: () => unknown
  readonly handler: (reading: Reading) => object
}

const slot = (number: 1 | 2): unknown =>
  Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${number}`))

const callbacks = ({ started, headed, read, ended, failed }: Reading): object => ({
  onConnect: started,
  onHeaders: (status: number, headers: unknown) => {
    headed(status, headers)
    return true
  },
  onData: (chunk: Uint8Array) => {
    read(chunk)
    return true
  },
  onComplete: ended,
  onError: failed,
})

/** The first argument of each function of a handler in undici 8. */
interface Controller {
  readonly rawHeaders: unknown
  abort(reason: Error): void
}

const controlled = ({ started, headed, read, ended, failed }: Reading): object => ({
  onRequestStart: (controller: Controller) => started((reason) => controller.abort(reason)),
  onResponseStart: ({ rawHeaders }: Controller, status: number) => headed(status, rawHeaders),
  onResponseData: (_: Controller, chunk: Uint8Array) => read(chunk),
  onResponseEnd: ended,
  onResponseError: (_: Controller, error: unknown) => failed(error),
})

/** The known major versions: 6 is in Node 20 and 22, 7 is in Node 24, and 8 is in Node 26. */
const ways: ReadonlyMap<string | undefined, Way> = new Map([
  ['6', { dispatcher: () => slot(1), handler: callbacks }],
  [
    '7',
    {
      // Some releases fill both slots. If a package has replaced only one of them, the other one may be what counts.
      dispatcher: () => (slot(2) === undefined || slot(2) === slot(1) ? slot(1) : undefined),
      handler: callbacks,
    },
  ],
  ['8', { dispatcher: () => slot(2), handler: controlled }],
])

/**
 * Returns a function that finds the dispatcher to which `fetch` would give a request at that moment. The function
 * returns `undefined` if `fetch` is not Node's own, if the dispatcher is not an `Agent`, and if the version of undici is
 * unknown.
 */
export function ownDispatcher(version: string | undefined = versions['undici']): () => Dispatch | undefined {
  const way = ways.get(version?.split('.')[0])
  return () => {
    const dispatcher = way?.dispatcher()
    if (way === undefined || !isAgent(dispatcher) || !isOwnFetch()) return undefined
    return (options, reading) => dispatcher.dispatch(options, way.handler(reading))
  }
}

interface Agent {
  readonly dispatch: (options: object, handler: object) => unknown
}

/** Other dispatchers, such as those for proxies and mocks, get requests from `fetch` itself. */
const isAgent = (value: unknown): value is Agent =>
  typeof value === 'object' &&
  value !== null &&
  value.constructor?.name === 'Agent' &&
  'dispatch' in value &&
  typeof value.dispatch === 'function'

/** Two parts of the source of Node's own `fetch`. */
const ownSource = ["require('internal/deps/undici/undici')", 'return fetchImpl(input, init)']

let lastFetch: unknown
let isLastOwn = false

/**
 * Whether `fetch` is Node's own. A function that wraps or replaces it has another source, even if it was there before
 * this module was loaded.
 */
function isOwnFetch(): boolean {
  const { fetch } = globalThis
  if (fetch !== lastFetch) {
    const source = typeof fetch === 'function' ? Function.prototype.toString.call(fetch) : ''
    isLastOwn = ownSource.every((part) => source.includes(part))
    lastFetch = fetch
  }
  return isLastOwn
}
