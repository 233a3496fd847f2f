import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  backendFor,
  bob,
  clientPublicKey,
  clientSecret,
  json,
  origin,
  outcome,
  pageRequest,
  recordingService,
} from './fixtures/recording-service.js'
import { createBackend } from './index.js'

const list = `/wallet/auth/credentials?accountId=${ada}`

describe('authorize', () => {
  it('shows authorize() URL, method and headers, and no body', async () => {
    const seen: unknown[] = []
    const handler = backendFor(recordingService(), {
      authorize: async (request) => {
        seen.push(request.method, request.url, request.headers.get('Cookie'), await request.text())
        return [ada]
      },
    })
    const path = `/wallet/internal-accounts/${ada}/export`
    await handler(pageRequest('POST', path, { clientPublicKey }, { Cookie: 'login=1' }))
    expect(seen).toEqual(['POST', `${origin}${path}`, 'login=1', ''])
  })

  it('answers 401 and forwards nothing when authorize() returns no accounts', async () => {
    const service = recordingService()
    const handler = backendFor(service, { authorize: async () => undefined })
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('401 UNAUTHORIZED')
    expect(service.arrived).toEqual([])
  })

  it('answers 500 without the reason and forwards nothing when authorize() rejects', async () => {
    const service = recordingService()
    const onError = vi.fn()
    const cause = new Error('database password is hunter2')
    const handler = backendFor(service, { authorize: () => Promise.reject(cause), onError })
    const answer = await handler(pageRequest('GET', list))
    expect(await answer.clone().text()).not.toContain('hunter2')
    expect(await outcome(answer)).toBe('500 INTERNAL_ERROR')
    expect(service.arrived).toEqual([])
    expect(onError).toHaveBeenCalledWith(cause)
  })

  it('answers 500 when authorize() throws before its first await', async () => {
    const authorize = () => {
      throw new Error('no')
    }
    expect(await outcome(backendFor(recordingService(), { authorize })(pageRequest('GET', list)))).toBe(
      '500 INTERNAL_ERROR',
    )
  })

  it.each([[null], ['InternalAccount:x'], [[1]]])(
    'answers 500 when authorize() returns %o',
    async (accounts) => {
      // What a platform without type checks could answer.
      const authorize = async () => JSON.parse(JSON.stringify(accounts))
      const service = recordingService()
      expect(await outcome(backendFor(service, { authorize })(pageRequest('GET', list)))).toBe(
        '500 INTERNAL_ERROR',
      )
      expect(service.arrived).toEqual([])
    },
  )

  it('reports what authorize() should have returned without what it did return', async () => {
    const onError = vi.fn()
    const authorize = async () => JSON.parse('["hunter2", 1]')
    await backendFor(recordingService(), { authorize, onError })(pageRequest('GET', list))
    expect(onError.mock.calls).toEqual([[expect.any(TypeError)]])
    expect(String(onError.mock.calls[0])).not.toContain('hunter2')
    expect(String(onError.mock.calls[0])).toContain('authorize')
  })

  it('answers 500 when authorize() takes longer than ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const service = recordingService()
      const authorize = vi.fn(() => new Promise<never>(() => {}))
      const answer = outcome(backendFor(service, { authorize })(pageRequest('GET', list)))
      while (authorize.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await answer).toBe('500 INTERNAL_ERROR')
      expect(service.arrived).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('calls authorize() again for each request', async () => {
    const service = recordingService()
    const people = [[ada], undefined, [bob]]
    const handler = backendFor(service, { authorize: async () => people.shift() })
    const codes = [await outcome(handler(pageRequest('GET', list)))]
    codes.push(await outcome(handler(pageRequest('GET', list))))
    codes.push(await outcome(handler(pageRequest('GET', list))))
    expect(codes).toEqual(['200', '401 UNAUTHORIZED', '403 FORBIDDEN'])
  })
})

describe('the backend’s own answers', () => {
  it('answers in the error shape of the service, and never stored', async () => {
    const answer = await backendFor(recordingService())(pageRequest('GET', '/wallet/auth/sessions'))
    expect(await answer.json()).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message: expect.any(String),
      details: { issues: [{ path: 'accountId', expected: 'InternalAccount:<uuid>, once' }] },
    })
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it('answers even when reporting an error fails', async () => {
    const service = recordingService()
    service.answers.set('GET /auth/credentials', () => Promise.reject(new Error('down')))
    const onError = () => {
      throw new Error('log is full')
    }
    expect(await outcome(backendFor(service, { onError })(pageRequest('GET', list)))).toBe(
      '502 UPSTREAM_UNREACHABLE',
    )
  })

  it('answers an unforeseen error with a 500 of which only the platform sees the reason', async () => {
    const onError = vi.fn()
    const cause = new Error('a header of a kind that no runtime has')
    const request = pageRequest('GET', list)
    Object.defineProperty(request, 'headers', {
      get: () => {
        throw cause
      },
    })
    expect(await outcome(backendFor(recordingService(), { onError })(request))).toBe('500 INTERNAL_ERROR')
    expect(onError.mock.calls).toEqual([[cause]])
  })

  it('reports its own answers to the platform from 500 on only', async () => {
    const onError = vi.fn()
    const handler = backendFor(recordingService(), { onError })
    await handler(pageRequest('GET', '/wallet/nowhere'))
    await handler(pageRequest('GET', list.replace(ada, bob)))
    expect(onError).not.toHaveBeenCalled()
    const cause = new Error('no')
    await backendFor(recordingService(), { onError, authorize: () => Promise.reject(cause) })(
      pageRequest('GET', list),
    )
    expect(onError.mock.calls).toEqual([[cause]])
  })

  it('shows the secret in no answer', async () => {
    const service = recordingService()
    const basic = btoa(`token-id:${clientSecret}`)
    service.answers.set('GET /auth/credentials', (request) => {
      throw new Error(`refused ${request.headers.get('Authorization')}`)
    })
    const answer = await backendFor(service)(pageRequest('GET', list))
    const text = `${await answer.text()} ${JSON.stringify([...answer.headers])}`
    expect(service.arrived[0]?.headers.get('Authorization')).toBe(`Basic ${basic}`)
    expect(text).not.toContain(clientSecret)
    expect(text).not.toContain(basic)
  })
})

describe('createBackend', () => {
  const options = {
    service: { baseUrl: 'https://service.test', tokenId: 'a', clientSecret: 'b' },
    authorize: async () => [ada],
    relyingParty: { id: 'example.com', name: 'Example Bank' },
    origins: [origin],
  }

  it.each([
    ['an origin with a path', { origins: [`${origin}/`] }],
    ['an origin without a scheme', { origins: ['app.example.com'] }],
    ['a base path that is relative', { basePath: 'wallet' }],
    ['a base path with dots', { basePath: '/a/../wallet' }],
    ['a base address without a scheme', { service: { ...options.service, baseUrl: 'service.test' } }],
    ['a base address with a query', { service: { ...options.service, baseUrl: 'https://service.test/?a' } }],
    [
      'credentials in the base address',
      { service: { ...options.service, baseUrl: 'https://a:b@service.test' } },
    ],
    ['a token id with a colon', { service: { ...options.service, tokenId: 'a:b' } }],
  ])('throws a TypeError for %s', (_, wrong) => {
    expect(() => createBackend({ ...options, ...wrong })).toThrow(TypeError)
  })

  it.each(['/', '/api', '/api//'])('accepts %s as base path', async (basePath) => {
    const path = list.replace('/wallet', basePath.replace(/\/+$/, ''))
    expect(await outcome(backendFor(recordingService(), { basePath })(pageRequest('GET', path)))).toBe('200')
  })

  it('uses the global fetch by default', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => json({ data: [] }))
    try {
      expect(await outcome(createBackend(options)(pageRequest('GET', list)))).toBe('200')
      expect(fetched).toHaveBeenCalledOnce()
    } finally {
      fetched.mockRestore()
    }
  })
})
