import { describe, expect, it } from 'vitest'
import {
  ada,
  backendFor,
  bob,
  idOf,
  outcome,
  pageRequest,
  quoteOf,
  recordingService,
} from '../fixtures/recording-service.js'

const credential = idOf('AuthMethod', 1)

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
  ])('refuses a query whose parameter is %s', async (_, search) => {
    const service = recordingService()
    const answer = backendFor(service)(pageRequest('GET', `/wallet/auth/credentials${search}`))
    expect(await outcome(answer)).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('the refusal of a parameter says what is expected', async () => {
    const path = `/wallet/auth/credentials?accountId=x&limit=1`
    const answer = await backendFor(recordingService())(pageRequest('GET', path))
    expect((await answer.json()).details.issues).toEqual([
      { path: '', expected: 'no other parameters' },
      { path: 'accountId', expected: 'InternalAccount:<uuid>, once' },
    ])
  })

  it('refuses a query on a call without query parameters', async () => {
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
  ])('refuses an id that does not have the form of its type: %s', async (id) => {
    const service = recordingService()
    const answer = backendFor(service)(pageRequest('DELETE', `/wallet/auth/credentials/${id}`))
    expect(await outcome(answer)).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('the refusal of an id says which form is expected, and does not repeat the id', async () => {
    const answer = await backendFor(recordingService())(pageRequest('DELETE', '/wallet/auth/credentials/x'))
    expect((await answer.json()).details).toEqual({ issues: [{ path: 'id', expected: 'AuthMethod:<uuid>' }] })
  })

  it('an id in upper case is checked and forwarded in lower case', async () => {
    const service = recordingService()
    const id = 'Quote:aaaaaaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa'
    const own = { ...quoteOf(1, { sourceType: 'ACCOUNT', accountId: ada }), id }
    service.answers.set(`GET /quotes/${id}`, () => Response.json(own))
    const path = `/wallet/quotes/${id.replace(/a/g, 'A')}`
    expect((await backendFor(service)(pageRequest('GET', path))).status).toBe(200)
    expect(new Set(service.calls())).toEqual(new Set([`GET /quotes/${id}`]))
  })

  it('refuses an id with encoded dots, which would lead to another path', async () => {
    const service = recordingService()
    const path = `/wallet/auth/credentials/${credential}/%2e%2e/%2e%2e/credentials`
    expect(await outcome(backendFor(service)(pageRequest('DELETE', path)))).toMatch(/^40[45] /)
    expect(service.arrived).toEqual([])
  })
})
