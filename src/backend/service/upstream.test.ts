import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../node/index.js'
import type { AnyRoute } from '../../wire/route.js'
import { DeadlineExceeded, inTime } from '../deadline.js'
import {
  ada,
  backendFor,
  clientPublicKey,
  clientSecret,
  idOf,
  json,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { createBackend } from '../index.js'
import { Refusal } from '../refusal.js'
import { createUpstream, provesNoEffect, type UpstreamCall } from './upstream.js'

const exportPath = `/internal-accounts/${ada}/export`

function exporting(answer: (request: Request) => Response | Promise<Response> = () => json({})) {
  const service = recordingService()
  service.answers.set(`POST ${exportPath}`, answer)
  return service
}

const exportRequest = (headers: Record<string, string> = {}) =>
  pageRequest('POST', `/wallet${exportPath}`, { clientPublicKey }, headers)

describe('what comes back from the service', () => {
  it('the status, the bytes and two headers of an answer are passed on as JSON', async () => {
    const bytes = new Uint8Array([0x7b, 0x20, 0x7d, 0x0a])
    const service = exporting(
      () =>
        new Response(bytes, {
          status: 202,
          headers: {
            'Content-Type': 'text/html; charset=utf-8',
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
    expect(answer.status).toBe(202)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      date: 'Thu, 01 Jan 2026 00:00:00 GMT',
      'retry-after': '30',
      'x-content-type-options': 'nosniff',
    })
  })

  it('an answer without a body is passed on', async () => {
    const service = recordingService()
    const path = `/auth/credentials/${idOf('AuthMethod', 1)}`
    service.answers.set(`DELETE ${path}`, () => new Response(null, { status: 204 }))
    const answer = await backendFor(service)(pageRequest('DELETE', `/wallet${path}`))
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  })

  it.each([200, 202, 299, 400, 401, 409, 500, 503])(
    'an answer with status %i is passed on with its status',
    async (status) => {
      const body = { status, code: 'THEIRS', message: 'm' }
      const answer = await backendFor(exporting(() => json(body, { status })))(exportRequest())
      expect([answer.status, await answer.json()]).toEqual([status, body])
    },
  )
})

describe('calls of the service', () => {
  const route: AnyRoute = {
    operation: 'updateCard',
    method: 'PATCH',
    path: '/cards/{id}/{customerId}',
    params: { id: 'Transaction', customerId: 'Customer' },
    query: { accountId: 'InternalAccount' },
    body: undefined,
    status: 200,
    answer: v.unknown(),
  }
  const params = { id: 'Transaction:1', customerId: 'Customer:2' }
  const service = { baseUrl: 'https://service.test/v1', tokenId: 'tök', clientSecret: 'se:cret' }

  async function made(call: Partial<UpstreamCall>, baseUrl = service.baseUrl) {
    const seen: unknown[] = []
    const fetch = async (request: Request) => {
      const { method, url, headers } = request
      seen.push(method, url, Object.fromEntries(headers), await request.text())
      return json({})
    }
    await createUpstream({ ...service, baseUrl, fetch })({ route, params, query: {}, ...call })
    return seen
  }
  const authorization = `Basic ${Buffer.from('tök:se:cret').toString('base64')}`

  it('a call of the service is built only from its parts and the platform’s credentials', async () => {
    const headers = { 'Request-Id': 'r', Authorization: 'Bearer of-the-page' }
    const body = new Uint8Array(Buffer.from('{"a":"é"}'))
    expect(await made({ query: { accountId: 'InternalAccount:3' }, headers, body })).toEqual([
      'PATCH',
      'https://service.test/v1/cards/Transaction:1/Customer:2?accountId=InternalAccount%3A3',
      { authorization, 'content-type': 'application/json', 'request-id': 'r' },
      '{"a":"é"}',
    ])
  })

  it('a call of the service without a query or body has no question mark and no Content-Type', async () => {
    const bare = 'https://service.test/v1/cards/Transaction:1/Customer:2'
    expect(await made({})).toEqual(['PATCH', bare, { authorization }, ''])
  })

  it.each([
    ['https://service.test/v1/', 'https://service.test/v1/cards/'],
    ['https://service.test/v1///', 'https://service.test/v1/cards/'],
    ['http://localhost:4010', 'http://localhost:4010/cards/'],
  ])('a call of the service stays below %s', async (baseUrl, start) => {
    const [, url] = await made({}, baseUrl)
    expect(url).toBe(`${start}Transaction:1/Customer:2`)
  })

  it.each([
    'service.test',
    'ftp://service.test',
    'httpx://service.test',
    'xhttps://service.test',
    'https://service.test/?a',
    'https://service.test/#a',
    'https://a@service.test',
    'https://:b@service.test',
    'https://a:b@service.test',
  ])('a call of the service cannot go to %s', (baseUrl) => {
    expect(() => createUpstream({ ...service, baseUrl })).toThrow(TypeError)
    expect(() => createUpstream({ ...service, baseUrl })).toThrow(/^service\.baseUrl /)
  })

  it.each([
    'http://service.test/v1',
    'http://10.0.0.1',
    'http://localhost.service.test',
    'http://127.0.0.1.test',
    'http://notlocalhost',
    'http://service.test/localhost',
  ])('the secret is not sent to %s unencrypted, unless the platform passes its own fetch', (baseUrl) => {
    expect(() => createUpstream({ ...service, baseUrl })).toThrow(TypeError)
    expect(() => createUpstream({ ...service, baseUrl, fetch: async () => json({}) })).not.toThrow()
  })

  it.each([
    'http://localhost:4010',
    'http://service.localhost:4010',
    'http://127.0.0.1:4010',
    'http://127.10.200.30',
    'http://[::1]:4010',
  ])('the secret may be sent to %s unencrypted', (baseUrl) => {
    expect(() => createUpstream({ ...service, baseUrl })).not.toThrow()
  })

  it('refuses a token id with a colon, because the rest would count as part of the secret', () => {
    expect(() => createUpstream({ ...service, tokenId: 'a:b' })).toThrow(TypeError)
  })

  it('a call of the service uses the global fetch by default', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => json({}))
    try {
      const answer = await createUpstream(service)({ route, params, query: {} })
      expect(answer).toMatchObject({ status: 200, bytes: new Uint8Array(Buffer.from('{}')) })
      expect(fetched).toHaveBeenCalledOnce()
    } finally {
      fetched.mockRestore()
    }
  })

  it.each([
    ['the deadline', () => new Promise<never>(() => {}), 'UPSTREAM_TIMEOUT', DeadlineExceeded],
    ['fetch', () => Promise.reject(new RangeError('no')), 'UPSTREAM_UNREACHABLE', RangeError],
  ])('a failed call of the service has the error of %s as its cause', async (_, fetch, code, cause) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const call = createUpstream({ ...service, fetch })({ route, params, query: {} })
      const failed = expect(call).rejects.toMatchObject({ code, cause: expect.any(cause) })
      await vi.advanceTimersByTimeAsync(25_000)
      await failed
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a secret that the service refuses', () => {
  it('a call is not sent again with the secret that was refused', async () => {
    const service = recordingService()
    service.answers.set('GET /auth/credentials', () =>
      json({ code: 'UNAUTHORIZED', message: 'No.' }, { status: 401 }),
    )
    const list = pageRequest('GET', `/wallet/auth/credentials?accountId=${ada}`)
    expect(await outcome(backendFor(service)(list))).toBe('502 UPSTREAM_REFUSED')
    expect(service.arrived).toHaveLength(1)
  })
})

describe('a service that a function gives', () => {
  const list = `/wallet/auth/credentials?accountId=${ada}`
  const origins = ['https://app.example.com']
  const options = { authorize: () => [ada], relyingParty: { id: 'example.com', name: 'x' }, origins }

  it('a service function is called once, at the first request', async () => {
    const { fetch } = recordingService()
    const service = vi.fn(() => ({
      baseUrl: 'https://service.test/2025-10-13',
      tokenId: 'a',
      clientSecret: 'b',
      fetch,
    }))
    const handler = createBackend({ ...options, service })
    expect(service).not.toHaveBeenCalled()
    expect(await Promise.all([1, 2].map(() => outcome(handler(pageRequest('GET', list)))))).toEqual([
      '200',
      '200',
    ])
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
    expect(service).toHaveBeenCalledOnce()
  })

  it('a service function that failed is called again, and calls are answered with 500 until it succeeds', async () => {
    const { fetch } = recordingService()
    const onError = vi.fn()
    const cause = new Error('no secret yet')
    const service = vi
      .fn()
      .mockRejectedValueOnce(cause)
      .mockResolvedValueOnce({ baseUrl: 'http://service.test', tokenId: 'a', clientSecret: 'b' })
      .mockResolvedValue({
        baseUrl: 'https://service.test/2025-10-13',
        tokenId: 'a',
        clientSecret: 'b',
        fetch,
      })
    const handler = createBackend({ ...options, service, onError })
    const answer = await handler(pageRequest('GET', list))
    expect(await answer.json()).toMatchObject({ code: 'INTERNAL_ERROR' })
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('500 INTERNAL_ERROR')
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
    expect(onError.mock.calls).toEqual([[cause], [expect.any(TypeError)]])
  })
})

describe('a service function that returns something else', () => {
  it.each([7, null, 'https://service.test'])(
    'a service function that returns %j is reported to the platform by name',
    async (given) => {
      const onError = vi.fn()
      const handler = backendFor(recordingService(), { service: () => given as never, onError })
      expect(await outcome(handler(exportRequest()))).toBe('500 INTERNAL_ERROR')
      expect(String(onError.mock.calls)).toContain('service returned')
    },
  )
})

describe('what never reaches the page', () => {
  const secretForms = [clientSecret, btoa(`token-id:${clientSecret}`)]

  it.each(secretForms)(
    'a refusal that contains the secret (%s) is passed on without its body, and is reported',
    async (secret) => {
      const onError = vi.fn()
      const body = { code: 'BAD', message: `You sent Authorization: Basic ${secret}` }
      const service = exporting(() => json(body, { status: 400 }))
      const answer = await backendFor(service, { onError })(exportRequest())
      expect([answer.status, await answer.text()]).toEqual([400, ''])
      expect(JSON.stringify([...answer.headers])).not.toContain(secret)
      expect(onError).toHaveBeenCalledOnce()
      expect(String(onError.mock.calls[0])).not.toContain(secret)
    },
  )

  it.each([
    ['12345678', 502],
    ['1234567', 200],
  ])(
    'a success that contains the secret %s is answered with %i, because a shorter text may occur by chance',
    async (clientSecret, status) => {
      const { fetch } = exporting(() => json({ debug: clientSecret }))
      const service = { baseUrl: 'https://service.test/2025-10-13', tokenId: 'a', clientSecret, fetch }
      const handler = backendFor(recordingService(), { service })
      expect((await handler(exportRequest())).status).toBe(status)
    },
  )

  it.each(secretForms)('a success that contains the secret (%s) is answered with 502', async (secret) => {
    const service = exporting(() => json({ debug: [{ secret }] }))
    expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
  })

  it('a header that contains the secret is not passed on', async () => {
    const service = exporting(() =>
      json({ code: 'X' }, { status: 429, headers: { 'Retry-After': clientSecret } }),
    )
    const answer = await backendFor(service)(exportRequest())
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, null])
  })

  it('a page instead of JSON is answered with 502, or without a body if its status is an error', async () => {
    const page = (status: number) =>
      new Response('<script>1</script>', { status, headers: { 'Content-Type': 'text/html' } })
    expect(await outcome(backendFor(exporting(() => page(200)))(exportRequest()))).toBe(
      '502 UPSTREAM_UNREACHABLE',
    )
    const answer = await backendFor(exporting(() => page(503)))(exportRequest())
    expect([answer.status, await answer.text(), answer.headers.get('Content-Type')]).toEqual([503, '', null])
  })
})

describe('a failure of the service', () => {
  it.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }])(
    'the thrown value %j does not prove that there was no connection',
    (thrown) => {
      const refusal = new Refusal('UPSTREAM_UNREACHABLE', 'no answer', { cause: thrown })
      expect(provesNoEffect(refusal)).toBe(false)
    },
  )

  it.each([
    [{ forwarded: false }, true],
    [{ forwarded: true }, false],
    [{}, false],
  ])('a refusal with the details %j proves that nothing happened: %s', (details, proves) => {
    expect(provesNoEffect(new Refusal('UPSTREAM_REFUSED', 'no', { details }))).toBe(proves)
  })

  it('the error of a missed deadline has the name DeadlineExceeded', async () => {
    const late = inTime(5, new Promise(() => {}))
    await expect(late).rejects.toThrow(DeadlineExceeded)
    await expect(late).rejects.toMatchObject({ name: 'DeadlineExceeded' })
  })

  it('answers 502 when there is no answer', async () => {
    const onError = vi.fn()
    const cause = new TypeError('fetch failed')
    const service = exporting(() => Promise.reject(cause))
    expect(await outcome(backendFor(service, { onError })(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    expect(onError).toHaveBeenCalledWith(cause)
  })

  it.each([301, 302, 307, 308])('answers 502 for a redirect (%i), which is not followed', async (status) => {
    const elsewhere = { Location: 'https://evil.example/' }
    const service = exporting(() => new Response(null, { status, headers: elsewhere }))
    const answer = await backendFor(service)(exportRequest())
    expect(answer.headers.get('Location')).toBeNull()
    expect(await outcome(answer)).toBe('502 UPSTREAM_UNREACHABLE')
    expect(service.arrived).toHaveLength(1)
  })

  it.each([300, 304, 399])('answers 502 for a %i, which the interface does not have', async (status) => {
    const service = exporting(() => new Response(null, { status }))
    expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
  })

  it('answers 502 for an error response of fetch', async () => {
    const service = exporting(() => Response.error())
    expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
  })

  it('answers 502 for an answer that is one byte larger than 4 MiB', async () => {
    const sized = (length: number) => exporting(() => new Response(`"${'x'.repeat(length - 2)}"`))
    const answer = await backendFor(sized(4 * 1024 * 1024))(exportRequest())
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 4 * 1024 * 1024])
    const service = sized(4 * 1024 * 1024 + 1)
    expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    const refused = exporting(() => new Response('x'.repeat(4 * 1024 * 1024 + 1), { status: 400 }))
    expect(await outcome(backendFor(refused)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
  })

  it('calls the service even if fetch does not support the redirect mode `error`, as on edge platforms', async () => {
    const service = exporting(({ redirect }) => {
      if (redirect === 'error') throw new TypeError('Invalid redirect value: must be "follow" or "manual".')
      expect(redirect).toBe('manual')
      return json({})
    })
    expect((await backendFor(service)(exportRequest())).status).toBe(200)
  })

  it.each([
    ['with', 'error'],
    ['without', 'manual'],
  ])('does not follow a redirect in the global fetch, %s the redirect mode `error`', async (_, mode) => {
    const arrived: string[] = []
    const elsewhere = await serve(
      ({ url }) => {
        arrived.push(url)
        return json({})
      },
      { port: 0 },
    )
    const redirects = { status: 307, headers: { Location: elsewhere.url } }
    const service = await serve(() => new Response(null, redirects), { port: 0 })
    const Whole = Request
    const EdgeRequest = class extends Whole {
      constructor(input: RequestInfo | URL, init: RequestInit = {}) {
        if (init.redirect === 'error') throw new TypeError('Invalid redirect value.')
        super(input, init)
      }
    }
    if (mode === 'manual') vi.stubGlobal('Request', EdgeRequest)
    const fetched = vi.spyOn(globalThis, 'fetch')
    const options = { service: { baseUrl: service.url, tokenId: 'token-id', clientSecret } }
    const answer = await backendFor(recordingService(), options)(exportRequest())
    const modes = fetched.mock.calls.map(([, init]) => init?.redirect)
    fetched.mockRestore()
    vi.unstubAllGlobals()
    await Promise.all([service.close(), elsewhere.close()])
    expect([await outcome(answer), modes, arrived]).toEqual(['502 UPSTREAM_UNREACHABLE', [mode], []])
  })

  it('answers 502 when the body breaks off or never ends', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) })
    for (const body of [broken, endless]) {
      const service = exporting(() => new Response(body))
      expect(await outcome(backendFor(service)(exportRequest()))).toBe('502 UPSTREAM_UNREACHABLE')
    }
  })

  it('cancels an answer that does not end when the deadline passes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const cancelled = vi.fn()
      const endless = new ReadableStream({ pull: () => new Promise(() => {}), cancel: cancelled })
      const result = outcome(backendFor(exporting(async () => new Response(endless)))(exportRequest()))
      while (!endless.locked) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(25_000)
      expect(await result).toBe('504 UPSTREAM_TIMEOUT')
      expect(cancelled).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['no answer comes', () => new Promise<Response>(() => {})],
    [
      'the body does not end',
      async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
    ],
  ])('answers 504 when %s in 25 s', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      // The whole request is kept: in Node, its signal no longer aborts once the request has been garbage-collected.
      let sent: Request | undefined
      const service = exporting((request) => {
        sent = request
        return answer()
      })
      const result = outcome(backendFor(service)(exportRequest()))
      while (sent === undefined) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(24_999)
      expect(sent.signal.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await result).toBe('504 UPSTREAM_TIMEOUT')
      expect(sent.signal.aborted).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})
