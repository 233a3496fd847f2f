/** The Node edge: a web-standard handler on a port. @module */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** Where to listen. */
export interface ServeOptions {
  /** 0: any free port. */
  readonly port: number
  /** Default `127.0.0.1`: this machine only. */
  readonly hostname?: string
}

/** A handler that is being served. */
export interface Served {
  /** Such as `http://127.0.0.1:4010`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** Takes no more connections, lets running requests end for two seconds, and then cuts them off. */
  close(): Promise<void>
}

/** Milliseconds. */
const closingTime = 2000

/**
 * Serves a handler over HTTP. Bodies stream both ways; when a client goes away, `request.signal` aborts; what a handler
 * throws becomes a 500 without detail, except an error with the code `CONNECTION_CUT`, as the emulator's faults `drop` and
 * `lost` throw it: then the connection is cut and nothing is answered. Rejects when it cannot listen, such as on a port that
 * is taken.
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
        incoming.destroy()
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
  // A server that listens on a port has an address of this form; a string would be a pipe.
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

/** The server gives a look-alike that `new Request(request)` does not take; handlers are promised the real thing. */
function standardRequest(request: Request): Request {
  const bodiless = request.method === 'GET' || request.method === 'HEAD'
  return new Request(request.url, {
    method: request.method,
    headers: [...request.headers],
    body: bodiless ? null : request.body,
    signal: request.signal,
    // Node asks for it with a stream; the DOM's types do not know it.
    ...{ duplex: 'half' },
  })
}

const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CONNECTION_CUT'

function internalError(): Response {
  const body = { status: 500, code: 'INTERNAL_ERROR', message: 'Something went wrong here.' }
  return Response.json(body, { status: 500, headers: { 'Cache-Control': 'no-store' } })
}
