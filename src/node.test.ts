import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { backendFor, clientPublicKey, idOf, recordingService } from './backend/fixtures/recording-service.js'
import { createEmulator } from './emulator/index.js'
import { type Served, serve } from './node.js'

const open: Served[] = []
const serving = async (handler: (request: Request) => Response | Promise<Response>): Promise<Served> => {
  const served = await serve(handler, { port: 0 })
  open.push(served)
  return served
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()))
})

describe('serve', () => {
  it('serve hands the request to the handler and its answer to the client', async () => {
    const { url, port } = await serving(async (request) => {
      const { pathname, search } = new URL(request.url)
      const text = `${request.method} ${pathname}${search} ${request.headers.get('x-a')} ${await request.text()}`
      return new Response(text, {
        status: 201,
        headers: { 'X-B': 'b', Date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      })
    })
    expect(url).toBe(`http://127.0.0.1:${port}`)
    const answer = await fetch(`${url}/a?b=c`, { method: 'POST', headers: { 'X-A': 'a' }, body: 'body' })
    expect([answer.status, await answer.text()]).toEqual([201, 'POST /a?b=c a body'])
    expect(answer.headers.get('X-B')).toBe('b')
    expect(answer.headers.get('Date')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
  })

  it('serve hands over a request that can be copied, and changes no globals', async () => {
    const globals = [globalThis.Request, globalThis.Response]
    const { url } = await serving(async (request) => {
      const copy = new Request(request, { headers: { 'X-A': 'copy' } })
      return new Response(`${copy.headers.get('X-A')} ${await copy.text()} ${request instanceof Request}`)
    })
    const answer = await fetch(url, { method: 'PUT', body: 'body' })
    expect(await answer.text()).toBe('copy body true')
    expect([globalThis.Request, globalThis.Response]).toEqual(globals)
  })

  it('serve answers 500 without details when the handler throws, at once or later', async () => {
    const { url } = await serving((request) => {
      if (new URL(request.url).pathname === '/now') throw new Error('hunter2')
      return Promise.reject(new Error('hunter2'))
    })
    for (const path of ['/now', '/later']) {
      const answer = await fetch(url + path)
      const text = await answer.text()
      expect(answer.status).toBe(500)
      expect(JSON.parse(text).code).toBe('INTERNAL_ERROR')
      expect(text).not.toContain('hunter2')
    }
  })

  it('serve cuts the connection when the handler asks for it, and goes on serving others', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ email: 'ada@example.com' })
    const { url } = await serving(emulator.fetch)
    const address = `${url}/2025-10-13/auth/credentials?accountId=${account.id}`
    const { tokenId, clientSecret } = emulator.apiToken
    const headers = { Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` }
    for (const fault of [{ drop: true }, { answer: 'lost' }] as const) {
      emulator.faults.next('GET /auth/credentials', fault)
      await expect(fetch(address, { headers })).rejects.toThrow('fetch failed')
      expect((await fetch(address, { headers })).status).toBe(200)
    }
    expect(emulator.requests().map(({ status }) => status)).toEqual([undefined, 200, 200, 200])
  })

  it.each(['POST', 'PATCH', 'DELETE'])(
    'serve cuts the connection of a %s whose body was read',
    async (method) => {
      const { port } = await serving(async (request) => {
        await request.text()
        throw Object.assign(new Error(), { code: 'CONNECTION_CUT' })
      })
      const received = await new Promise<string>((resolve) => {
        let text = ''
        const head = `${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`
        const socket = connect(port, '127.0.0.1', () => socket.write(head))
        socket.on('data', (chunk) => {
          text += chunk
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve(text))
      })
      expect(received).toBe('')
    },
  )

  it('serve sends nothing before it cuts a connection', async () => {
    const { port } = await serving(() =>
      Promise.reject(Object.assign(new Error(), { code: 'CONNECTION_CUT' })),
    )
    const received = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
    })
    expect(received).toBe('')
  })

  it('serve aborts the request’s signal when the client goes away', async () => {
    let started: () => void = () => {}
    const begun = new Promise<void>((resolve) => {
      started = resolve
    })
    let aborted: () => void = () => {}
    const gone = new Promise<void>((resolve) => {
      aborted = resolve
    })
    const { url } = await serving((request) => {
      request.signal.addEventListener('abort', () => aborted())
      started()
      return new Promise(() => {})
    })
    const client = new AbortController()
    const answer = fetch(url, { signal: client.signal }).catch(() => 'aborted')
    await begun
    client.abort()
    expect(await answer).toBe('aborted')
    await gone
  })

  it('serve streams bodies in both directions', async () => {
    const { url } = await serving((request) => new Response(request.body))
    let sent = 0
    let received: () => void = () => {}
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent === 2) return controller.close()
        // The second piece is sent only once the first has come back.
        if (sent === 1) {
          await new Promise<void>((resolve) => {
            received = resolve
          })
        }
        sent += 1
        controller.enqueue(new TextEncoder().encode(`piece ${sent}`))
      },
    })
    const answer = await fetch(url, { method: 'POST', body, ...{ duplex: 'half' } })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('piece 1')
    received()
    expect((await reader?.read())?.value).toBe('piece 2')
  })

  it('serve rejects when the port is in use', async () => {
    const { port } = await serving(() => new Response())
    await expect(serve(() => new Response(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('a server closes while connections are kept alive', async () => {
    const served = await serve(() => new Response('x'), { port: 0 })
    await (await fetch(served.url)).text()
    await served.close()
    await expect(fetch(served.url)).rejects.toThrow()
  })

  it('a server closes while an answer never comes', async () => {
    let started: () => void = () => {}
    const begun = new Promise<void>((resolve) => {
      started = resolve
    })
    const served = await serve(
      () => {
        started()
        return new Promise(() => {})
      },
      { port: 0 },
    )
    const answer = fetch(served.url).catch(() => 'cut off')
    await begun
    await served.close()
    expect(await answer).toBe('cut off')
  })
})

describe('the backend over HTTP', () => {
  it('the backend over HTTP refuses a large body before all of it has arrived', async () => {
    const { url } = await serving(backendFor(recordingService()))
    const path = `/wallet/auth/sessions/${idOf('Session', 1)}/refresh`
    const chunk = new Uint8Array(16 * 1024).fill(0x20)
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body, ...{ duplex: 'half' } })
    expect(answer.status).toBe(413)
  })

  it('the backend over HTTP reads no more of a body than its stated length', async () => {
    const service = recordingService()
    const { port } = await serving(backendFor(service))
    const body = JSON.stringify({ clientPublicKey })
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.end(
          `POST /wallet/auth/sessions/${idOf('Session', 1)}/refresh HTTP/1.1\r\nHost: a\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${body.length - 1}\r\n\r\n${body}`,
        )
      })
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toContain('400')
    expect(service.arrived).toEqual([])
  })

  it.each(['/wallet/../wallet/quotes', '/wallet\\quotes', '//quotes'])(
    'the backend over HTTP answers 4xx to %s, and forwards nothing',
    async (target) => {
      const service = recordingService()
      const { port } = await serving(backendFor(service))
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`POST ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
        })
        let text = ''
        socket.on('data', (data) => {
          text += data
        })
        socket.on('close', () => resolve(text))
        socket.on('error', reject)
      })
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
      expect(service.arrived).toEqual([])
    },
  )
})
