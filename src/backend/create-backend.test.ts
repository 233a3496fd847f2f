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
import { type BackendOptions, createBackend } from './index.js'

const list = `/wallet/auth/credentials?accountId=${ada}`
const someSession = 'Session:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const reset = Object.assign(new Error('no'), { code: 'ECONNRESET' })

describe('authorize', () => {
  it('authorize() gets the URL, method and headers of a request, and no body', async () => {
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
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('401 NOT_LOGGED_IN')
    expect(service.arrived).toEqual([])
  })

  it('refuses a header name that no header can have', () => {
    const headerNames = { requestId: 'Request Id' }
    expect(() => backendFor(recordingService(), { headerNames })).toThrow('`headerNames.requestId` must')
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
      // A platform without type checks could return this.
      const authorize = async () => JSON.parse(JSON.stringify(accounts))
      const service = recordingService()
      expect(await outcome(backendFor(service, { authorize })(pageRequest('GET', list)))).toBe(
        '500 INTERNAL_ERROR',
      )
      expect(service.arrived).toEqual([])
    },
  )

  it('reports that authorize() returned the wrong type, without the value', async () => {
    const onError = vi.fn()
    const authorize = async () => JSON.parse('["hunter2", 1]')
    await backendFor(recordingService(), { authorize, onError })(pageRequest('GET', list))
    expect(onError.mock.calls).toEqual([[expect.any(TypeError)]])
    expect(String(onError.mock.calls[0])).not.toContain('hunter2')
    expect(String(onError.mock.calls[0])).toContain('authorize')
  })

  it('answers 503 when authorize() takes longer than ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const service = recordingService()
      const authorize = vi.fn(() => new Promise<never>(() => {}))
      const answer = outcome(backendFor(service, { authorize })(pageRequest('GET', list)))
      while (authorize.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await answer).toBe('503 PLATFORM_TIMEOUT')
      expect(service.arrived).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('accepts accounts and a login session that are returned without a promise', async () => {
    const handler = backendFor(recordingService(), { authorize: () => [ada], loginSession: () => 'login' })
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
  })

  it('answers 401 without asking the service when the login has no login session', async () => {
    const service = recordingService()
    const handler = backendFor(service, { authorize: () => [ada], loginSession: () => undefined })
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('401 NOT_LOGGED_IN')
    expect(service.arrived).toEqual([])
  })

  it.each([
    ['nobody is logged in', () => undefined, '401 NOT_LOGGED_IN'],
    ['authorize() throws', () => Promise.reject(new Error('no')), '500 INTERNAL_ERROR'],
  ])('does not read the body when %s', async (_, authorize, expected) => {
    let pulled = 0
    const body = new ReadableStream(
      {
        pull: () => {
          pulled += 1
        },
      },
      { highWaterMark: 0 },
    )
    const request = new Request(`${origin}/wallet/auth/credentials`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      ...{ duplex: 'half' },
    })
    expect(await outcome(backendFor(recordingService(), { authorize })(request))).toBe(expected)
    expect(pulled).toBe(0)
  })

  it('calls authorize() again for each request', async () => {
    const service = recordingService()
    const people = [[ada], undefined, [bob]]
    const handler = backendFor(service, { authorize: async () => people.shift() })
    const codes = [await outcome(handler(pageRequest('GET', list)))]
    codes.push(await outcome(handler(pageRequest('GET', list))))
    codes.push(await outcome(handler(pageRequest('GET', list))))
    expect(codes).toEqual(['200', '401 NOT_LOGGED_IN', '403 FORBIDDEN'])
  })
})

describe('the backend’s own answers', () => {
  it('answers errors in the shape of the service, with Cache-Control: no-store', async () => {
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

  it.each<[string, Partial<BackendOptions>]>([
    ['authorize() throws', { authorize: () => Promise.reject(new Error('no')) }],
    ['authorize() returns something else', { authorize: async () => [1] as never }],
  ])('says that nothing was forwarded if %s', async (_, options) => {
    const answer = await backendFor(recordingService(), options)(pageRequest('GET', list))
    expect([answer.status, await answer.json()]).toMatchObject([500, { details: { forwarded: false } }])
  })

  it('says that nothing was forwarded if the owner of an id could not be looked up', async () => {
    const service = recordingService()
    service.answers.set('GET /auth/sessions', () => Promise.reject(new Error('down')))
    const path = `/wallet/auth/sessions/${someSession}`
    const answer = await backendFor(service)(pageRequest('DELETE', path))
    expect([answer.status, await answer.json()]).toMatchObject([502, { details: { forwarded: false } }])
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
    'says that nothing was forwarded if there was no connection to the service (%s)',
    async (code) => {
      for (const failure of [
        new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) }),
        Object.assign(new TypeError('Unable to connect'), { code }),
      ]) {
        const service = recordingService()
        service.answers.set('GET /auth/credentials', () => Promise.reject(failure))
        const answer = await backendFor(service)(pageRequest('GET', list))
        expect([answer.status, await answer.json()]).toMatchObject([502, { details: { forwarded: false } }])
      }
    },
  )

  it.each<[string, () => Promise<Response>]>([
    ['the connection broke', () => Promise.reject(new TypeError('fetch failed', { cause: reset }))],
    ['the failure has no name', () => Promise.reject(new TypeError('fetch failed'))],
    ['something else than an error was thrown', () => Promise.reject('no')],
    ['the answer is a redirect', async () => new Response(null, { status: 302 })],
  ])('does not say that nothing was forwarded if %s', async (_, respond) => {
    const service = recordingService()
    service.answers.set('GET /auth/credentials', respond)
    const answer = await backendFor(service)(pageRequest('GET', list))
    expect(await answer.json()).toEqual({
      status: 502,
      code: 'UPSTREAM_UNREACHABLE',
      message: expect.any(String),
    })
  })

  it('answers an unexpected error with a 500, and reports the reason only to the platform', async () => {
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

  it('reports to the platform only its own answers with a status of 500 or more', async () => {
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

  it('no answer contains the secret', async () => {
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

describe('what a framework gives', () => {
  it.each([
    ['a request of Node', { method: 'GET', url: '/wallet/auth/credentials', headers: {} }],
    ['a context', { req: {} }],
    ['a URL object', { url: new URL('https://app.example.com/wallet/auth/credentials') }],
    ['nothing', undefined],
    ['null', null],
  ])('rejects %s, and names the function that mounts the backend', async (_, request) => {
    await expect(backendFor(recordingService())(request as never)).rejects.toThrow(/nodeHandler/)
  })

  it('says that a body parser may have read a body that is missing', async () => {
    const request = pageRequest('POST', `/wallet/internal-accounts/${ada}/export`)
    const answer = await backendFor(recordingService())(request)
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      expect.stringContaining('body parser'),
    ])
    const wrong = pageRequest('POST', `/wallet/internal-accounts/${ada}/export`, {})
    const other = await backendFor(recordingService())(wrong)
    expect([other.status, (await other.json()).message]).toEqual([
      400,
      expect.not.stringContaining('body parser'),
    ])
  })
})

describe('createBackend', () => {
  const options = {
    service: { baseUrl: 'https://service.test', tokenId: 'a', clientSecret: 'b' },
    authorize: async () => [ada],
    relyingParty: { id: 'example.com', name: 'Example Bank' },
    origins: [origin],
  }

  const { service } = options
  const loginSession = (): string => 'first'
  const above = { amount: 0, currency: 'EUR' }

  it.each<[string, RegExp, object]>([
    [
      'a relying party that is not set',
      /^`relyingParty` must be an object/,
      { relyingParty: undefined as never },
    ],
    ['an origin with a path', /^origins/, { origins: [`${origin}/`] }],
    ['an origin without a scheme', /^origins/, { origins: ['app.example.com'] }],
    ['a base path that is relative', /^basePath/, { basePath: 'wallet' }],
    ['a base path with dots', /^basePath/, { basePath: '/a/../wallet' }],
    [
      'a base address without a scheme',
      /^service\.baseUrl/,
      { service: { ...options.service, baseUrl: 'service.test' } },
    ],
    [
      'a base address with a query',
      /^service\.baseUrl/,
      { service: { ...options.service, baseUrl: 'https://service.test/?a' } },
    ],
    [
      'credentials in the base address',
      /^service\.baseUrl/,
      { service: { ...options.service, baseUrl: 'https://a:b@service.test' } },
    ],
    [
      'a base address that is not set',
      /^`service\.baseUrl`/,
      { service: { ...service, baseUrl: undefined } },
    ],
    [
      'an age with another name',
      /^`stepUp\.maxage` .+ `stepUp\.maxAge`/,
      { loginSession, stepUp: { maxage: 1 } },
    ],
    [
      'a payment option with another name',
      /^`stepUp\.payments\.over`/,
      { loginSession, stepUp: { payments: { above, over: 1 } } },
    ],
    [
      'a payment limit with another name',
      /^`stepUp\.payments\.above\.value`/,
      { loginSession, stepUp: { payments: { above: [{ ...above, value: 1 }] } } },
    ],
    ['a limit that does not exist', /^`limits\.mail` .+ `limits\.mails`/, { limits: { mail: false } }],
    [
      'a part of a limit that does not exist',
      /^`limits\.calls\.every`/,
      { limits: { calls: { max: 1, per: 1, every: 1 } } },
    ],
    ['a route without an owner', /^`routes\[0\]\.owner`/, { routes: [{ route: {} }] }],
    ['a header that does not exist', /^`headerNames\.signature`/, { headerNames: { signature: 'X' } }],
    ['a token id with a colon', /^service\.tokenId/, { service: { ...options.service, tokenId: 'a:b' } }],
  ])('throws a TypeError that names the option for %s', (_, named, wrong) => {
    const create = () => createBackend({ ...options, ...wrong })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(named)
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

describe('the warnings of createBackend', () => {
  /** Creates a backend for each of the options, in a module that has warned of nothing yet. Returns the warnings. */
  async function warnings(...all: readonly Partial<BackendOptions>[]): Promise<readonly unknown[]> {
    const module: { createBackend: typeof createBackend } = await import(
      /* @vite-ignore */ `${import.meta.dirname}/create-backend.ts?${crypto.randomUUID()}`
    )
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const service = { baseUrl: 'https://service.test', tokenId: 'id', clientSecret }
    const relyingParty = { id: 'example.com', name: 'Example Bank' }
    for (const options of all)
      module.createBackend({ service, authorize: () => [ada], relyingParty, origins: [origin], ...options })
    const printed = warn.mock.calls.flat()
    warn.mockRestore()
    return printed
  }

  it('createBackend warns once of what is missing without loginSession', async () => {
    expect(await warnings({}, {})).toEqual([
      expect.stringMatching(
        /no `loginSession`: .*recent sign-in, .*limits .* or `stepUp: false` if that is meant\.$/,
      ),
    ])
  })

  it.each(['http://app.example.com', 'http://192.168.1.20:3000'])(
    'createBackend warns once of the origin %s',
    async (plain) => {
      const options = {
        stepUp: false,
        origins: [origin, plain],
        relyingParty: { id: 'localhost', name: 'Example Bank' },
      } as const
      const [printed, ...more] = await warnings(options, options)
      expect(more).toEqual([])
      expect(printed).toContain(`createBackend() has ${plain} among its \`origins\`: without HTTPS, `)
    },
  )

  it.each(['http://localhost:3000', 'http://app.localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'createBackend does not warn of the origin %s',
    async (local) => {
      const relyingParty = { id: 'localhost', name: 'Example Bank' }
      expect(await warnings({ stepUp: false, origins: [local], relyingParty })).toEqual([])
    },
  )

  it.each<[string, Partial<BackendOptions>]>([
    ['loginSession', { loginSession: () => 'login' }],
    ['stepUp: false', { stepUp: false }],
    ['a stepUp function', { stepUp: () => true }],
  ])('createBackend does not warn with %s', async (_, options) => {
    expect(await warnings(options)).toEqual([])
  })
})
