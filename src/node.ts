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

/** A handler that is being served. */
export interface Served {
  /** For example `http://127.0.0.1:4010`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** Stops accepting connections, and resolves when running requests have ended; after two seconds they are cut off. */
  close(): Promise<void>
}

/** Milliseconds. */
const closingTime = 2000

/**
 * Serves a handler over HTTP. Resolves when it is listening; rejects when it cannot listen, for example because the port is
 * in use.
 *
 * Bodies are streamed in both directions. `request.signal` aborts when the client disconnects. An error that the handler
 * throws becomes a 500 without detail; one with the code `CONNECTION_CUT`, like those of the emulator's faults `drop` and
 * `lost`, cuts the connection without a response.
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
        // The request itself may have been read to its end: destroying that would close nothing.
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
  // Listening on a port, the server has an address of this form; a string would be a pipe.
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

/** The adaptor's request is a look-alike that `new Request(request)` refuses; handlers get a real one. */
function standardRequest(request: Request): Request {
  const bodiless = request.method === 'GET' || request.method === 'HEAD'
  return new Request(request.url, {
    method: request.method,
    headers: [...request.headers],
    body: bodiless ? null : request.body,
    signal: request.signal,
    // Node requires it for a stream; the DOM's types do not have it.
    ...{ duplex: 'half' },
  })
}

const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CONNECTION_CUT'

function internalError(): Response {
  const body = { status: 500, code: 'INTERNAL_ERROR', message: 'The handler failed.' }
  return Response.json(body, { status: 500, headers: { 'Cache-Control': 'no-store' } })
}
