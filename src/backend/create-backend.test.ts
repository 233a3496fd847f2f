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
  it('sees URL, method and headers, and no body', async () => {
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

  it('without an answer means 401 and nothing forwarded', async () => {
    const service = recordingService()
    const handler = backendFor(service, { authorize: async () => undefined })
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('401 UNAUTHORIZED')
    expect(service.arrived).toEqual([])
  })

  it('that throws means 500 without a word of why, and nothing forwarded', async () => {
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

  it('that throws before its first await means 500 too', async () => {
    const authorize = () => {
      throw new Error('no')
    }
    expect(await outcome(backendFor(recordingService(), { authorize })(pageRequest('GET', list)))).toBe(
      '500 INTERNAL_ERROR',
    )
  })

  it.each([[null], ['InternalAccount:x'], [[1]]])('that answers %o means 500', async (accounts) => {
    // What a platform without type checks could answer.
    const authorize = async () => JSON.parse(JSON.stringify(accounts))
    const service = recordingService()
    expect(await outcome(backendFor(service, { authorize })(pageRequest('GET', list)))).toBe(
      '500 INTERNAL_ERROR',
    )
    expect(service.arrived).toEqual([])
  })

  it('that answers something else is told of without what it answered', async () => {
    const onError = vi.fn()
    const authorize = async () => JSON.parse('["hunter2", 1]')
    await backendFor(recordingService(), { authorize, onError })(pageRequest('GET', list))
    expect(onError.mock.calls).toEqual([[expect.any(TypeError)]])
    expect(String(onError.mock.calls[0])).not.toContain('hunter2')
    expect(String(onError.mock.calls[0])).toContain('authorize')
  })

  it('that never answers means 500 after ten seconds', async () => {
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

  it('is asked anew for each request', async () => {
    const service = recordingService()
    const people = [[ada], undefined, [bob]]
    const handler = backendFor(service, { authorize: async () => people.shift() })
    const codes = [await outcome(handler(pageRequest('GET', list)))]
    codes.push(await outcome(handler(pageRequest('GET', list))))
    codes.push(await outcome(handler(pageRequest('GET', list))))
    expect(codes).toEqual(['200', '401 UNAUTHORIZED', '403 FORBIDDEN'])
  })
})

describe('own answers', () => {
  it('have the error shape of the service and are never stored', async () => {
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

  it('come even when telling about an error fails', async () => {
    const service = recordingService()
    service.answers.set('GET /auth/credentials', () => Promise.reject(new Error('down')))
    const onError = () => {
      throw new Error('log is full')
    }
    expect(await outcome(backendFor(service, { onError })(pageRequest('GET', list)))).toBe(
      '502 UPSTREAM_UNREACHABLE',
    )
  })

  it('is a 500 of which only the platform hears, where nobody foresaw it', async () => {
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

  it('are told of from 500 on only', async () => {
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

  it('never hold the secret', async () => {
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
    ['an origin that is none', { origins: ['app.example.com'] }],
    ['a base path that is relative', { basePath: 'wallet' }],
    ['a base path with dots', { basePath: '/a/../wallet' }],
    ['a base address that is none', { service: { ...options.service, baseUrl: 'service.test' } }],
    ['a base address with a query', { service: { ...options.service, baseUrl: 'https://service.test/?a' } }],
    [
      'credentials in the base address',
      { service: { ...options.service, baseUrl: 'https://a:b@service.test' } },
    ],
    ['a token id with a colon', { service: { ...options.service, tokenId: 'a:b' } }],
  ])('throws a TypeError for %s', (_, wrong) => {
    expect(() => createBackend({ ...options, ...wrong })).toThrow(TypeError)
  })

  it.each(['/', '/api', '/api//'])('takes %s for a base path', async (basePath) => {
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
