/**
 * Stands between a backend and the emulator: notes what arrives, byte for byte, and can answer in the service's place.
 * @module
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { ask } from './ask.js'

/** A call of the backend, as it arrived. */
export interface Heard {
  readonly method: string
  /** After the version, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Every header in lower case with its value, where `headers` keeps only the first of some. */
  readonly everyHeader: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** What it was answered; `undefined` if the connection was broken. */
  readonly answered: GivenAnswer | undefined
}

/** An answer in the service's place. */
export interface GivenAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Decides about a call before the emulator gets it: an answer, `cut` to break the connection, or `undefined`. */
export type Interception = (method: string, path: string) => GivenAnswer | 'cut' | undefined

/** The running recorder. */
export interface Recorder {
  /** Everything that arrived so far. */
  readonly heard: readonly Heard[]
  /** Applies to each call from now on, until the next one is set. */
  intercept: (interception: Interception | undefined) => void
  readonly close: () => Promise<void>
}

/** Not passed on: they belong to one connection. */
const hop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host']

/** Listens on this machine, and passes on what it gets to the emulator at this origin. Rejects if it cannot listen. */
export async function startRecorder(port: number, emulator: URL): Promise<Recorder> {
  const heard: Heard[] = []
  let interception: Interception | undefined
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url = '', headers } = request
    // Backends may or may not escape the colon of an id.
    const [path, body] = [url.replace(/^\/[^/]*/, '').replaceAll(/%3A/gi, ':'), Buffer.concat(parts)]
    const given = interception?.(method, path)
    const passed = (): Promise<GivenAnswer | undefined> =>
      ask(emulator, {
        method,
        path: url,
        headers: passable(headers),
        body: body.length ? body : undefined,
      }).then(
        (answer) => answer && { status: answer.status, headers: passable(answer.headers), body: answer.body },
      )
    const answered = given === 'cut' ? undefined : (given ?? (await passed()))
    const everyHeader = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value) => [name, value] as const),
    )
    heard.push({ method, path, headers, everyHeader, body, answered })
    if (answered === undefined) return void request.socket.destroy()
    const text = Buffer.from(answered.body ?? '')
    response.writeHead(answered.status, {
      ...answered.headers,
      ...(answered.status !== 204 && { 'Content-Length': text.length }),
    })
    response.end(text)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    heard,
    intercept: (next) => {
      interception = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const passable = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hop.includes(name) ? [] : [[name, String(value)]],
    ),
  )
