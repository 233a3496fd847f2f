/** Turns a web-standard handler into a middleware for Vite's server. @module */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The maximum size of a request body, in bytes. */
const bodyLimit = 256 * 1024

/** A middleware of Vite. */
export type Middleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** Passes requests whose path starts with one of the prefixes to the handler, and all others to Vite. */
export function middlewareOf(
  prefixes: readonly string[],
  handler: (request: Request) => Promise<Response>,
): Middleware {
  return (incoming, outgoing, next) => {
    const path = incoming.url ?? '/'
    if (!prefixes.some((prefix) => path.startsWith(prefix))) return next()
    answer(incoming, outgoing, handler).catch(next)
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handler: (request: Request) => Promise<Response>,
): Promise<void> {
  const response = await handler(await requestOf(incoming))
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('Set-Cookie', cookies)
  if (response.body === null) return void outgoing.end()
  // The answer is copied in chunks, because the workbench's event stream has no end.
  const reader = response.body.getReader()
  outgoing.on('close', () => void reader.cancel().catch(() => {}))
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return void outgoing.end()
    outgoing.write(value)
  }
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > bodyLimit) throw new Error('The request body is too large.')
    chunks.push(chunk)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each)
  }
  const { method = 'GET' } = incoming
  const bodiless = method === 'GET' || method === 'HEAD'
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`), {
    method,
    headers,
    body: bodiless || size === 0 ? null : Buffer.concat(chunks),
  })
}

/** Returns the origin of a server on loopback that listens. */
export function originOf(server: Pick<Server, 'address'> | null): string {
  const address = server?.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.')
  return `http://localhost:${address.port}`
}
