/** Serves a handler on a port. @module */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { aFunction, anObject, aText, checkOptions, type Options, optional } from '../wire/options.js'
import { draining } from './draining.js'
import { limitInFlight } from './in-flight.js'
import { type Handler, listenerFor, noHost } from './listener.js'
import { type ProbeOptions, probesFor } from './probes.js'

/** How many connections the system keeps for the server while it is busy; the system may keep fewer. */
const backlog = 4_096

/** Options of `serve`: where to listen, and which requests to accept. */
export interface ServeOptions {
  /** The port to listen on, or 0 for any free port. */
  readonly port: number
  /** The address to listen on. Default `127.0.0.1`, which only this machine can reach. */
  readonly hostname?: string
  /**
   * The host names, without port, that requests may be addressed to. Requests to other hosts get a 421.
   *
   * If `hostname` is a loopback address, the default is `localhost`, its subdomains and loopback addresses. This
   * protects the server from DNS rebinding. Behind a proxy that passes on the public host name, list that name here. If
   * `hostname` is any other address, every host name is accepted by default. `any` accepts every host name also on a
   * loopback address, for a handler that needs a secret for each call.
   */
  readonly hosts?: readonly string[] | 'any'
  /** How long the headers of a request may take to arrive, in milliseconds. Default 10,000. */
  readonly headersTimeout?: number
  /**
   * How long a connection without a request is kept, in milliseconds. Default 75,000. It must be longer than the proxy
   * or load balancer in front keeps it, which is often 60 s: otherwise a request is lost now and then because both
   * sides act at the same time.
   */
  readonly keepAliveTimeout?: number
  /**
   * The maximum number of requests that the handler works on at the same time; further ones are answered at once, with
   * 503 `OVERLOADED`, `Retry-After` and `details.forwarded: false`. Default 4,000.
   */
  readonly maxInFlight?: number
  /**
   * The maximum number of concurrent connections; further ones are closed at once, without an answer. Default 20,000,
   * which is far more than `maxInFlight`, since most connections are idle.
   */
  readonly maxConnections?: number
  /** Answers `/health` and `/ready` itself, for an orchestrator. Default: both go to the handler. */
  readonly probes?: ProbeOptions
}

const milliseconds = optional([
  (value) => typeof value === 'number' && value >= 0,
  'a number of milliseconds',
])
const atLeastOne = optional([(value) => typeof value === 'number' && value >= 1, 'a number from 1 on'])
const serveOptions: Options<ServeOptions> = {
  // Programs without types pass the text of a variable.
  port: [(value) => /^\d{1,5}$/.test(String(value)) && Number(value) <= 65_535, 'a port'],
  hostname: optional(aText),
  hosts: optional([(value) => value === 'any' || Array.isArray(value), 'a list, or "any"']),
  headersTimeout: milliseconds,
  keepAliveTimeout: milliseconds,
  maxInFlight: atLeastOne,
  maxConnections: atLeastOne,
  probes: optional(anObject),
}
const probeOptions: Options<ProbeOptions> = {
  health: optional(aText),
  ready: optional(aText),
  isReady: optional(aFunction),
}

/** A running server. */
export interface Served {
  /** For example `http://127.0.0.1:4010`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /**
   * Stops accepting connections, and resolves when the running requests have ended. Connections without a running
   * request are closed at once, and answers say `Connection: close` from now on. Requests that are still running after
   * `timeout` milliseconds, by default 2,000, are cut off. A backend may take 25 s for a call of the service, so behind
   * a load balancer pass 26,000.
   */
  close(options?: CloseOptions): Promise<void>
  /** As a listener, for example of SIGTERM: what a listener is called with is ignored. */
  close(event: unknown): Promise<void>
}

/** Options of `close`. */
export interface CloseOptions {
  /** How long to wait for running requests, in milliseconds. Default 2,000. */
  readonly timeout?: number
}

/**
 * Serves a handler over HTTP. Resolves once the server is listening; rejects if it cannot listen, for example because
 * the port is in use, and with a `TypeError` for an option that cannot work or does not exist.
 *
 * Bodies are streamed in both directions, and `request.signal` aborts when the client disconnects. A backend sends its
 * requests to the service with undici, unless it has its own `service.fetch`.
 *
 * If the handler throws, the answer is a 500 without details. An error with the code `CONNECTION_CUT`, which the
 * emulator throws for the faults `drop` and `lost`, cuts the connection without an answer.
 *
 * @example
 * const { url, close } = await serve(emulator.fetch, { port: 4010 })
 */
export async function serve(handler: Handler, options: ServeOptions): Promise<Served> {
  checkOptions(options, serveOptions)
  if (options.probes) checkOptions(options.probes, probeOptions, 'probes.')
  const { port, hostname = '127.0.0.1', hosts } = options
  const { headersTimeout = 10_000, keepAliveTimeout = 75_000 } = options
  const { maxInFlight = 4_000, maxConnections = 20_000, probes } = options
  const isAddressed = (request: Request): boolean => {
    const name = new URL(request.url).hostname
    if (hosts === 'any') return true
    return hosts?.includes(name) ?? (!isLoopback(hostname) || isLoopback(name))
  }
  const inFlight = limitInFlight(maxInFlight)
  let isClosing = false
  const answerProbe = probesFor(probes, () => !isClosing && inFlight.hasRoom())
  const server = createAdaptorServer({
    fetch: listenerFor(handler, { isAddressed, answerProbe, limited: inFlight.limited }),
    overrideGlobalObjects: false,
    hostname: noHost,
    // By default Node checks only every 30 s whether headers are late.
    serverOptions: {
      headersTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: Math.min(1_000, headersTimeout),
    },
    // The type is that of every kind of server. Without `createServer`, it is one of `node:http`.
  }) as Server
  server.maxConnections = maxConnections
  const close = draining(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, backlog, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A server that listens on a port has an address of this type. Only a server that listens on a pipe has a string
  // instead.
  const address = server.address() as AddressInfo
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    close: (given?: unknown) => {
      isClosing = true
      return close(timeoutIn(given) ?? 2_000)
    },
  }
}

const timeoutIn = (given: unknown): number | undefined =>
  typeof given === 'object' && given !== null && 'timeout' in given && typeof given.timeout === 'number'
    ? given.timeout
    : undefined

const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name)
