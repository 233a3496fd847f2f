import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './create-client.js'

describe('the base address', () => {
  it.each([
    ['https://service.example/2025-10-13', 'https://service.example/2025-10-13'],
    ['https://service.example/2025-10-13//', 'https://service.example/2025-10-13'],
    ['https://service.example', 'https://service.example'],
    ['http://localhost:4010/2025-10-13', 'http://localhost:4010/2025-10-13'],
    ['http://emulator.localhost:4010', 'http://emulator.localhost:4010'],
    ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['http://[::1]:4010/', 'http://[::1]:4010'],
    ['\ufeff https://service.example\r\n', 'https://service.example'],
  ])('accepts the base address %s', async (given, expected) => {
    const requests: Request[] = []
    const fetch = async (request: Request): Promise<Response> => {
      requests.push(request)
      return Response.json({ data: [] })
    }
    const client = createClient({ baseUrl: given, fetch, auth: { type: 'bearer', accessToken: 'a' } })
    await client.getOwnAgent().catch(() => undefined)
    expect(requests[0]?.url).toBe(`${expected}/agents/me`)
  })

  it.each([
    'http://service.example/2025-10-13',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'http://10.0.0.1/',
    'ftp://service.example/',
    'https://user:password@service.example/',
    'https://service.example/?a=b',
    'https://service.example/#a',
    '/2025-10-13',
    '',
  ])('refuses the base address %s', (given) => {
    expect(() => createClient({ baseUrl: given })).toThrow(TypeError)
  })
})

it.each(['', 'Request Id', 'Request-Id:', 'Größe', 7])('refuses the header name %j', (requestId) => {
  const headerNames = { requestId } as { requestId: string }
  expect(() => createClient({ baseUrl: 'https://service.example', headerNames })).toThrow(
    new TypeError('`headerNames.requestId` must be a valid header name.'),
  )
})

describe('a client without a function of its own to send with', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** Resolves with the request that the global function got, which was put there after the client was made. */
  async function sent(): Promise<Request | undefined> {
    const requests: Request[] = []
    const client = createClient({
      baseUrl: 'https://service.example',
      auth: { type: 'bearer', accessToken: 'a' },
    })
    vi.stubGlobal('fetch', async (request: Request) => {
      requests.push(request)
      return Response.json({ data: [] })
    })
    await client.getOwnAgent().catch(() => undefined)
    return requests[0]
  }

  it('sends with the global one of the moment', async () => {
    expect((await sent())?.url).toBe('https://service.example/agents/me')
  })

  it('keeps the cookies and the cache of a page out of a call', async () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    expect(await sent()).toMatchObject({ credentials: 'omit', cache: 'no-store', redirect: 'manual' })
  })
})
