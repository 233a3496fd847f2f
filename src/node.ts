/** Serves a web-standard handler on a port, in Node. @module */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** Where to listen. */
export interface ServeOptions {
  /** 0 for any free port. */
  readonly port: number
  /** Default `127.0.0.1`, which only this machine can reach. */
  readonly hostname?: string
}

/** A running server. */
export interface Served {
  /** For example `http://127.0.0.1:4010`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /**
   * Stops accepting connections, and resolves when the running requests have ended. After two seconds they are cut
   * off.
   */
  close(): Promise<void>
}

/** How long running requests may take while closing, in milliseconds. */
const closingTime = 2000

/**
 * Serves a handler over HTTP. Resolves once the server is listening; rejects if it cannot listen, for example because
 * the port is in use.
 *
 * Bodies are streamed in both directions. `request.signal` aborts when the client disconnects. If the handler throws,
 * the answer is a 500 without details. An error with the code `CONNECTION_CUT`, as the emulator throws for the faults
 * `drop` and `lost`, cuts the connection without an answer.
 *
 * @example
 * const { url, close } = await serve(emulator.fetch, { port: 4010 })
 */
export async function serve(
  handler: (request: Request) => Response | Promise<Response>,
  { port, hostname = '127.0.0.1' }: ServeOptions,
): Promise<Served> {
  const server = createAdaptorServer({
    fetch: async (request, { incoming }) => {
      try {
        return await handler(standardRequest(request))
      } catch (error) {
        if (!isCut(error)) return internalError()
        // The socket rather than the request, because destroying a request that was read to its end would not close
        // the connection.
        incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
    },
    overrideGlobalObjects: false,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A server that listens on a port has an address of this type. It would be a string only for a pipe.
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

/** Handlers get a real `Request`, because the adaptor's imitation is refused by `new Request(request)`. */
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

const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CONNECTION_CUT'

function internalError(): Response {
  const body = { status: 500, code: 'INTERNAL_ERROR', message: 'The handler failed.' }
  return Response.json(body, { status: 500, headers: { 'Cache-Control': 'no-store' } })
}
