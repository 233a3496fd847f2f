import { describe, expect, it } from 'vitest'
import { listCredentialsRoute } from '../../wire/credentials.js'
import type { AnyRoute } from '../../wire/route.js'
import {
  ada,
  backendFor,
  idOf,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { Refusal } from '../refusal.js'
import { createRouter, withoutBase } from './router.js'

const list = `/wallet/auth/credentials?accountId=${ada}`
const credential = idOf('AuthMethod', 1)

describe('the allow-list', () => {
  it('routes a path with and without the base prefix', async () => {
    const handler = backendFor(recordingService())
    expect(await outcome(handler(pageRequest('GET', list)))).toBe('200')
    expect(await outcome(handler(pageRequest('GET', list.replace('/wallet', ''))))).toBe('200')
  })

  it('accepts another base path, and an empty one', async () => {
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

describe('the router', () => {
  const routeOf = (path: `/${string}`): { route: AnyRoute } => ({
    route: { ...listCredentialsRoute, path, params: { id: 'AuthMethod', other: 'AuthMethod' } },
  })
  const routerOf = (...paths: `/${string}`[]) => createRouter(paths.map(routeOf))

  it('the router returns only the parameters of a path', () => {
    expect(routerOf('/a/{id}/b/{other}')('GET', '/a/1/b/2').params).toEqual({ id: '1', other: '2' })
    expect(routerOf('/a/b')('GET', '/a/b').params).toEqual({})
  })

  it('refuses two paths that differ only in the names of their parameters', () => {
    expect(() => routerOf('/a/{id}', '/a/{other}')).toThrow(TypeError)
    expect(() => routerOf('/a/b', '/a/b')).toThrow(TypeError)
  })

  it.each<readonly [`/${string}`, `/${string}`]>([
    ['/a/b', '/ab'],
    ['/a/{id}', '/a/'],
    ['/a/{id}', '/a/{id}/b'],
  ])('accepts the routes %s and %s together', (one, other) => {
    expect(routerOf(one, other)('GET', other.replace('{id}', '1')).entry).toEqual(routeOf(other))
  })

  it.each(['x{id}', '{id}x', '{}', '{a-b}'])('treats %s in a route as literal text', (word) => {
    const router = routerOf(`/a/${word}`)
    expect(router('GET', `/a/${word}`).params).toEqual({})
    expect(() => router('GET', '/a/x1x')).toThrow(Refusal)
  })

  it('refuses a path parameter without a type', () => {
    expect(() => routerOf('/a/{unknown}')).toThrow(TypeError)
  })
})

describe('a path without its base', () => {
  it.each([
    ['/wallet/a', '/wallet', '/a'],
    ['/wallet', '/wallet', ''],
    ['/walletx/a', '/wallet', '/walletx/a'],
    ['/a', '/wallet', '/a'],
    ['/a', '', '/a'],
  ])('%s without the base %s is %s', (path, base, rest) => {
    expect(withoutBase(path, base)).toBe(rest)
  })
})
