import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  backendFor,
  origin,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { originRefusal } from './origin.js'

const list = `/wallet/auth/credentials?accountId=${ada}`

const foreign: readonly [Record<string, string>][] = [
  [{ Origin: 'https://evil.example' }],
  [{ Origin: 'null' }],
  [{ Origin: `${origin}.evil.example` }],
  [{ 'Sec-Fetch-Site': 'cross-site' }],
  [{ 'Sec-Fetch-Site': 'same-site' }],
  [{ 'Sec-Fetch-Site': 'none' }],
  [{ Origin: origin, 'Sec-Fetch-Site': 'cross-site' }],
  [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
]

describe('the origin of a request', () => {
  it.each(foreign)('refuses the headers %o before authorize() is called', async (headers) => {
    const service = recordingService()
    const authorize = vi.fn(async () => [ada])
    const answer = backendFor(service, { authorize })(pageRequest('GET', list, undefined, headers))
    expect(await outcome(answer)).toBe('403 FORBIDDEN')
    expect(authorize).not.toHaveBeenCalled()
    expect(service.arrived).toEqual([])
  })

  it('accepts requests from the page and from clients other than browsers', async () => {
    const handler = backendFor(recordingService())
    const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
    expect(await outcome(handler(pageRequest('GET', list, undefined, page)))).toBe('200')
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
  })
})

describe('originRefusal()', () => {
  const url = `${origin}/api/quotes`

  it.each(foreign)('originRefusal() is a 403 for the headers %o, as the backend’s own', async (headers) => {
    const refusal = originRefusal(new Request(url, { headers }), [origin])
    expect(refusal?.status).toBe(403)
    expect(refusal?.headers.get('Cache-Control')).toBe('no-store')
    expect(await refusal?.json()).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  it('originRefusal() is undefined for a request of the page or of a client other than a browser', () => {
    const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
    expect(
      originRefusal(new Request(url, { headers: page }), ['https://other.example', origin]),
    ).toBeUndefined()
    expect(originRefusal(new Request(url), [origin])).toBeUndefined()
  })

  it('originRefusal() does not accept a list with something else than an origin', () => {
    expect(() => originRefusal(new Request(url), [`${origin}/`])).toThrow(TypeError)
  })
})
