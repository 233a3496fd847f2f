/** Sends a request as its text is: unlike `fetch`, it changes nothing of the path and sets no header. @module */
import { type IncomingHttpHeaders, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { parseJson } from '../../wire/schema.js'

/** How long to wait for an answer, in milliseconds. Longer than the 30 s that a page waits. */
const answerWait = 35_000

/** A request. `path` begins after the base address. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | undefined
}

/** An answer, received completely. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The body, parsed; `undefined` if it is not JSON. */
  readonly value: unknown
  /** The field `code` of the body, if that is a text. */
  readonly code: string | undefined
}

/** Resolves with the answer, or with `undefined` if there is none, such as after a connection that broke. */
export function ask(base: URL, { method, path, headers, body }: Asked): Promise<Answer | undefined> {
  const send = base.protocol === 'https:' ? secure : plain
  const { hostname, port } = base
  const bytes = body === undefined ? undefined : Buffer.from(body)
  return new Promise((resolve) => {
    const sent = send({
      ...{
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path: base.pathname.replace(/\/$/, '') + path,
      },
      headers: { ...headers, ...(bytes && { 'Content-Length': String(bytes.length) }) },
      timeout: answerWait,
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.on('response', async (response) => {
      const parts: Buffer[] = []
      try {
        for await (const part of response) parts.push(part)
      } catch {
        return resolve(undefined)
      }
      const received = Buffer.concat(parts)
      const value = parseJson(received.toString('utf8'))
      const code = fieldOf(value, 'code')
      resolve({
        ...{ status: response.statusCode ?? 0, headers: response.headers, body: received, value },
        code: typeof code === 'string' ? code : undefined,
      })
    })
    sent.end(bytes)
  })
}

/** Returns a member of a value that may be an object, by its path, such as `details.maxAge`. */
export const fieldOf = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Readonly<Record<string, unknown>>)[name]
          : undefined,
      value,
    )

/** Returns a member that is a text; otherwise an empty one. */
export function textOf(value: unknown, path: string): string {
  const found = fieldOf(value, path)
  return typeof found === 'string' ? found : ''
}
