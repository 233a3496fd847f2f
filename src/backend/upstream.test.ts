import { describe, expect, it, vi } from 'vitest'
import { bytesToBase64url, sha256, utf8 } from '../encoding.js'
import {
  ada,
  backendFor,
  bob,
  clientPublicKey,
  idOf,
  json,
  outcome,
  pageRequest,
  recordingService,
} from './fixtures/recording-service.js'

const exportPath = `/internal-accounts/${ada}/export`
const list = `/auth/credentials?accountId=${ada}`

function exporting(answer: (request: Request) => Response | Promise<Response> = () => json({})) {
  const service = recordingService()
  service.answers.set(`POST ${exportPath}`, answer)
  return service
}

const exportRequest = (headers: Record<string, string> = {}) =>
  pageRequest('POST', `/wallet${exportPath}`, { clientPublicKey }, headers)

describe('what goes up', () => {
  it('is the rebuilt address with the platform credentials', async () => {
    const service = recordingService()
    await backendFor(service)(pageRequest('GET', `/wallet${list}`))
    expect(service.arrived[0]?.url).toBe(
      `https://service.test/2025-10-13/auth/credentials?accountId=${encodeURIComponent(ada)}`,
    )
    expect(service.arrived[0]?.headers.get('Authorization')).toBe(
      'Basic dG9rZW4taWQ6dmVyeS1zZWNyZXQtdmFsdWU=',
    )
  })

  it('are stamp and request id unchanged, and no other header of the browser', async () => {
    const service = exporting()
    await backendFor(service)(
      exportRequest({
        'Service-Wallet-Signature': 'eyJhIjoxfQ',
        'Request-Id': 'Request:0b',
        Authorization: 'Bearer page',
        Cookie: 'login=1',
        Origin: 'https://app.example.com',
        'X-Forwarded-For': '1.2.3.4',
        'Accept-Language': 'de',
      }),
    )
    const headers = Object.fromEntries(service.arrived[0]?.headers ?? [])
    expect(headers).toEqual({
      authorization: expect.stringMatching(/^Basic /),
      'content-type': 'application/json',
      'request-id': 'Request:0b',
      'service-wallet-signature': 'eyJhIjoxfQ',
    })
  })

  it('is the idempotency key as a hash with the account', async () => {
    const path = `/quotes/${idOf('Quote', 1)}/execute`
    const service = recordingService()
    service.answers.set(`POST ${path}`, () => json({}))
    await backendFor(service)(pageRequest('POST', `/wallet${path}`, undefined, { 'Idempotency-Key': 'once' }))
    const expected = bytesToBase64url(await sha256(utf8(`${ada}\nonce`)))
    expect(service.arrived.at(-1)?.headers.get('Idempotency-Key')).toBe(expected)
  })

  it('differs for two accounts with one idempotency key', async () => {
    const service = recordingService()
    const handler = backendFor(service, { authorize: async () => [ada, bob] })
    for (const accountId of [ada, bob]) {
      await handler(
        pageRequest('GET', `/wallet/auth/sessions?accountId=${accountId}`, undefined, {
          'Idempotency-Key': 'k',
        }),
      )
    }
    const [first, second] = service.arrived.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first).not.toBe(second)
  })

  it('has the header names of the deployment on both sides', async () => {
    const service = exporting()
    const headerNames = { walletSignature: 'Brand-Wallet-Signature', idempotencyKey: 'X-Idempotency' }
    await backendFor(service, { headerNames })(
      exportRequest({
        'Brand-Wallet-Signature': 'stamp',
        'Service-Wallet-Signature': 'other',
        'Request-Id': 'r',
        'X-Idempotency': 'k',
      }),
    )
    const headers = service.arrived[0]?.headers
    expect(headers?.get('Brand-Wallet-Signature')).toBe('stamp')
    expect(headers?.get('Service-Wallet-Signature')).toBeNull()
    expect(headers?.get('Request-Id')).toBe('r')
    expect(headers?.get('X-Idempotency')).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    ['Service-Wallet-Signature', ''],
    ['Service-Wallet-Signature', 'a b'],
    ['Service-Wallet-Signature', 'a, b'],
    ['Service-Wallet-Signature', 'a\tb'],
    ['Service-Wallet-Signature', 'stämp'],
    ['Service-Wallet-Signature', 'x'.repeat(4097)],
    ['Request-Id', 'a b'],
    ['Request-Id', 'x'.repeat(257)],
    ['Idempotency-Key', 'a b'],
    ['Idempotency-Key', 'x'.repeat(257)],
  ])('never is a malformed %s', async (name, value) => {
    const service = exporting()
    expect(await outcome(backendFor(service)(exportRequest({ [name]: value })))).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('may be headers of the full length', async () => {
    const headers = {
      'Service-Wallet-Signature': 'x'.repeat(4096),
      'Request-Id': 'x'.repeat(256),
      'Idempotency-Key': 'x'.repeat(256),
    }
    expect(await outcome(backendFor(exporting())(exportRequest(headers)))).toBe('200')
  })
})

describe('what comes back', () => {
  it('is the status, the bytes, and three headers', async () => {
    const bytes = new Uint8Array([0x7b, 0x20, 0x7d, 0x0a, 0xff])
    const service = exporting(
      () =>
        new Response(bytes, {
          status: 429,
          headers: {
            'Content-Type': 'application/json; charset=utf-8',
            'Retry-After': '30',
            Date: 'Thu, 01 Jan 2026 00:00:00 GMT',
            'Set-Cookie': 'session=stolen',
            'Access-Control-Allow-Origin': '*',
            'Cache-Control': 'public, max-age=600',
            Server: 'service',
          },
        }),
    )
    const answer = await backendFor(service)(exportRequest())
    expect(answer.status).toBe(429)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      'retry-after': '30',
      'x-content-type-options': 'nosniff',
    })
  })

  it('may have no body', async () => {
    const service = recordingService()
    const path = `/auth/credentials/${idOf('AuthMethod', 1)}`
    service.answers.set(`DELETE ${path}`, () => new Response(null, { status: 204 }))
    const answer = await backendFor(service)(pageRequest('DELETE', `/wallet${path}`))
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  })

  it.each([202, 401, 409, 500, 503])('is a %i as it is', async (status) => {
    const body = { status, code: 'THEIRS', message: 'm' }
    const answer = await backendFor(exporting(() => json(body, { status })))(exportRequest())
    expect([answer.status, await answer.json()]).toEqual([status, body])
  })
})

describe('an upstream failure', () => {
  it('is 502 when there is no answer', async () => {
    const onError = vi.fn()
    const cause = new TypeError('fetch failed')
    const service = exporting(() => Promise.reject(cause))
    expect(await outcome(backendFor(service, { onError })(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    expect(onError).toHaveBeenCalledWith(cause)
  })

  it.each([301, 302, 307, 308])('is 502 for a redirect (%i), which is not followed', async (status) => {
    const elsewhere = { Location: 'https://evil.example/' }
    const service = exporting(() => new Response(null, { status, headers: elsewhere }))
    const answer = await backendFor(service)(exportRequest())
    expect(answer.headers.get('Location')).toBeNull()
    expect(await outcome(answer)).toBe('502 UPSTREAM_UNREACHABLE')
    expect(service.arrived).toHaveLength(1)
  })

  it('tells fetch to refuse redirects', async () => {
    let redirect: RequestRedirect | undefined
    const service = exporting((request) => {
      redirect = request.redirect
      return json({})
    })
    await backendFor(service)(exportRequest())
    expect(redirect).toBe('error')
  })

  it('is 502 when the body breaks off or is endless', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) })
    for (const body of [broken, endless]) {
      const service = exporting(() => new Response(body))
      expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    }
  })

  it.each([
    ['no answer comes', () => new Promise<Response>(() => {})],
    [
      'the body does not end',
      async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
    ],
  ])('is 504 when %s in 25 s', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let signal: AbortSignal | undefined
      const service = exporting((request) => {
        signal = request.signal
        return answer()
      })
      const result = outcome(backendFor(service)(exportRequest()))
      while (signal === undefined) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(24_999)
      expect(signal.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await result).toBe('504 UPSTREAM_TIMEOUT')
      expect(signal.aborted).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})
