/** Calls a web-standard handler for a request of Node, and answers for a handler that throws. @module */
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { type SendsWith, sendWith } from '../backend/send.js'
import { send } from './send.js'

/** A request of Node. */
type NodeRequest = IncomingMessage | Http2ServerRequest

/** A web-standard handler, such as a backend or `emulator.fetch`. */
export type Handler = (request: Request) => Response | Promise<Response>

/** What `serve` decides about a request before the handler gets it. */
export interface Entrance {
  /** Whether the request names a host that the server answers for. */
  readonly isAddressed: (request: Request) => boolean
  /** Answers a question to the server itself; `undefined` if the request is not one. */
  readonly answerProbe: (request: Request) => Promise<Response> | undefined
  /** Limits the handler. A request that is not for the handler does not count. */
  readonly limited: (handler: Handler) => Handler
}

/** The host of a request that names none. HTTP/1.0 allows that, and the probes of some balancers are such requests. */
export const noHost = 'no-host.invalid'

const open: Entrance = {
  isAddressed: () => true,
  answerProbe: () => undefined,
  limited: (handler) => handler,
}

/**
 * Returns the function that `@hono/node-server` calls for each request. If the handler throws, the function answers
 * with 500, or cuts the connection if the error has the code `CONNECTION_CUT`.
 */
export function listenerFor(
  handler: Handler,
  { isAddressed, answerProbe, limited }: Entrance = open,
): (request: Request, node: { readonly incoming: NodeRequest }) => Promise<Response> {
  // A backend also answers a client that has gone, so its requests need no signal, which takes long to make.
  const listens = !isBackend(handler)
  if (isBackend(handler)) handler[sendWith](send)
  const handle = limited(handler)
  return async (request, { incoming }) => {
    if (hasTwoHosts(incoming)) return twoHosts()
    // No standard request can have this method.
    if (incoming.method === 'TRACE') return failure(405, 'METHOD_NOT_ALLOWED', 'TRACE is not supported.')
    const body = bodyOf(request, incoming)
    const rest = (answer: Response): Promise<Response> | Response => (body ? afterBody(answer, body) : answer)
    try {
      const answer =
        (await answerProbe(request)) ??
        (isAddressed(request)
          ? await handle(standardRequest(request, incoming, body?.stream ?? null, listens))
          : misdirected())
      return await rest(answer)
    } catch (error) {
      // Destroys the socket instead of the request, because destroying a request that has been read to its end does not
      // close the connection. What is answered then goes nowhere.
      if (isCut(error)) incoming.socket.destroy()
      return rest(failure(500, 'INTERNAL_ERROR', 'The handler failed.'))
    }
  }
}

/**
 * Whether a request has several `Host` headers. Node takes the first, and a proxy may take another (RFC 9112, section
 * 3.2).
 */
const hasTwoHosts = ({ rawHeaders }: NodeRequest): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1

function twoHosts(): Response {
  const answer = failure(400, 'INVALID_INPUT', 'A request must have one Host header.')
  answer.headers.set('Connection', 'close')
  return answer
}

/** The rest of a body that is read before an early answer, in bytes and milliseconds. */
const drained = { bytes: 32 * 1024 * 1024, milliseconds: 5_000 }

/** The body of a request, as a stream for the handler and as the chunks behind it. */
interface Body {
  readonly chunks: AsyncIterator<Uint8Array>
  readonly stream: ReadableStream<Uint8Array>
  /** Whether the handler has given up reading. */
  readonly isGivenUp: () => boolean
}

/**
 * Reads what the handler has left of a body, and resolves with the answer. Otherwise a client that is still sending
 * would see a broken connection instead of the answer, such as a 413 or a 401. A body that does not end soon is cut
 * off, after the answer was sent. A handler that answers while it reads, as an echo does, reads the body itself.
 */
async function afterBody(answer: Response, { chunks, stream, isGivenUp }: Body): Promise<Response> {
  // A copy of the request locks the stream, too. With an error, nobody reads on from it.
  const isInUse = answer.body === stream || (stream.locked && answer.status < 400)
  if ((isInUse && !isGivenUp()) || (await drain(chunks))) return answer
  const headers = new Headers(answer.headers)
  headers.set('Connection', 'close')
  return new Response(answer.body, { status: answer.status, headers })
}

/** Resolves with whether the body has ended. */
async function drain(body: AsyncIterator<Uint8Array>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, drained.milliseconds, 'late')
  })
  try {
    for (let bytes = 0; bytes <= drained.bytes; ) {
      const read = await Promise.race([body.next(), late])
      if (read === 'late') return false
      if (read.done) return true
      bytes += read.value.length
    }
    return false
  } catch {
    // The client has gone.
    return true
  } finally {
    clearTimeout(timer)
  }
}

const isBackend = (handler: Handler): handler is Handler & SendsWith => sendWith in handler

/** Makes a real `Request`, because `@hono/node-server` passes an imitation that `new Request()` does not accept. */
function standardRequest(
  request: Request,
  { rawHeaders }: NodeRequest,
  body: ReadableStream<Uint8Array> | null,
  listens: boolean,
): Request {
  const { method } = request
  return new Request(request.url, {
    method,
    headers: headerPairs(rawHeaders),
    body,
    ...(listens && { signal: request.signal }),
    // Node requires `duplex` for a stream, but the DOM's types lack it.
    ...{ duplex: 'half' },
  })
}

/** The headers as name and value, without those of HTTP/2 that are not headers. */
const headerPairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 && !name.startsWith(':') ? [[name, raw[index + 1] ?? '']] : [],
  )

/**
 * Returns a request's body, or `undefined` if it has none. `request.body` of `@hono/node-server` makes a second
 * `Request` for it. The stream of `Readable.toWeb` destroys the connection if the rest is not read, so that no answer
 * could be sent.
 */
function bodyOf({ method }: Request, incoming: NodeRequest): Body | undefined {
  // In HTTP/2, no header has to announce a body. To make a stream takes long, even if it stays empty.
  const bodiless =
    method === 'GET' || method === 'HEAD' || (incoming.httpVersionMajor < 2 && !announcesBody(incoming))
  if (bodiless) return undefined
  const chunks = incoming[Symbol.asyncIterator]()
  let isGivenUp = false
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      isGivenUp = true
    },
  }
  return {
    chunks,
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    isGivenUp: () => isGivenUp,
  }
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
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  return Response.json({ status, code, message }, { status, headers })
}
