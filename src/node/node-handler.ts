/** Answers the requests of Express, Fastify and other frameworks with a web-standard handler. @module */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { announcesBody, type Handler, listenerFor, noHost } from './listener.js'

/** A framework's request or response, which has Node's own object in `raw`. */
export interface Wrapped<T> {
  readonly raw: T
}

/** A reply of Fastify. What its hooks have set so far is not on Node's own response yet. */
export interface FastifyReply extends Wrapped<ServerResponse> {
  /** Tells Fastify that something else answers. */
  hijack(): unknown
  /** The headers that hooks have set on the reply, by lower-case name. */
  getHeaders(): Readonly<Record<string, number | string | readonly string[] | undefined>>
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
  response: ServerResponse | FastifyReply,
  next?: (error?: unknown) => void,
) => Promise<void> {
  if (typeof handler !== 'function') {
    throw new TypeError(
      'nodeHandler needs a function from Request to Response, such as createBackend(options).',
    )
  }
  const answering = listenerFor(handler)
  const listener = getRequestListener(
    async (request, node) => withCookiesOf(node.outgoing, await answering(request, node)),
    { overrideGlobalObjects: false, hostname: noHost },
  )
  return async (request, response, next) => {
    if (!isNodes(request) || !isNodes(response)) {
      throw new TypeError('nodeHandler needs the request and response of node:http, Express or Fastify.')
    }
    const incoming = 'raw' in request ? request.raw : request
    const outgoing = 'raw' in response ? response.raw : response
    if ('raw' in response) {
      for (const [name, value] of Object.entries(response.getHeaders()))
        if (value !== undefined) response.raw.setHeader(name, value)
      response.hijack()
    }
    if (announcesBody(incoming) && incoming.readableDidRead) {
      if (next !== undefined) return next(new TypeError(bodyIsGone))
      outgoing.writeHead(500, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      outgoing.end(JSON.stringify({ status: 500, code: 'INTERNAL_ERROR', message: bodyIsGone }))
      return
    }
    await listener(incoming, outgoing)
  }
}

/** Keeps the cookies that the framework has set: those of an answer would replace them. */
function withCookiesOf(outgoing: Pick<ServerResponse, 'getHeader'>, answer: Response): Response {
  const before = [outgoing.getHeader('Set-Cookie') ?? []].flat().map(String)
  if (before.length === 0 || answer.headers.getSetCookie().length === 0) return answer
  const headers = new Headers(answer.headers)
  headers.delete('Set-Cookie')
  for (const cookie of [...before, ...answer.headers.getSetCookie()]) headers.append('Set-Cookie', cookie)
  return new Response(answer.body, { status: answer.status, headers })
}

const bodyIsGone =
  'The body was read before nodeHandler got it. Mount nodeHandler before body parsers such as express.json(). In Fastify, mount it in a plugin that removes the content type parsers.'

/** Whether a value is a request or response of `node:http`, or wraps one. */
const isNodes = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('socket' in value || 'raw' in value)
