/** One backend behind each of the doors that a platform can mount it at, all with the same service and login. @module */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { ada, clientSecret } from '../../src/backend/fixtures/recording-service.js'
import { type BackendOptions, createBackend } from '../../src/backend/index.js'
import { runCli } from '../../src/cli/main.js'
import { nodeHandler, serve } from '../../src/node/index.js'

/** The ways to mount a backend. `function` is called with a `Request`, as in a worker or in Next.js. */
export const doors = ['function', 'serve', 'express', 'fastify', 'stand-alone'] as const
export type Door = (typeof doors)[number]

/** Sends the bytes of a request, and resolves with those of the answer, in Latin-1. */
export type Ask = (request: string) => Promise<string>

/** Opens all doors to a service; they are closed when the test has finished. */
export async function openDoors(serviceUrl: string): Promise<Readonly<Record<Door, Ask>>> {
  const backend = () =>
    createBackend({
      ...shared,
      service: { baseUrl: serviceUrl, tokenId: 'token-id', clientSecret },
      authorize: ({ headers }) => (isAda(headers.get('Cookie')) ? [ada] : undefined),
      loginSession: () => 'session-1',
    })
  const served = await serve(backend(), { port: 0 })
  onTestFinished(() => served.close({ timeout: 0 }))
  const mounted = nodeHandler(backend())
  return {
    function: askFunction(backend()),
    serve: askPort(served.port),
    // Express takes the path of the mount away, and its middleware may have set headers.
    express: askPort(
      await listening((incoming, outgoing) => {
        incoming.url = incoming.url?.replace(/^\/wallet(?=\/)/, '') ?? ''
        outgoing.setHeader('Set-Cookie', 'visit=1')
        void mounted(incoming, outgoing, (error) => outgoing.writeHead(500).end(String(error)))
      }),
    ),
    // Fastify keeps the headers that its hooks have set to itself, until it sends the answer.
    fastify: askPort(
      await listening((incoming, outgoing) => {
        const reply = { raw: outgoing, getHeaders: () => ({ 'set-cookie': 'visit=1' }), hijack: () => {} }
        void mounted({ raw: incoming }, reply)
      }),
    ),
    'stand-alone': askPort(await standAlone(serviceUrl)),
  }
}

const shared: Pick<BackendOptions, 'relyingParty' | 'origins' | 'stepUp' | 'limits'> = {
  relyingParty: { id: 'localhost', name: 'Example Bank' },
  origins: ['http://localhost:5173'],
  stepUp: false,
  limits: false,
}

const isAda = (cookie: string | null | undefined): boolean => (cookie ?? '').split('; ').includes('login=ada')

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Runs the command `backend` in front of a login that knows the same cookie. */
async function standAlone(baseUrl: string): Promise<number> {
  const login = await listening(({ headers }, answer) => {
    answer.writeHead(isAda(headers.cookie) ? 200 : 401, { 'Content-Type': 'application/json' })
    answer.end(JSON.stringify({ accountIds: [ada], loginSession: 'session-1' }))
  })
  const folder = mkdtempSync(join(tmpdir(), 'doors-'))
  const file = join(folder, 'wallet.json')
  const config = { service: { baseUrl }, login: { url: `http://127.0.0.1:${login}/` }, listen: { port: 0 } }
  writeFileSync(file, JSON.stringify({ ...shared, ...config }))
  vi.stubEnv('SERVICE_TOKEN_ID', 'token-id')
  vi.stubEnv('SERVICE_SECRET', clientSecret)
  const printed: string[] = []
  const ending = new AbortController()
  const terminal = { print: (line: string) => printed.push(line), complain: () => {}, signal: ending.signal }
  const ended = runCli(['backend', '--config', file], terminal)
  onTestFinished(async () => {
    ending.abort()
    await ended
    rmSync(folder, { recursive: true })
    vi.unstubAllEnvs()
  })
  await expect.poll(() => printed[0]).toMatch(/:\d+$/)
  return Number(printed[0]?.split(':').at(-1))
}

const askPort =
  (port: number): Ask =>
  (request) =>
    new Promise((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(request, 'latin1')))
      socket.on('data', (bytes) => {
        answer += bytes.toString('latin1')
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(answer))
    })

/** Reads the request as a runtime would. What cannot be a `Request` never reaches a function. */
const askFunction =
  (handler: (request: Request) => Promise<Response>): Ask =>
  async (text) => {
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const [line = '', ...fields] = head.split('\r\n')
    const [method = '', path = ''] = line.split(' ')
    const headers = new Headers(fields.map((field): [string, string] => splitAt(field, ': ')))
    const init = { method, headers, body: body === '' ? null : Buffer.from(body, 'latin1') }
    let request: Request
    try {
      request = new Request(new URL(path, 'http://localhost'), init)
    } catch {
      return ''
    }
    const answer = await handler(request)
    const given = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const bytes = method === 'HEAD' ? '' : Buffer.from(await answer.arrayBuffer()).toString('latin1')
    return `HTTP/1.1 ${answer.status} x\r\n${given}\r\n${bytes}`
  }

/** Splits a text in two at the first separator. */
export function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
