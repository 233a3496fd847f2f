import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { Agent, type Dispatcher, getGlobalDispatcher, interceptors, setGlobalDispatcher } from 'undici'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
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
import { sendWith } from '../backend/send.js'
import { answerText, type RawService, type Respond, rawService } from './fixtures/raw-service.js'
import { selfSigned } from './fixtures/self-signed.js'
import { send } from './send.js'

type Sender = 'undici' | 'fetch'
const senders: readonly Sender[] = ['undici', 'fetch']

/** Makes a backend that sends with undici, as behind `serve`, or with the global `fetch`. */
function backendTo(sender: Sender, baseUrl: string, options: Partial<BackendOptions> = {}) {
  const service = { baseUrl, tokenId: 'token-id', clientSecret }
  const backend = backendFor(recordingService(), { service, ...options })
  if (sender === 'undici') Reflect.get(backend, sendWith)(send)
  return backend
}

const exportRequest = () =>
  pageRequest('POST', `/wallet/internal-accounts/${ada}/export`, { clientPublicKey })
const list = () => pageRequest('GET', `/wallet/auth/credentials?accountId=${ada}`)

/** Resolves with the answer to a call of a page, and with the service that got it. */
async function called(sender: Sender, respond: Respond, request = exportRequest()) {
  const onError = vi.fn()
  const service = await rawService(respond)
  const answer = await backendTo(sender, service.url, { onError })(request)
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, service, onError }
}

const answering =
  (...answer: Parameters<typeof answerText>): Respond =>
  (socket) =>
    socket.write(answerText(...answer))

/** Waits until the connection of the request is closed. An HTTP client may have opened an idle one in its place. */
const closed = (service: RawService) => expect.poll(() => service.sockets[0]?.destroyed).toBe(true)

const body = '{"a":"é – 𝄞"}'
const big = `"${'x'.repeat(4 * 1024 * 1024)}"`
const notForwarded = expect.stringContaining('"forwarded":false')

/** The headers that `fetch` adds, as a browser does. */
const ofFetch = /^(accept|accept-language|accept-encoding|sec-fetch-mode): /

describe('a request of the backend in Node', () => {
  it.each([
    ['GET', `/wallet/auth/credentials?accountId=${ada}`, undefined],
    ['POST', `/wallet/internal-accounts/${ada}/export`, { clientPublicKey }],
    ['POST', `/wallet/quotes/${idOf('Quote', 1)}/execute`, undefined],
    ['DELETE', `/wallet/auth/sessions/${idOf('Session', 1)}`, undefined],
  ])(
    'a %s of %s arrives at the service as `fetch` would send it, but asks for an answer without encoding',
    async (method, path, sent) => {
      const quote = JSON.stringify({
        id: idOf('Quote', 1),
        source: { sourceType: 'ACCOUNT', accountId: ada },
      })
      const session = JSON.stringify({ data: [{ id: idOf('Session', 1), accountId: ada }] })
      const headers = { 'Wallet-Signature': 'stamp', 'Wallet-Idempotency-Key': 'key' }
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
            const own = lower.filter((field) => !ofFetch.test(field))
            const encoding = lower.find((field) => field.startsWith('accept-encoding: '))
            expect(encoding).toBe(`accept-encoding: ${sender === 'undici' ? 'identity' : 'gzip, deflate'}`)
            return [line, own.sort(), content]
          }),
        )
      }
      expect(arrived[0]).toEqual(arrived[1])
      expect(JSON.stringify(arrived[0])).toContain(`Basic ${btoa(`token-id:${clientSecret}`)}`)
    },
  )

  it.each(senders)('%s sends two calls over one connection', async (sender) => {
    const service = await rawService(answering(200, '{}'))
    const backend = backendTo(sender, service.url)
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
      const service = await rawService((socket) =>
        service.requests.length === 1 ? socket.write(answerText(200, '{}')) : socket.destroy(),
      )
      const backend = backendTo(sender, service.url)
      expect(await outcome(backend(list()))).toBe('200')
      const answer = await backend(exportRequest())
      expect([answer.status, await answer.text()]).toEqual([502, expect.not.stringContaining('forwarded')])
      expect(service.requests).toHaveLength(2)
    },
  )

  it('undici sends nothing for a call whose time is up before the connection is made', async () => {
    const service = await rawService(answering(200, '{}'))
    const late = new Error('late')
    const ending = new AbortController()
    const body = new Uint8Array(2)
    const sending = send({ method: 'POST', address: service.url, headers: {}, body, signal: ending.signal })
    ending.abort(late)
    await expect(sending).rejects.toBe(late)
    expect(service.requests).toEqual([])
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

  it(`with an encoding but no body is passed on (${sender})`, async () => {
    const { status, text } = await called(sender, answering(200, '', ['Content-Encoding: gzip']))
    expect([status, text]).toEqual([200, ''])
  })

  it.each<[string, Respond]>([
    ['in an unknown encoding', answering(200, body.slice(1), ['Content-Encoding: zstd'])],
    ['in a wrong encoding', answering(200, body, ['Content-Encoding: gzip'])],
    ['whose encoding is cut off', answering(200, gzipSync(body).subarray(0, 20), ['Content-Encoding: gzip'])],
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
    const answer = await called(sender, answering(409, refusal, [`Retry-After: ${clientSecret}`]))
    expect([answer.status, answer.text, answer.headers.get('Retry-After')]).toEqual([409, '', null])
  })

  it.each([
    ['no answer comes', ''],
    ['the head does not end', 'HTTP/1.1 200 x\r\n'],
    ['the body does not end', 'HTTP/1.1 200 x\r\nContent-Length: 2\r\n\r\n{'],
  ])(`is given up after 25 s if %s, and the connection is closed (${sender})`, async (_, text) => {
    let isClosed = false
    const service = await rawService((socket, request) => {
      if (request.startsWith('GET')) return socket.write(answerText(200, '{}'))
      socket.once('close', () => {
        isClosed = true
      })
      return socket.write(text)
    })
    const backend = backendTo(sender, service.url)
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

it.each([
  ['gzip', gzipSync(body)],
  ['deflate, gzip', gzipSync(deflateSync(body))],
  ['br', brotliCompressSync(body)],
  ['zstd', body],
])('undici refuses an answer in the encoding %s, which it did not ask for', async (encoding, bytes) => {
  const { status, onError } = await called('undici', answering(200, bytes, [`Content-Encoding: ${encoding}`]))
  expect(status).toBe(502)
  expect(String(onError.mock.calls)).toContain(`has the encoding ${encoding}`)
})

it('undici accepts an answer in the encoding `identity`', async () => {
  const { status, text } = await called('undici', answering(200, body, ['Content-Encoding: identity']))
  expect([status, text]).toEqual([200, body])
})

it('a redirect that does not end is not waited for by undici, and the connection is closed', async () => {
  const { status, service } = await called('undici', (socket) =>
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
    const onError = vi.fn()
    const answer = await backendTo(sender, baseUrl, { onError })(exportRequest())
    expect([answer.status, await answer.text()]).toEqual([502, notForwarded])
    expect(onError).toHaveBeenCalledOnce()
    const [error] = onError.mock.calls[0] ?? []
    expect(sender === 'undici' ? error : error.cause).toMatchObject({
      code: typeof code === 'string' ? code : expect.stringMatching(code),
    })
  })

  it(`gets no request if its certificate is not trusted (${sender})`, async () => {
    const onError = vi.fn()
    const service = await rawService(answering(200, '{}'), 'tls')
    const backend = backendTo(sender, service.url, { onError })
    expect(await outcome(backend(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    const [error] = onError.mock.calls[0] ?? []
    expect(sender === 'undici' ? error : error.cause).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(service.requests).toEqual([])
  })
})

/** Sets undici's global dispatcher for the rest of a test. */
function useDispatcher(dispatcher: Dispatcher): void {
  const own = getGlobalDispatcher()
  setGlobalDispatcher(dispatcher)
  onTestFinished(async () => {
    setGlobalDispatcher(own)
    await dispatcher.close()
  })
}

it('undici reaches a service with the certificates of the agent that the platform has set', async () => {
  useDispatcher(new Agent({ connect: { ca: selfSigned.cert } }))
  const service = await rawService(answering(200, body), 'tls')
  expect(await (await backendTo('undici', service.url)(exportRequest())).text()).toBe(body)
})

it('undici follows no redirect, even with a dispatcher of the platform that follows them', async () => {
  useDispatcher(new Agent().compose(interceptors.redirect({ maxRedirections: 3 })))
  const target = await rawService(answering(200, '{}'))
  const { status } = await called('undici', answering(307, '{}', [`Location: ${target.url}/`]), list())
  expect([status, target.requests.length]).toEqual([502, 0])
})
