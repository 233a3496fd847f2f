import { describe, expect, it } from 'vitest'
import {
  ada,
  backendFor,
  idOf,
  outcome,
  pageRequest,
  recordingService,
} from './fixtures/recording-service.js'

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
