/** Serves a web-standard handler on a port, or inside a framework, in Node. @module */
import { isAscii } from 'node:buffer'
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type DirectAnswer, type DirectHandler, directOf, withSend } from './backend/direct.js'
import type { Bytes } from './encoding.js'
import { createNodeSend } from './node/send.js'

/** A web-standard handler, such as a backend or `emulator.fetch`. */
type Handler = (request: Request) => Response | Promise<Response>

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
   * `hostname` is any other address, every host name is accepted by default.
   */
  readonly hosts?: readonly string[]
  /** How long the headers of a request may take to arrive, in milliseconds. Default 10,000. */
  readonly headersTimeout?: number
  /** The maximum number of concurrent connections; further ones are closed at once. Default 1,000. */
  readonly maxConnections?: number
}

/** A running server. */
export interface Served {
  /** For example `http://127.0.0.1:4010`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /**
   * Stops accepting connections, and resolves when the running requests have ended. Requests that are still running
   * after two seconds are cut off.
   */
  close(): Promise<void>
}

const nodeSend = createNodeSend()

/** How long `close` waits for running requests, in milliseconds. */
const closingTime = 2000

/**
 * Serves a handler over HTTP. Resolves once the server is listening; rejects if it cannot listen, for example because
 * the port is in use.
 *
 * Bodies are streamed in both directions, and `request.signal` aborts when the client disconnects. The exception
 * is a handler made by `createBackend`: it gets and returns whole bodies, its requests have no such signal, and it sends
 * to the service with the dispatcher of Node's own `fetch` instead of `fetch`, unless one of the two was replaced.
 *
 * If the handler throws, the answer is a 500 without details. An error with the code `CONNECTION_CUT`, which the
 * emulator throws for the faults `drop` and `lost`, cuts the connection without an answer.
 *
 * @example
 * const { url, close } = await serve(emulator.fetch, { port: 4010 })
 */
export async function serve(
  handler: Handler,
  { port, hostname = '127.0.0.1', hosts, headersTimeout = 10_000, maxConnections = 1_000 }: ServeOptions,
): Promise<Served> {
  const isAddressed = (request: Request): boolean => {
    const name = new URL(request.url).hostname
    return hosts?.includes(name) ?? (!isLoopback(hostname) || isLoopback(name))
  }
  const server = createAdaptorServer({
    fetch: through(handler, isAddressed),
    overrideGlobalObjects: false,
    // By default Node checks only every 30 s whether headers are late.
    serverOptions: { headersTimeout, connectionsCheckingInterval: Math.min(1_000, headersTimeout) },
  })
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () => {
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
    close: () =>
      new Promise((resolve, reject) => {
        const cutOff = setTimeout(
          () => 'closeAllConnections' in server && server.closeAllConnections(),
          closingTime,
        )
        server.close((error) => {
          clearTimeout(cutOff)
          if (error === undefined) resolve()
          else reject(error)
        })
      }),
  }
}

/** A framework's request or response, which has Node's own object in `raw`. */
interface Wrapped<T> {
  readonly raw: T
}

/**
 * Makes a handler for Express, Fastify and other frameworks that use the request and response of `node:http`. Mount it
 * before body parsers. If the body was already read, the handler calls `next` with an error that says so. Without a
 * `next`, it answers with 500.
 *
 * Throws a `TypeError` if the argument is not a handler.
 *
 * @example
 * app.use('/wallet', nodeHandler(backend)) // Express
 */
export function nodeHandler(
  handler: Handler,
): (
  request: IncomingMessage | Wrapped<IncomingMessage>,
  response: ServerResponse | (Wrapped<ServerResponse> & { hijack(): unknown }),
  next?: (error?: unknown) => void,
) => Promise<void> {
  if (typeof handler !== 'function') {
    throw new TypeError(
      'nodeHandler needs a function from Request to Response, such as createBackend(options).',
    )
  }
  const listener = getRequestListener(through(handler), { overrideGlobalObjects: false })
  return async (request, response, next) => {
    if (!isNodes(request) || !isNodes(response)) {
      throw new TypeError('nodeHandler needs the request and response of node:http, Express or Fastify.')
    }
    const incoming = 'raw' in request ? request.raw : request
    const outgoing = 'raw' in response ? response.raw : response
    if ('raw' in response) response.hijack()
    if (hasBody(incoming) && incoming.readableDidRead) {
      if (next !== undefined) return next(new TypeError(bodyIsGone))
      outgoing.writeHead(500, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      outgoing.end(JSON.stringify({ status: 500, code: 'INTERNAL_ERROR', message: bodyIsGone }))
      return
    }
    await listener(incoming, outgoing)
  }
}

const bodyIsGone =
  'The body was read before nodeHandler got it. Mount nodeHandler before body parsers such as express.json(). In Fastify, mount it in a plugin that removes the content type parsers.'

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether a value is a request or response of `node:http`, or wraps one. */
const isNodes = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('socket' in value || 'raw' in value)

const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name)

/** The second argument with which `@hono/node-server` calls a handler: Node's request and response. */
interface NodePair {
  readonly incoming: IncomingMessage | Http2ServerRequest
  readonly outgoing: ServerResponse | Http2ServerResponse
}

/**
 * Turns a handler into a function for `@hono/node-server`. If the handler throws, the function answers with 500, or
 * cuts the connection if the error has the code `CONNECTION_CUT`.
 */
function through(handler: Handler, isAddressed: (request: Request) => boolean = () => true) {
  const direct = directOf(handler)
  direct?.sendWith(nodeSend)
  return async (request: Request, { incoming, outgoing }: NodePair): Promise<Response> => {
    try {
      if (!isAddressed(request)) return misdirected()
      // HTTP/2 is excluded, because there a request may have a body that no header announces.
      if (direct !== undefined && incoming instanceof IncomingMessage && outgoing instanceof ServerResponse)
        return await answerDirectly(direct, request, incoming, outgoing)
      return await handler(withSend(standardRequest(request), nodeSend))
    } catch (error) {
      if (!isCut(error)) return failure(500, 'INTERNAL_ERROR', 'The handler failed.')
      // Destroys the socket instead of the request, because destroying a request that has been read to its end does not
      // close the connection.
      incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
  }
}

/** Makes a real `Request`, because `@hono/node-server` passes an imitation that `new Request()` does not accept. */
function standardRequest(request: Request): Request {
  const bodiless = request.method === 'GET' || request.method === 'HEAD'
  return new Request(request.url, {
    method: request.method,
    headers: [...request.headers],
    body: bodiless ? null : request.body,
    signal: request.signal,
    // Node requires `duplex` for a stream, but the DOM's types lack it.
    ...{ duplex: 'half' },
  })
}

async function answerDirectly(
  direct: DirectHandler,
  { url, method }: Request,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Response> {
  const request = new Request(url, { method })
  appendHeaders(request.headers, incoming)
  const answer = await direct.answer({
    request,
    bare: () => request,
    read: (limit) => readIncoming(incoming, limit),
  })
  write(answer, outgoing)
  return RESPONSE_ALREADY_SENT
}

function write({ status, headers, body }: DirectAnswer, outgoing: ServerResponse): void {
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...length })
  // Node writes a text in one piece with the headers, which is faster than bytes. Only ASCII is the same in every
  // encoding, and not every runtime with the modules of Node regards the encoding.
  if (typeof body === 'object' && body !== null && isAscii(body))
    outgoing.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1')
  else outgoing.end(body)
}

/** Appends each header. `Headers` joins the values of repeated ones. */
function appendHeaders(headers: Headers, { rawHeaders }: IncomingMessage): void {
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
}

/**
 * Reads a body. Resolves with `undefined` as soon as the body has more than `limit` bytes. Rejects if the client
 * disconnects before the whole body has arrived.
 */
function readIncoming(incoming: IncomingMessage, limit: number): Promise<Bytes | undefined> {
  if (!hasBody(incoming)) return Promise.resolve(new Uint8Array())
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const onData = (chunk: Uint8Array | string): void => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      length += bytes.length
      chunks.push(bytes)
      if (length <= limit) return
      incoming.off('data', onData).pause()
      resolve(undefined)
    }
    // An error records the stack, which takes longer than reading the body, so it is created only if it is needed.
    const onClose = (): void => reject(new Error('The connection was closed before the body had arrived.'))
    incoming.on('data', onData)
    incoming.once('end', () => {
      incoming.off('close', onClose)
      resolve(Buffer.concat(chunks))
    })
    incoming.once('error', reject)
    incoming.once('close', onClose)
  })
}

const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CONNECTION_CUT'

const misdirected = (): Response =>
  failure(
    421,
    'MISDIRECTED_REQUEST',
    'This server does not accept requests for that host. Add the host to the option `hosts`.',
  )

function failure(status: number, code: string, message: string): Response {
  return Response.json({ status, code, message }, { status, headers: { 'Cache-Control': 'no-store' } })
}
