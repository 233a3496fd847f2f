import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeHandler } from './index.js'

describe('nodeHandler', () => {
  type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

  /** Starts a server of `node:http` with one listener. Resolves with its address. */
  async function listening(listener: Listener): Promise<string> {
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    onTestFinished(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    return `http://127.0.0.1:${port}`
  }

  const echo = async (request: Request): Promise<Response> =>
    new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)

  /** Reads the body, as a body parser does. */
  const read = async (incoming: IncomingMessage): Promise<void> => {
    for await (const _ of incoming);
  }

  it('nodeHandler answers requests from Express, without the mount path', async () => {
    const handler = nodeHandler(echo)
    const url = await listening((incoming, outgoing) => {
      incoming.url = incoming.url?.replace('/wallet', '') ?? ''
      return handler(incoming, outgoing, () => {})
    })
    const answer = await fetch(`${url}/wallet/auth`, { method: 'POST', body: 'body' })
    expect(await answer.text()).toBe('POST /auth body')
  })

  it('an answer through Fastify has the headers that its hooks have set, unless the handler sets them', async () => {
    const handler = nodeHandler(
      () => new Response('', { headers: { 'Cache-Control': 'no-store', 'Set-Cookie': 'b=2' } }),
    )
    const given = { 'cache-control': 'public', 'x-trace': 't', 'set-cookie': ['a=1'] }
    const url = await listening((incoming, outgoing) =>
      handler({ raw: incoming }, { raw: outgoing, getHeaders: () => given, hijack: () => {} }),
    )
    const { headers } = await fetch(url)
    expect(headers.get('X-Trace')).toBe('t')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('nodeHandler answers requests from Fastify, which wraps those of Node', async () => {
    const handler = nodeHandler(echo)
    let hijacked = false
    const url = await listening((incoming, outgoing) =>
      handler(
        { raw: incoming },
        {
          raw: outgoing,
          getHeaders: () => ({}),
          hijack: () => {
            hijacked = true
          },
        },
      ),
    )
    expect(await (await fetch(`${url}/wallet`, { method: 'POST', body: 'body' })).text()).toBe(
      'POST /wallet body',
    )
    expect(hijacked).toBe(true)
  })

  it('nodeHandler reports a body that was already read, to next or in a 500', async () => {
    let asked = false
    const handler = nodeHandler(() => {
      asked = true
      return new Response()
    })
    const told: unknown[] = []
    const withNext = await listening(async (incoming, outgoing) => {
      await read(incoming)
      await handler(incoming, outgoing, (error) => {
        told.push(error)
        outgoing.end()
      })
    })
    await fetch(withNext, { method: 'POST', body: '{}' })
    expect(told).toEqual([expect.objectContaining({ name: 'TypeError' })])
    const bare = await listening(async (incoming, outgoing) => {
      await read(incoming)
      await handler(incoming, outgoing)
    })
    const answer = await fetch(bare, { method: 'POST', body: '{}' })
    expect([answer.status, (await answer.json()).message]).toEqual([
      500,
      expect.stringContaining('body parsers'),
    ])
    expect(asked).toBe(false)
  })

  it('nodeHandler accepts a request without a body that a parser has seen', async () => {
    const handler = nodeHandler(echo)
    const url = await listening(async (incoming, outgoing) => {
      await read(incoming)
      await handler(incoming, outgoing)
    })
    expect(await (await fetch(`${url}/list`)).text()).toBe('GET /list ')
  })

  it.each([undefined, {}, 'handler', new Response()])('nodeHandler is a TypeError for %o', (wrong) => {
    expect(() => nodeHandler(wrong as never)).toThrow(/createBackend/)
  })

  it('nodeHandler rejects with a TypeError for a standard request', async () => {
    const handler = nodeHandler(echo)
    await expect(handler(new Request('http://localhost/') as never, {} as never)).rejects.toThrow(TypeError)
  })
})
