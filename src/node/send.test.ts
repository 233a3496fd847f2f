import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { directOf } from '../backend/direct.js'
import {
  ada,
  backendFor,
  clientPublicKey,
  clientSecret,
  idOf,
  outcome,
  pageRequest,
  recordingService,
} from '../backend/fixtures/recording-service.js'
import type { BackendOptions } from '../backend/index.js'
import { utf8 } from '../encoding.js'
import { answerText, type RawService, type Respond, rawService } from './fixtures/raw-service.js'
import { selfSigned } from './fixtures/self-signed.js'
import { createNodeSend } from './send.js'

type Sender = 'the dispatcher' | 'fetch'
const senders: readonly Sender[] = ['the dispatcher', 'fetch']

/** Puts a wrapper in the place of `fetch`, which is then used. */
function prepare(sender: Sender): void {
  if (sender === 'the dispatcher') return
  const spy = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => {
    expect(spy).toHaveBeenCalled()
    spy.mockRestore()
  })
}

/** Makes a backend that may send with the dispatcher, as behind `serve`. */
function backendTo(baseUrl: string, options: Partial<BackendOptions> = {}) {
  const service = { baseUrl, tokenId: 'token-id', clientSecret }
  const backend = backendFor(recordingService(), { service, ...options })
  directOf(backend)?.sendWith(createNodeSend())
  return backend
}

const exportRequest = () =>
  pageRequest('POST', `/wallet/internal-accounts/${ada}/export`, { clientPublicKey })
const list = () => pageRequest('GET', `/wallet/auth/credentials?accountId=${ada}`)

/** Resolves with the answer to a call of a page, and with the service that got it. */
async function called(sender: Sender, respond: Respond, request = exportRequest()) {
  prepare(sender)
  const onError = vi.fn()
  const service = await rawService(respond)
  const answer = await backendTo(service.url, { onError })(request)
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, service, onError }
}

const answering =
  (...answer: Parameters<typeof answerText>): Respond =>
  (socket) =>
    socket.write(answerText(...answer))

const closed = (service: RawService) =>
  expect.poll(() => service.sockets.every(({ destroyed }) => destroyed)).toBe(true)

const body = '{"a":"é – 𝄞"}'
const big = `"${'x'.repeat(4 * 1024 * 1024)}"`
const notForwarded = expect.stringContaining('"forwarded":false')

describe('a request of the backend in Node', () => {
  it.each([
    ['GET', `/wallet/auth/credentials?accountId=${ada}`, undefined],
    ['POST', `/wallet/internal-accounts/${ada}/export`, { clientPublicKey }],
    ['POST', `/wallet/quotes/${idOf('Quote', 1)}/execute`, undefined],
    ['DELETE', `/wallet/auth/sessions/${idOf('Session', 1)}`, undefined],
  ])('a %s of %s arrives at the service as `fetch` would send it', async (method, path, sent) => {
    const quote = JSON.stringify({ id: idOf('Quote', 1), source: { sourceType: 'ACCOUNT', accountId: ada } })
    const session = JSON.stringify({ data: [{ id: idOf('Session', 1), accountId: ada }] })
    const headers = { 'Service-Wallet-Signature': 'stamp', 'Idempotency-Key': 'key' }
    const arrived: unknown[] = []
    for (const sender of senders) {
      const { service } = await called(
        sender,
        (socket, text) => socket.write(answerText(200, text.includes('/quotes/') ? quote : session)),
        pageRequest(method, path, sent, headers),
      )
      arrived.push(
        service.requests.map((text) => {
          const [head = '', content] = text.replace(new URL(service.url).host, 'service').split('\r\n\r\n')
          const [line, ...fields] = head.split('\r\n')
          const lower = fields.map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase()))
          return [line, lower.sort(), content]
        }),
      )
    }
    expect(arrived[0]).toEqual(arrived[1])
    expect(JSON.stringify(arrived[0])).toContain(`Basic ${btoa(`token-id:${clientSecret}`)}`)
  })

  it.each(senders)('%s sends two calls over one connection', async (sender) => {
    prepare(sender)
    const service = await rawService(answering(200, '{}'))
    const backend = backendTo(service.url)
    for (const request of [list(), exportRequest()]) {
      expect(await outcome(backend(request))).toBe('200')
      // The connection is free a moment after the answer.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect([service.requests.length, service.sockets.length]).toEqual([2, 1])
  })

  it.each(senders)(
    '%s sends no call twice if the service closes a connection that was kept open',
    async (sender) => {
      prepare(sender)
      const service = await rawService((socket) =>
        service.requests.length === 1 ? socket.write(answerText(200, '{}')) : socket.destroy(),
      )
      const backend = backendTo(service.url)
      expect(await outcome(backend(list()))).toBe('200')
      const answer = await backend(exportRequest())
      expect([answer.status, await answer.text()]).toEqual([502, expect.not.stringContaining('forwarded')])
      expect(service.requests).toHaveLength(2)
    },
  )

  it('the dispatcher sends nothing for a call whose time is up before the connection is made', async () => {
    const service = await rawService(answering(200, '{}'))
    const late = new Error('late')
    let end = (_: Error): void => {}
    const sending = createNodeSend()({
      ...{ method: 'POST', address: service.url, headers: {}, body: new Uint8Array(2), limit: 10 },
      checkStatus: () => {},
      onLate: (given) => {
        end = given
      },
    })
    end(late)
    await expect(sending).rejects.toMatchObject({ cause: late })
    expect(service.requests).toEqual([])
  })

  it('the body of a call can be read only once, so that no dispatcher can send it again', async () => {
    const bodies: string[] = []
    const send = createNodeSend(() => async (options, { failed }) => {
      const { body: sent } = options as { readonly body: AsyncIterable<Uint8Array> }
      for (let times = 0; times < 2; times++) {
        const chunks: Uint8Array[] = []
        for await (const chunk of sent) chunks.push(chunk)
        bodies.push(Buffer.concat(chunks).toString())
      }
      failed(new Error('cut'))
    })
    const sending = send({
      ...{ method: 'POST', address: 'http://localhost', headers: {}, body: utf8(body), limit: 10 },
      ...{ checkStatus: () => {}, onLate: () => {} },
    })
    await expect(sending).rejects.toThrow('fetch failed')
    expect(bodies).toEqual([body, ''])
  })
})

describe.each(senders)('an answer that %s receives', (sender) => {
  it.each([200, 201, 202, 299, 400, 401, 409, 429, 500, 503])(
    `with status %i is passed on with its bytes and two headers (${sender})`,
    async (status) => {
      const sent = status < 400 ? body : JSON.stringify({ status, code: 'THEIRS', message: 'é' })
      const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
      const { text, headers, ...answer } = await called(
        sender,
        answering(status, sent, [`date: ${date}`, 'RETRY-AFTER: 30', 'Set-Cookie: a=b', 'Server: x']),
      )
      expect([answer.status, text]).toEqual([status, sent])
      expect(Object.fromEntries(headers)).toMatchObject({ date, 'retry-after': '30' })
      expect([headers.get('Set-Cookie'), headers.get('Server')]).toEqual([null, null])
    },
  )

  it(`without a body is passed on (${sender})`, async () => {
    const { status, text } = await called(sender, (socket) => socket.write('HTTP/1.1 204 x\r\n\r\n'))
    expect([status, text]).toEqual([204, ''])
  })

  it(`that comes in many pieces is put together (${sender})`, async () => {
    const { status, text } = await called(sender, (socket) => {
      socket.write('HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n')
      const bytes = Buffer.from(body)
      for (const byte of bytes)
        socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]))
      socket.write('0\r\n\r\n')
    })
    expect([status, text]).toEqual([200, body])
  })

  it(`with an informational answer before it is passed on (${sender})`, async () => {
    const hints = Buffer.from('HTTP/1.1 103 x\r\nRetry-After: 1\r\n\r\n')
    const { status, text, headers } = await called(sender, (socket) =>
      socket.write(Buffer.concat([hints, answerText(200, body)])),
    )
    expect([status, text, headers.get('Retry-After')]).toEqual([200, body, null])
  })

  it.each([
    ['gzip', gzipSync(body)],
    ['X-GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
    ['br', brotliCompressSync(body)],
    ['deflate, gzip', gzipSync(deflateSync(body))],
  ])(`in the encoding %s is decoded (${sender})`, async (encoding, bytes) => {
    const { status, text } = await called(sender, answering(200, bytes, [`Content-Encoding: ${encoding}`]))
    expect([status, text]).toEqual([200, body])
  })

  it(`with an encoding but no body is passed on (${sender})`, async () => {
    const { status, text } = await called(sender, answering(200, '', ['Content-Encoding: gzip']))
    expect([status, text]).toEqual([200, ''])
  })

  it.each<[string, Respond]>([
    ['in an unknown encoding', answering(200, body.slice(1), ['Content-Encoding: zstd'])],
    ['in a wrong encoding', answering(200, body, ['Content-Encoding: gzip'])],
    ['whose encoding is cut off', answering(200, gzipSync(body).subarray(0, 20), ['Content-Encoding: gzip'])],
    ['with six encodings', answering(200, body, ['Content-Encoding: gzip, gzip, gzip, gzip, gzip, gzip'])],
    ['that is too large when decoded', answering(200, gzipSync(big), ['Content-Encoding: gzip'])],
    ['that is too large', answering(200, big)],
    ['that is too large, with an error', answering(400, big)],
    [
      'that never ends',
      (socket) => {
        socket.write('HTTP/1.1 200 x\r\n\r\n')
        const more = () => {
          while (socket.write(Buffer.alloc(65_536, 0x20)));
        }
        socket.on('drain', more)
        more()
      },
    ],
    [
      'that is shorter than its length',
      (socket) => socket.end('HTTP/1.1 200 x\r\nContent-Length: 3\r\n\r\n{}'),
    ],
    [
      'that is cut off between two chunks',
      (socket) => socket.end('HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'),
    ],
    ['that is cut off in its head', (socket) => socket.end('HTTP/1.1 200 x\r\nContent-')],
    ['that is not HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n')],
    ['that is a page', answering(200, '<script>1</script>')],
    ['whose head is larger than 16 KiB', answering(200, body, [`X-Long: ${'x'.repeat(17 * 1024)}`])],
    [
      'that switches to another protocol',
      (socket) => socket.write('HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    ],
    ['that never comes, because the connection is closed', (socket) => socket.destroy()],
    ['with the status 300', answering(300, '{}')],
    ['with the status 304', (socket) => socket.write('HTTP/1.1 304 x\r\n\r\n')],
    ['with the status 399', answering(399, '{}')],
  ])(`%s is refused with 502, and may have been forwarded (${sender})`, async (_, respond) => {
    const { status, text, service, onError } = await called(sender, respond)
    expect([status, text]).toEqual([502, expect.not.stringContaining('forwarded')])
    expect(text).toContain('UPSTREAM_UNREACHABLE')
    expect(onError).toHaveBeenCalledOnce()
    expect(service.requests).toHaveLength(1)
  })

  it(`of exactly 4 MiB is passed on (${sender})`, async () => {
    const { status, text } = await called(sender, answering(200, big.replace('xx', '')))
    expect([status, text.length]).toEqual([200, 4 * 1024 * 1024])
  })

  it.each([301, 302, 303, 307, 308])(
    `that is a redirect (%i) is refused, and nothing is sent to its target (${sender})`,
    async (status) => {
      const target = await rawService(answering(200, '{}'))
      const { service, ...answer } = await called(
        sender,
        answering(status, '{}', [`Location: ${target.url}/`]),
      )
      expect([answer.status, answer.headers.get('Location')]).toEqual([502, null])
      expect([service.requests.length, target.requests.length]).toEqual([1, 0])
    },
  )

  it(`that is too large is not read to its end (${sender})`, async () => {
    const { status, service } = await called(sender, (socket) => {
      socket.write('HTTP/1.1 400 x\r\nContent-Length: 9000000\r\n\r\n')
      socket.write(big)
    })
    expect(status).toBe(502)
    await closed(service)
  })

  it(`with the secret in it is not passed on (${sender})`, async () => {
    const { status, text } = await called(sender, answering(200, JSON.stringify({ debug: clientSecret })))
    expect([status, text]).toEqual([502, expect.not.stringContaining(clientSecret)])
  })

  it(`with the secret in its Retry-After is passed on without it (${sender})`, async () => {
    const refusal = JSON.stringify({ code: 'X', message: 'm' })
    const answer = await called(sender, answering(429, refusal, [`Retry-After: ${clientSecret}`]))
    expect([answer.status, answer.text, answer.headers.get('Retry-After')]).toEqual([429, '', null])
  })

  it.each([
    ['no answer comes', ''],
    ['the head does not end', 'HTTP/1.1 200 x\r\n'],
    ['the body does not end', 'HTTP/1.1 200 x\r\nContent-Length: 2\r\n\r\n{'],
  ])(`is given up after 25 s if %s, and the connection is closed (${sender})`, async (_, text) => {
    prepare(sender)
    let isClosed = false
    const service = await rawService((socket, request) => {
      if (request.startsWith('GET')) return socket.write(answerText(200, '{}'))
      socket.once('close', () => {
        isClosed = true
      })
      return socket.write(text)
    })
    const backend = backendTo(service.url)
    // The HTTP client keeps a timer for all connections. With this call it is not one of the fake timers.
    expect(await outcome(backend(list()))).toBe('200')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const answer = backend(exportRequest())
    while (service.requests.length < 2) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(24_999)
    expect(isClosed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome(answer)).toBe('504 UPSTREAM_TIMEOUT')
    vi.useRealTimers()
    await expect.poll(() => isClosed).toBe(true)
  })
})

it('a redirect that does not end is not waited for by the dispatcher, and the connection is closed', async () => {
  const { status, service } = await called('the dispatcher', (socket) =>
    socket.write('HTTP/1.1 307 x\r\nLocation: /\r\nContent-Length: 9\r\n\r\n{'),
  )
  expect(status).toBe(502)
  await closed(service)
})

describe.each(senders)('a service that %s cannot reach', (sender) => {
  it.each([
    ['refuses the connection', 'http://127.0.0.1:4', 'ECONNREFUSED'],
    ['refuses the connection at each of its addresses', 'http://localhost:4', 'ECONNREFUSED'],
    ['has no address', 'https://service.invalid', /^(ENOTFOUND|EAI_AGAIN)$/],
  ])(`has had no effect if it %s (${sender})`, async (_, baseUrl, code) => {
    prepare(sender)
    const onError = vi.fn()
    const answer = await backendTo(baseUrl, { onError })(exportRequest())
    expect([answer.status, await answer.text()]).toEqual([502, notForwarded])
    expect(onError.mock.calls).toEqual([[expect.any(TypeError)]])
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      message: 'fetch failed',
      cause: { code: typeof code === 'string' ? code : expect.stringMatching(code) },
    })
  })

  it(`gets no request if its certificate is not trusted (${sender})`, async () => {
    prepare(sender)
    const onError = vi.fn()
    const service = await rawService(answering(200, '{}'), 'tls')
    const backend = backendTo(service.url, { onError })
    expect(await outcome(backend(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    expect(onError).toHaveBeenCalledWith(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) }),
    )
    expect(service.requests).toEqual([])
  })

  it(`is reached with the certificates of the agent that the platform has set (${sender})`, async () => {
    prepare(sender)
    // Some versions of Node have the agent in one of these, and some have it in both.
    const slots = [1, 2].map((number) => Symbol.for(`undici.globalDispatcher.${number}`))
    const filled = slots.filter((slot) => Reflect.get(globalThis, slot)?.constructor.name === 'Agent')
    const own = Reflect.get(globalThis, filled[0] ?? '')
    const agent = new own.constructor({ connect: { ca: selfSigned.cert } })
    for (const slot of filled) Reflect.set(globalThis, slot, agent)
    onTestFinished(async () => {
      for (const slot of filled) Reflect.set(globalThis, slot, own)
      await agent.close()
    })
    const service = await rawService(answering(200, body), 'tls')
    expect(await (await backendTo(service.url)(exportRequest())).text()).toBe(body)
    expect(service.requests[0]).toMatch(/\r\naccept-encoding: br, gzip, deflate/i)
  })
})
