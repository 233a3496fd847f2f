/** Calls a web-standard handler for a request of Node, and answers for a handler that throws. @module */
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { type SendsWith, sendWith } from '../backend/send.js'
import { send } from './send.js'

/** A request of Node. */
type NodeRequest = IncomingMessage | Http2ServerRequest

/** A web-standard handler, such as a backend or `emulator.fetch`. */
export type Handler = (request: Request) => Response | Promise<Response>

/**
 * Returns the function that `@hono/node-server` calls for each request. If the handler throws, the function answers with
 * 500, or cuts the connection if the error has the code `CONNECTION_CUT`.
 */
export function listenerFor(
  handler: Handler,
  isAddressed: (request: Request) => boolean = () => true,
): (request: Request, node: { readonly incoming: NodeRequest }) => Promise<Response> {
  // A backend answers also a client that has gone, so it needs no signal. A request that follows one takes much longer.
  const listens = !isBackend(handler)
  if (isBackend(handler)) handler[sendWith](send)
  return async (request, { incoming }) => {
    try {
      if (!isAddressed(request)) return misdirected()
      return await handler(standardRequest(request, incoming, listens))
    } catch (error) {
      // Destroys the socket instead of the request, because destroying a request that has been read to its end does not
      // close the connection. What is answered then goes nowhere.
      if (isCut(error)) incoming.socket.destroy()
      return failure(500, 'INTERNAL_ERROR', 'The handler failed.')
    }
  }
}

const isBackend = (handler: Handler): handler is Handler & SendsWith => sendWith in handler

/** Makes a real `Request`, because `@hono/node-server` passes an imitation that `new Request()` does not accept. */
function standardRequest(request: Request, incoming: NodeRequest, listens: boolean): Request {
  const { method } = request
  // In HTTP/2, no header has to announce a body. To make a stream takes long, even if it stays empty.
  const bodiless =
    method === 'GET' || method === 'HEAD' || (incoming.httpVersionMajor < 2 && !announcesBody(incoming))
  return new Request(request.url, {
    method,
    headers: [...request.headers],
    body: bodiless ? null : streamOf(incoming),
    ...(listens && { signal: request.signal }),
    // Node requires `duplex` for a stream, but the DOM's types lack it.
    ...{ duplex: 'half' },
  })
}

/**
 * Streams a body. `request.body` of `@hono/node-server` makes a second `Request` for it. The stream of `Readable.toWeb`
 * destroys the connection if the rest is not read, so that no answer could be sent.
 */
function streamOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await chunks.next()
    if (done) controller.close()
    else controller.enqueue(value)
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}

/** Whether the headers of a request announce a body. */
export const announcesBody = ({ headers }: NodeRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

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
