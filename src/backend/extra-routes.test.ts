import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import type { AnyRoute } from '../wire/route.js'
import {
  ada,
  backendFor,
  bob,
  credentialOf,
  idOf,
  json,
  outcome,
  pageRequest,
  recordingService,
} from './fixtures/recording-service.js'

describe('an extra route', () => {
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
  const ids = `/cards/${idOf('Transaction', 1)}/${idOf('Customer', 1)}`
  const path = `${ids}?accountId=${ada}`

  it('forwards an extra route for the account that its owner function names', async () => {
    const service = recordingService()
    service.answers.set(`PATCH ${ids}`, () => json({}, { status: 202 }))
    const seen: unknown[] = []
    const routes = [
      {
        route,
        owner: (parts: unknown) => {
          seen.push(parts)
          return ada
        },
      },
    ]
    expect(await outcome(backendFor(service, { routes })(pageRequest('PATCH', `/wallet${path}`)))).toBe('202')
    expect(seen).toEqual([
      {
        params: { id: idOf('Transaction', 1), customerId: idOf('Customer', 1) },
        query: { accountId: ada },
        body: undefined,
      },
    ])
  })

  it('an account that the owner function names in upper case is the same account', async () => {
    const service = recordingService()
    service.answers.set(`PATCH ${ids}`, () => json({}, { status: 202 }))
    const id = 'aaaaaaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa'
    const routes = [{ route, owner: () => `InternalAccount:${id.toUpperCase()}` }]
    const handler = backendFor(service, { routes, authorize: async () => [`InternalAccount:${id}`] })
    expect(await outcome(handler(pageRequest('PATCH', `/wallet${path}`)))).toBe('202')
  })

  it.each([
    ['a foreign account', () => bob, '403 FORBIDDEN'],
    ['no account', async () => undefined, '403 FORBIDDEN'],
    ['an error', () => Promise.reject(new Error('no')), '500 INTERNAL_ERROR'],
  ])('does not forward an extra route whose owner function returns %s', async (_, owner, expected) => {
    const service = recordingService()
    const handler = backendFor(service, { routes: [{ route, owner }] })
    expect(await outcome(handler(pageRequest('PATCH', `/wallet${path}`)))).toBe(expected)
    expect(service.arrived).toEqual([])
  })

  it('reports an owner function that does not return a string, and forwards nothing', async () => {
    const service = recordingService()
    const onError = vi.fn()
    // A platform without type checks could return this.
    const owner = () => JSON.parse('7')
    const handler = backendFor(service, { routes: [{ route, owner }], onError })
    expect(await outcome(handler(pageRequest('PATCH', `/wallet${path}`)))).toBe('500 INTERNAL_ERROR')
    expect(service.arrived).toEqual([])
    expect(String(onError.mock.calls)).toContain('owner returned')
  })

  it('checks the form of the ids of an extra route', async () => {
    const handler = backendFor(recordingService(), { routes: [{ route, owner: () => ada }] })
    const wrong = path.replace('Transaction', 'Card')
    expect(await outcome(handler(pageRequest('PATCH', `/wallet${wrong}`)))).toBe('400 INVALID_INPUT')
  })

  it('refuses __proto__ in the body of an extra route, even if its schema accepts anything', async () => {
    const service = recordingService()
    service.answers.set(`PATCH ${ids}`, () => json({}))
    const routes = [{ route: { ...route, body: v.unknown() }, owner: () => ada }]
    const handler = backendFor(service, { routes })
    const patch = (body: string) => outcome(handler(pageRequest('PATCH', `/wallet${path}`, body)))
    expect(await patch('{"a":{"b":1}}')).toBe('200')
    expect(await patch('{"a":{"__proto__":1}}')).toBe('400 INVALID_INPUT')
    expect(service.arrived).toHaveLength(1)
  })

  it('learns nothing about the ids of built-in calls from an extra route', async () => {
    const service = recordingService()
    service.answers.set(`PATCH ${ids}`, () => json({ data: [credentialOf(2, ada)] }))
    const handler = backendFor(service, { routes: [{ route, owner: () => ada }] })
    await handler(pageRequest('PATCH', `/wallet${path}`))
    const stolen = `/wallet/auth/credentials/${idOf('AuthMethod', 2)}`
    expect(await outcome(handler(pageRequest('DELETE', stolen)))).toBe('403 FORBIDDEN')
  })

  it('refuses an extra route that replaces a built-in call or has a parameter without a type', () => {
    const owner = () => ada
    const taken: AnyRoute = { ...route, method: 'GET', path: '/quotes/{id}', params: { id: 'Quote' } }
    expect(() => backendFor(recordingService(), { routes: [{ route: taken, owner }] })).toThrow(TypeError)
    const untyped: AnyRoute = { ...route, params: { id: 'Transaction' } }
    expect(() => backendFor(recordingService(), { routes: [{ route: untyped, owner }] })).toThrow(TypeError)
  })
})
