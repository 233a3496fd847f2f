/**
 * One server of `npm run bench:backend`, in a separate process: the service, a bare Hono proxy, or the backend behind
 * `serve` with or without its policy. The file is bundled before it runs, because the backend is TypeScript.
 * @module
 */
import { createServer } from 'node:http'
import { serve as serveHono } from '@hono/node-server'
import { createBackend } from 'embedded-wallet-auth/backend'
import { serve } from 'embedded-wallet-auth/node'
import { Hono } from 'hono'
import { accountId, answerTo, basePath, interfaceHeaders } from './backend-calls.js'

const [role = '', upstream = ''] = process.argv.slice(2)

/** @type {Record<string, () => Promise<number>>} */
const roles = {
  service: () =>
    new Promise((resolve) => {
      const server = createServer((request, response) => {
        request.resume()
        request.on('end', () => {
          const { status, body } = answerTo(request.method ?? '', request.url ?? '')
          response.writeHead(status, {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          })
          response.end(body)
        })
      })
      server.keepAliveTimeout = 60_000
      server.listen(0, '127.0.0.1', () => resolve(portOf(server.address())))
    }),

  /** Only forwards with `fetch`. It checks nothing, and adds only the secret. */
  bare: () =>
    new Promise((resolve) => {
      const authorization = `Basic ${btoa('id:a secret that nothing repeats')}`
      const app = new Hono()
      app.all(`${basePath}/*`, async ({ req }) => {
        /** @type {Record<string, string>} */
        const headers = { Authorization: authorization }
        for (const name of interfaceHeaders) {
          const value = req.header(name)
          if (value !== undefined) headers[name] = value
        }
        const { pathname, search } = new URL(req.url)
        const body = req.method === 'GET' ? undefined : await req.arrayBuffer()
        return fetch(`${upstream}${pathname.slice(basePath.length)}${search}`, {
          method: req.method,
          headers,
          ...(body !== undefined && body.byteLength > 0 && { body }),
        })
      })
      serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
    }),

  backend: async () => {
    const many = { max: 1_000_000_000, per: 60 }
    let events = 0
    const { port } = await serve(
      createBackend({
        ...common(),
        loginSession: ({ headers }) => headers.get('Cookie') ?? '',
        limits: { calls: many, unknownIds: many, mails: many, verifies: many },
        onEvent: () => {
          events += 1
        },
      }),
      { port: 0 },
    )
    setInterval(() => process.send?.({ events }), 1_000).unref()
    return port
  },

  withoutPolicy: async () =>
    (await serve(createBackend({ ...common(), limits: false, stepUp: false }), { port: 0 })).port,
}

const common = () => ({
  service: { baseUrl: upstream, tokenId: 'id', clientSecret: 'a secret that nothing repeats' },
  authorize: (/** @type {Request} */ { headers }) =>
    headers.get('Cookie')?.startsWith('session=') ? [accountId] : undefined,
  relyingParty: { id: 'localhost', name: 'Bench' },
  origins: ['http://localhost:5173'],
})

/** @param {string | import('node:net').AddressInfo | null} address */
const portOf = (address) => {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

const start = roles[role]
if (start === undefined) throw new Error(`Unknown side: ${role}.`)
const port = await start()
process.on('message', (/** @type {'time' | 'memory'} */ what) => {
  if (what === 'memory') {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    process.send?.({ heapUsed, rss })
    return
  }
  const { user, system } = process.cpuUsage()
  process.send?.({ microseconds: user + system })
})
// Ends with the process that started it.
process.once('disconnect', () => process.exit(0))
process.send?.({ port })
