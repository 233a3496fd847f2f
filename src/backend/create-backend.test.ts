import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  backendFor,
  bob,
  clientPublicKey,
  clientSecret,
  idOf,
  json,
  origin,
  outcome,
  pageRequest,
  recordingService,
} from './fixtures/recording-service.js'
import { createBackend } from './index.js'

const list = `/wallet/auth/credentials?accountId=${ada}`
const credential = idOf('AuthMethod', 1)

describe('the allow-list', () => {
  it('routes a path with and without the base prefix', async () => {
    const handler = backendFor(recordingService())
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
    expect(await outcome(handler(pageRequest('GET', list.replace('/wallet', ''))))).toBe('200')
  })

  it('takes another base path, also none', async () => {
    const service = recordingService()
    const at = (basePath: string, path: string) =>
      outcome(backendFor(service, { basePath })(pageRequest('GET', path)))
    expect(await at('/api/w/', list.replace('/wallet', '/api/w'))).toBe('200')
    expect(await at('/api/w', list)).toBe('404 NOT_FOUND')
    expect(await at('', list.replace('/wallet', ''))).toBe('200')
  })

  it.each([
    ['POST', '/wallet/quotes'],
    ['POST', `/wallet/sandbox/internal-accounts/${ada}/fund`],
    ['GET', `/wallet/customers/${idOf('Customer', 1)}`],
    ['POST', '/wallet/transfer-out'],
    ['GET', '/wallet'],
    ['GET', `/walletx/auth/credentials?accountId=${ada}`],
    ['GET', `/wallet/auth/credentials/?accountId=${ada}`],
    ['GET', `/wallet//auth/credentials?accountId=${ada}`],
    ['GET', `/wallet/auth%2Fcredentials?accountId=${ada}`],
    ['GET', `/wallet/AUTH/credentials?accountId=${ada}`],
    ['DELETE', '/wallet/auth/credentials/'],
    ['DELETE', `/wallet/auth/credentials/${credential}/../..`],
    ['POST', `/wallet/auth/credentials/${credential}/verify/x`],
  ])('answers 404 to %s %s', async (method, path) => {
    const service = recordingService()
    expect(await outcome(backendFor(service)(pageRequest(method, path)))).toBe('404 NOT_FOUND')
    expect(service.arrived).toEqual([])
  })

  it.each([
    ['PUT', list, 'POST, GET'],
    ['OPTIONS', `/wallet/auth/credentials/${credential}/verify`, 'POST'],
    ['POST', `/wallet/internal-accounts/${ada}`, 'PATCH'],
    ['HEAD', `/wallet/quotes/${idOf('Quote', 1)}`, 'GET'],
  ])('answers 405 with Allow to %s %s', async (method, path, allow) => {
    const service = recordingService()
    const answer = await backendFor(service)(pageRequest(method, path))
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')?.split(', ').sort()).toEqual(allow.split(', ').sort())
    expect(service.arrived).toEqual([])
  })
})

describe('the origin', () => {
  it.each([
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ Origin: `${origin}.evil.example` }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'none' }],
    [{ Origin: origin, 'Sec-Fetch-Site': 'cross-site' }],
    [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
  ])('refuses %o before anyone is asked', async (headers) => {
    const service = recordingService()
    const authorize = vi.fn(async () => [ada])
    const answer = backendFor(service, { authorize })(pageRequest('GET', list, undefined, headers))
    expect(await outcome(answer)).toBe('403 FORBIDDEN')
    expect(authorize).not.toHaveBeenCalled()
    expect(service.arrived).toEqual([])
  })

  it('lets the page and callers without a browser through', async () => {
    const handler = backendFor(recordingService())
    const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
    expect(await outcome(handler(pageRequest('GET', list, undefined, page)))).toBe('200')
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
  })
})

describe('the query', () => {
  it.each([
    ['missing', ''],
    ['empty', '?accountId='],
    ['repeated', `?accountId=${ada}&accountId=${ada}`],
    ['repeated with another', `?accountId=${ada}&accountId=${bob}`],
    ['unknown', `?accountId=${ada}&limit=1`],
    ['misspelt', `?accountID=${ada}`],
    ['of another type', `?accountId=${idOf('Customer', 1)}`],
    ['of another case', `?accountId=${ada.toLowerCase()}`],
    ['with something appended', `?accountId=${ada}%00`],
    ['an array', `?accountId[]=${ada}`],
  ])('is refused when a parameter is %s', async (_, search) => {
    const service = recordingService()
    const answer = backendFor(service)(pageRequest('GET', `/wallet/auth/credentials${search}`))
    expect(await outcome(answer)).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('is refused on a call that takes none', async () => {
    const path = `/wallet/quotes/${idOf('Quote', 1)}?accountId=${ada}`
    expect(await outcome(backendFor(recordingService())(pageRequest('GET', path)))).toBe('400 INVALID_INPUT')
  })
})

describe('ids in the path', () => {
  it.each([
    credential.replace('AuthMethod', 'authmethod'),
    credential.replace('AuthMethod', 'AUTHMETHOD'),
    credential.replace(':', '%3A'),
    credential.replace('A', '%41'),
    `${credential}%2e`,
    `${credential}.`,
    `${credential}%00`,
    `${credential}%0a`,
    `..%2f${credential}`,
    idOf('Session', 1),
    'AuthMethod:1',
    'x',
  ])('must have the form of their type: %s', async (id) => {
    const service = recordingService()
    const answer = backendFor(service)(pageRequest('DELETE', `/wallet/auth/credentials/${id}`))
    expect(await outcome(answer)).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('cannot climb with encoded dots', async () => {
    const service = recordingService()
    const path = `/wallet/auth/credentials/${credential}/%2e%2e/%2e%2e/credentials`
    expect(await outcome(backendFor(service)(pageRequest('DELETE', path)))).toMatch(/^40[45] /)
    expect(service.arrived).toEqual([])
  })
})

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
