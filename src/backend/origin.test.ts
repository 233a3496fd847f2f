import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  backendFor,
  origin,
  outcome,
  pageRequest,
  recordingService,
} from './fixtures/recording-service.js'

const list = `/wallet/auth/credentials?accountId=${ada}`

describe('the origin of a request', () => {
  it.each([
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ Origin: `${origin}.evil.example` }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'none' }],
    [{ Origin: origin, 'Sec-Fetch-Site': 'cross-site' }],
    [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
  ])('refuses the headers %o before authorize() is called', async (headers) => {
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
