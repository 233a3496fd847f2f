import { Agent, request as requestOver } from 'node:http'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/src/index.js'
import {
  ada,
  backendFor,
  clientPublicKey,
  idOf,
  recordingService,
} from '../backend/fixtures/recording-service.js'

import { type Served, type ServeOptions, serve } from './index.js'

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

const open: Served[] = []
const serving = async (
  handler: (request: Request) => Response | Promise<Response>,
  options: Partial<ServeOptions> = {},
): Promise<Served> => {
  const served = await serve(handler, { port: 0, ...options })
  open.push(served)
  return served
}

afterAll(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()))
})

describe.concurrent('serve', () => {
  it.each([
    ['the handler leaves', () => new Response('early', { status: 401 })],
    [
      'the handler leaves after it has copied the request',
      (request: Request) => new Response('early', { status: new Request(request).bodyUsed ? 500 : 401 }),
    ],
  ])(
    'serve reads a body that %s, so that a client that is still sending gets the answer',
    async (_, handler) => {
      const { url } = await serving(handler)
      for (let turn = 0; turn < 10; turn++) {
        const answer = await fetch(url, { method: 'POST', body: new Uint8Array(8_000_000) })
        expect([answer.status, await answer.text()]).toEqual([401, 'early'])
      }
    },
  )

  it('serve answers TRACE itself, which no standard request can be', async () => {
    const { url } = await serving(() => new Response('reached'))
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const sent = requestOver(url, { method: 'TRACE' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end()
    })
    expect(answer).toBe(405)
  })

  it.skipIf(!hasIPv6)('serve gives the address of an IPv6 host in brackets', async () => {
    const { url } = await serving(() => new Response('here'), { hostname: '::1' })
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect(await (await fetch(url)).text()).toBe('here')
  })

  it('serve reads the rest of a body that the handler gave up', async () => {
    const { url } = await serving(async (request) => {
      const reader = request.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      return new Response('enough', { status: 413 })
    })
    for (let turn = 0; turn < 10; turn++) {
      const answer = await fetch(url, { method: 'POST', body: new Uint8Array(8_000_000) })
      expect([answer.status, await answer.text()]).toEqual([413, 'enough'])
    }
  })

  it.each([
    ['body', ({ body }: Request) => body],
    ['transformed body', ({ body }: Request) => body?.pipeThrough(new TransformStream())],
  ])('serve leaves to the handler a %s that it answers with', async (_, echo) => {
    const { url } = await serving((request) => new Response(echo(request) ?? null))
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_000) })
    expect((await answer.text()).length).toBe(1_000_000)
  })

  it('serve does not wait for a body that does not end', { timeout: 20_000 }, async () => {
    const { port } = await serving(() => new Response('early', { status: 401 }))
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nx')
    await expect.poll(() => text, { timeout: 15_000 }).toContain('early')
    expect(text).toMatch(/^HTTP\/1.1 401[\s\S]*connection: close/i)
    socket.destroy()
  })

  it('serve answers any host with the option `any`', async () => {
    const { port } = await serving(() => new Response('here'), { hosts: 'any' })
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.write('GET / HTTP/1.1\r\nHost: emulator:4010\r\n\r\n')
    await expect.poll(() => text).toMatch(/^HTTP\/1.1 200/)
    socket.destroy()
  })

  it('serve passes the request to the handler, and the answer to the client', async () => {
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

  it('serve passes the handler a request that can be copied, and changes no globals', async () => {
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

  it('serve cuts the connection when the handler asks for it, and continues to serve others', async () => {
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
      const head = `${method} / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}`
      expect(await received(port, head)).toBe('')
    },
  )

  it('serve sends nothing before it cuts a connection', async () => {
    const { port } = await serving(() =>
      Promise.reject(Object.assign(new Error(), { code: 'CONNECTION_CUT' })),
    )
    expect(await received(port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).toBe('')
  })

  it('serve aborts the request’s signal when the client disconnects', async () => {
    let started: () => void = () => {}
    const begun = new Promise<void>((resolve) => {
      started = resolve
    })
    let aborted: () => void = () => {}
    const gone = new Promise<void>((resolve) => {
      aborted = resolve
    })
    // As a handler that still runs does. Nothing aborts the signal of a request that was garbage-collected.
    const running: Request[] = []
    const { url } = await serving((request) => {
      running.push(request)
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

  it.each([
    [{ port: 0, hostnames: ['a.example'] }, '`hostnames` is not an option. Did you mean `hostname`?'],
    [{ port: undefined }, '`port` must be a port.'],
    [{ port: 65_536 }, '`port` must be a port.'],
    [{ port: 0, maxInFlight: 0 }, '`maxInFlight` must be a number from 1 on.'],
    [{ port: 0, probes: { heath: '/up' } }, '`probes.heath` is not an option. Did you mean `probes.health`?'],
  ])('serve rejects with a TypeError that names the option in %j', async (wrong: object, message) => {
    const serving = serve(() => new Response(), wrong as ServeOptions)
    await expect(serving).rejects.toThrow(new TypeError(message))
  })

  it('serve rejects when the port is in use', async () => {
    const { port } = await serving(() => new Response())
    await expect(serve(() => new Response(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('a server can be closed while connections are kept alive', async () => {
    const served = await serve(() => new Response('x'), { port: 0 })
    await (await fetch(served.url)).text()
    await served.close()
    await expect(fetch(served.url)).rejects.toThrow()
  })

  it('a server can be closed while a request is never answered', async () => {
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

describe('idle connections', () => {
  const keptFor = async (options: Partial<ServeOptions>): Promise<string | undefined> => {
    const { url } = await serving(() => new Response('x'), options)
    return (await fetch(url)).headers.get('Keep-Alive')?.match(/timeout=(\d+)/)?.[1]
  }

  it('an idle connection is kept for 75 s, longer than load balancers keep theirs, or as long as the option says', async () => {
    expect([await keptFor({}), await keptFor({ keepAliveTimeout: 3_000 })]).toEqual(['75', '3'])
  })

  it('an idle connection is kept longer than headers may take to arrive', async () => {
    const { port } = await serving(() => new Response('x'), { headersTimeout: 100 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = () =>
      new Promise<Socket>((resolve, reject) => {
        const request = requestOver({ host: '127.0.0.1', port, agent }, (answer) => {
          answer.resume().once('end', () => resolve(answer.socket))
        })
        request.on('error', reject).end()
      })
    const first = await get()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(await get()).toBe(first)
    agent.destroy()
  })
})

describe('closing', () => {
  /** A server whose requests end when the returned function is called. */
  const holding = async () => {
    let answer: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const requests: string[] = []
    const served = await serve(
      async ({ url }) => {
        requests.push(url)
        await held
        return new Response('x')
      },
      { port: 0 },
    )
    return { ...served, answer, requests }
  }
  const timed = async (closing: Promise<void>): Promise<number> => {
    const began = performance.now()
    await closing
    return performance.now() - began
  }

  it('a running request is answered, and its answer ends the connection', async () => {
    const { url, close, answer, requests } = await holding()
    const running = fetch(url)
    await expect.poll(() => requests.length).toBe(1)
    const closed = timed(close({ timeout: 20_000 }))
    answer()
    const response = await running
    expect([response.status, response.headers.get('Connection')]).toEqual([200, 'close'])
    expect(await closed).toBeLessThan(5_000)
  })

  it('a request that has arrived on an idle connection, and is not read yet, is answered by a server that closes', async () => {
    const { port, close } = await serve(() => new Response('x'), { port: 0 })
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    const request = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
    socket.write(request)
    await expect.poll(() => text).toMatch(/200 OK/)
    socket.write(request)
    await close({ timeout: 20_000 })
    await expect.poll(() => text.match(/200 OK/g)).toHaveLength(2)
  })

  it('connections without a request are closed at once: idle ones, and those that have sent nothing yet', async () => {
    const { port, close } = await serve(() => new Response('x'), { port: 0 })
    const silent = received(port, '')
    const idle = received(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await timed(close({ timeout: 20_000 }))).toBeLessThan(5_000)
    expect([await silent, (await idle).startsWith('HTTP/1.1 200')]).toEqual(['', true])
  })

  it('a connection whose answer had begun is closed at the end of the answer', async () => {
    let end: () => void = () => {}
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('begun '))
        end = () => {
          controller.enqueue(new TextEncoder().encode('ended'))
          controller.close()
        }
      },
    })
    const { url, close } = await serve(() => new Response(body), { port: 0 })
    const response = await fetch(url)
    const closed = timed(close({ timeout: 20_000 }))
    end()
    expect(await response.text()).toBe('begun ended')
    expect(await closed).toBeLessThan(5_000)
  })

  it('a request that still runs after the timeout is cut off', async () => {
    const { url, close, requests } = await holding()
    const running = fetch(url).catch(() => 'cut off')
    await expect.poll(() => requests.length).toBe(1)
    expect(await timed(close({ timeout: 100 }))).toBeLessThan(1_500)
    expect(await running).toBe('cut off')
  })
})

describe('the backend over HTTP', () => {
  it('the backend over HTTP refuses a large body before all of it has arrived', async () => {
    const { url } = await serving(backendFor(recordingService()))
    const path = `/wallet/auth/sessions/${idOf('Session', 1)}/refresh`
    const chunk = new Uint8Array(16 * 1024).fill(0x20)
    let isAnswered = false
    const body = new ReadableStream<Uint8Array>({
      // Waits and ends, because `fetch` of Node reads a body on after the answer, with no pause of its own.
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve))
        if (isAnswered) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body, ...{ duplex: 'half' } })
    isAnswered = true
    expect(answer.status).toBe(413)
  })

  it('the backend over HTTP reads no more of a body than its stated length', async () => {
    const service = recordingService()
    const { port } = await serving(backendFor(service))
    const body = JSON.stringify({ clientPublicKey })
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.end(
          `POST /wallet/auth/sessions/${idOf('Session', 1)}/refresh HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
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
          socket.write(
            `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
          )
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

  const refresh = `/wallet/auth/sessions/${idOf('Session', 1)}/refresh`
  const json = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ clientPublicKey })

  it('the backend over HTTP gives the platform a request that can be copied, without its body', async () => {
    const seen: unknown[] = []
    const service = recordingService()
    const { url } = await serving(
      backendFor(service, {
        authorize: async (request) => {
          const copy = new Request(request, { headers: { 'X-A': 'copy' } })
          seen.push(request.method, request.headers.get('Cookie'), request.body, copy.headers.get('X-A'))
          return [ada]
        },
      }),
    )
    await fetch(url + refresh, { method: 'POST', headers: { ...json, Cookie: 'a=b' }, body })
    expect(seen).toEqual(['POST', 'a=b', null, 'copy'])
    expect(service.arrived.at(-1)?.body).toBe(body)
  })

  it.each([
    ['ASCII', '{"a":"A"}'],
    ['UTF-8', '{"a":"é – 𝄞"}'],
    ['Latin-1', new Uint8Array([0x22, 0xe9, 0xff, 0x80, 0x22])],
    ['nothing', ''],
  ])('the backend over HTTP passes on every byte of an answer: %s', async (_, content) => {
    const service = recordingService()
    service.answers.set(`GET /auth/sessions`, () => new Response(content))
    const { url } = await serving(backendFor(service))
    const answer = await fetch(`${url}/wallet/auth/sessions?accountId=${ada}`)
    const sent = new Uint8Array(await new Response(content).arrayBuffer())
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(sent)
    expect(answer.headers.get('Content-Length')).toBe(String(sent.length))
  })

  it('the backend over HTTP joins a header that is sent twice, but refuses a stamp that is sent twice', async () => {
    const service = recordingService()
    const { port } = await serving(backendFor(service))
    const twice = 'Wallet-Signature: a\r\nWallet-Signature: b\r\n'
    const answer = await received(
      port,
      `POST ${refresh} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${twice}Content-Length: 0\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*INVALID_INPUT/)
    expect(service.arrived).toEqual([])
  })

  it.each([
    'GET /ready HTTP/1.0\r\n',
    'HEAD /ready HTTP/1.0\r\n',
    'GET /ready HTTP/1.1\r\nHost:\r\nConnection: close\r\n',
  ])('a probe that names no host is answered, and the handler gets no such request: %j', async (probe) => {
    const { port } = await serving(() => new Response('handled'), { probes: {} })
    expect(await received(port, `${probe}\r\n`)).toMatch(/^HTTP\/1.1 200 /)
    const other = await received(port, `${probe.replace('/ready', '/')}\r\n`)
    expect(other).toMatch(/^HTTP\/1.1 421 /)
  })

  it('the backend over HTTP forwards nothing for a client that disconnects in the middle of the body', async () => {
    const service = recordingService()
    const events: { readonly status: number; readonly code?: string }[] = []
    const { port } = await serving(backendFor(service, { onEvent: (event) => void events.push(event) }))
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST ${refresh} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
      )
      setTimeout(() => socket.destroy(), 100)
    })
    await expect.poll(() => events).toMatchObject([{ status: 400, code: 'INVALID_INPUT' }])
    expect(service.arrived).toEqual([])
  })
})

/** Everything that a raw connection receives until it is closed. */
const received = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })

const asking = (port: number, host: string): Promise<string> =>
  received(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

describe.concurrent('what serve lets in', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '[::1]', 'wallet.localhost'])(
    'serve on loopback answers requests to %s, with any port',
    async (host) => {
      const { port } = await serving(() => new Response('x'))
      expect(await asking(port, host)).toMatch(/^HTTP\/1.1 200/)
      expect(await asking(port, `${host}:1234`)).toMatch(/^HTTP\/1.1 200/)
    },
  )

  it.each(['rebound.example', 'localhost.example', '10.0.0.1', 'xlocalhost', 'a.127.0.0.1.example'])(
    'serve on loopback refuses requests to %s, a name that an attacker may have pointed here',
    async (host) => {
      let asked = false
      const { port } = await serving(() => {
        asked = true
        return new Response('x')
      })
      const answer = await asking(port, host)
      expect(answer).toMatch(/^HTTP\/1.1 421/)
      expect(answer).toContain('"code":"MISDIRECTED_REQUEST"')
      expect(asked).toBe(false)
    },
  )

  it('serve refuses an absolute URL of another host, even if the Host header is right', async () => {
    const { port } = await serving(() => new Response('x'))
    const head = 'GET http://rebound.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect(await received(port, head)).toMatch(/^HTTP\/1.1 4\d\d/)
  })

  it('serve answers requests to the listed hosts, and to no others', async () => {
    const { port } = await serving(() => new Response('x'), { hosts: ['app.example.com'] })
    expect(await asking(port, 'app.example.com')).toMatch(/^HTTP\/1.1 200/)
    expect(await asking(port, 'localhost')).toMatch(/^HTTP\/1.1 421/)
  })

  it('serve on another address answers requests to any host unless hosts are listed', async () => {
    const { port } = await serving(() => new Response('x'), { hostname: '0.0.0.0' })
    expect(await asking(port, 'app.example.com')).toMatch(/^HTTP\/1.1 200/)
  })

  it('serve closes a connection whose headers do not arrive in time', async () => {
    const { port } = await serving(() => new Response('x'), { headersTimeout: 200 })
    const began = Date.now()
    expect(await received(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow:')).toMatch(/^HTTP\/1.1 408/)
    expect(Date.now() - began).toBeLessThan(5_000)
  })

  it('serve answers 431 when the address and the headers together are longer than 16 KiB', async () => {
    const { url } = await serving(() => new Response('ok'))
    const long = { 'X-Long': 'x'.repeat(8 * 1024) }
    const status = async (path: string, headers: Record<string, string>): Promise<number> =>
      (await fetch(`${url}/${path}`, { headers })).status
    expect(await status('', long)).toBe(200)
    expect(await status('x'.repeat(7 * 1024), long)).toBe(200)
    expect(await status('x'.repeat(9 * 1024), long)).toBe(431)
  })

  it('serve refuses a request with two Host headers, even if they agree', async () => {
    let asked = false
    const { port } = await serving(() => {
      asked = true
      return new Response('x')
    })
    for (const second of ['localhost', 'rebound.example']) {
      const head = `GET / HTTP/1.1\r\nHost: localhost\r\nhost: ${second}\r\nConnection: close\r\n\r\n`
      expect(await received(port, head)).toMatch(/^HTTP\/1.1 400/)
    }
    expect(asked).toBe(false)
  })

  it('serve answers requests beyond the maximum in flight with 503, and takes requests again afterwards', async () => {
    let answer: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    let asked = 0
    const { url } = await serving(
      async () => {
        asked += 1
        await held
        return new Response('x')
      },
      { maxInFlight: 2, probes: {} },
    )
    const first = [fetch(url), fetch(url)]
    await expect.poll(() => asked).toBe(2)
    const refused = await fetch(url, { method: 'POST', body: 'x' })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ code: 'OVERLOADED', details: { forwarded: false } })
    expect([(await fetch(`${url}/ready`)).status, (await fetch(`${url}/health`)).status]).toEqual([503, 200])
    answer()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
    expect([(await fetch(url)).status, asked]).toEqual([200, 3])
    expect((await fetch(`${url}/ready`)).status).toBe(200)
  })

  it('a request whose handler threw is no longer in flight', async () => {
    const { url } = await serving(() => Promise.reject(new Error('failed')), { maxInFlight: 1 })
    expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([500, 500])
  })

  it.each([
    ['says no', () => false],
    ['throws', () => Promise.reject(new Error('down'))],
    ['does not answer in two seconds', () => new Promise<boolean>(() => {})],
  ])('a server is not ready while its isReady %s', async (_, isReady) => {
    const { url } = await serving(() => new Response('x'), { probes: { ready: '/readyz', isReady } })
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('probes are answered to any host, and only to reads', async () => {
    const { port, url } = await serving(() => new Response('x', { status: 404 }), { probes: {} })
    const asking = (method: string): string =>
      `${method} /health HTTP/1.1\r\nHost: 10.1.2.3:80\r\nConnection: close\r\n\r\n`
    expect(await received(port, asking('HEAD'))).toMatch(/^HTTP\/1.1 200/)
    expect(await received(port, asking('GET'))).toMatch(/^HTTP\/1.1 200/)
    expect((await fetch(`${url}/health`, { method: 'POST' })).status).toBe(404)
  })

  it('without the option, /health goes to the handler', async () => {
    const { url } = await serving(() => new Response('mine', { status: 201 }))
    expect((await fetch(`${url}/health`)).status).toBe(201)
  })

  it('serve closes every connection beyond the maximum at once', async () => {
    let answer: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { port } = await serving(
      async () => {
        await held
        return new Response('x')
      },
      { maxConnections: 2 },
    )
    const first = [asking(port, 'localhost'), asking(port, 'localhost')]
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await asking(port, 'localhost')).toBe('')
    answer()
    for (const each of await Promise.all(first)) expect(each).toMatch(/^HTTP\/1.1 200/)
  })
})
