import { describe, expect, it } from 'vitest'
import { bytesToBase64url } from '../../base64url.js'
import { sha256, utf8 } from '../../encoding.js'
import { defaultHeaderNames } from '../../wire/headers.js'
import {
  ada,
  backendFor,
  bob,
  clientPublicKey,
  idOf,
  json,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { forwardedHeaders, readInterfaceHeaders } from './interface-headers.js'

const exportPath = `/internal-accounts/${ada}/export`
const list = `/auth/credentials?accountId=${ada}`

function exporting(answer: (request: Request) => Response | Promise<Response> = () => json({})) {
  const service = recordingService()
  service.answers.set(`POST ${exportPath}`, answer)
  return service
}

const exportRequest = (headers: Record<string, string> = {}) =>
  pageRequest('POST', `/wallet${exportPath}`, { clientPublicKey }, headers)

describe('requests to the service', () => {
  it('a request to the service goes to the rebuilt address, with the credentials of the platform', async () => {
    const service = recordingService()
    await backendFor(service)(pageRequest('GET', `/wallet${list}`))
    expect(service.arrived[0]?.url).toBe(
      `https://service.test/2025-10-13/auth/credentials?accountId=${encodeURIComponent(ada)}`,
    )
    expect(service.arrived[0]?.headers.get('Authorization')).toBe(
      'Basic dG9rZW4taWQ6dmVyeS1zZWNyZXQtdmFsdWU=',
    )
  })

  it('a request to the service carries stamp and request id unchanged, and no other header of the browser', async () => {
    const service = exporting()
    await backendFor(service)(
      exportRequest({
        'Service-Wallet-Signature': 'eyJhIjoxfQ',
        'Request-Id': 'Request:0b',
        Authorization: 'Bearer page',
        Cookie: 'login=1',
        Origin: 'https://app.example.com',
        'X-Forwarded-For': '1.2.3.4',
        'Accept-Language': 'de',
      }),
    )
    const headers = Object.fromEntries(service.arrived[0]?.headers ?? [])
    expect(headers).toEqual({
      authorization: expect.stringMatching(/^Basic /),
      'content-type': 'application/json',
      'request-id': 'Request:0b',
      'service-wallet-signature': 'eyJhIjoxfQ',
    })
  })

  it('a request to the service carries the idempotency key as a hash together with the account', async () => {
    const path = `/quotes/${idOf('Quote', 1)}/execute`
    const service = recordingService()
    service.answers.set(`POST ${path}`, () => json({}))
    await backendFor(service)(pageRequest('POST', `/wallet${path}`, undefined, { 'Idempotency-Key': 'once' }))
    const expected = bytesToBase64url(await sha256(utf8(`${ada}\nonce`)))
    expect(service.arrived.at(-1)?.headers.get('Idempotency-Key')).toBe(expected)
  })

  it('the same idempotency key of two accounts is forwarded as two different keys', async () => {
    const service = recordingService()
    const handler = backendFor(service, { authorize: async () => [ada, bob] })
    for (const accountId of [ada, bob]) {
      await handler(
        pageRequest('GET', `/wallet/auth/sessions?accountId=${accountId}`, undefined, {
          'Idempotency-Key': 'k',
        }),
      )
    }
    const [first, second] = service.arrived.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first).not.toBe(second)
  })

  it('the header names of the deployment apply to requests from the page and to the service', async () => {
    const service = exporting()
    const headerNames = { walletSignature: 'Brand-Wallet-Signature', idempotencyKey: 'X-Idempotency' }
    await backendFor(service, { headerNames })(
      exportRequest({
        'Brand-Wallet-Signature': 'stamp',
        'Service-Wallet-Signature': 'other',
        'Request-Id': 'r',
        'X-Idempotency': 'k',
      }),
    )
    const headers = service.arrived[0]?.headers
    expect(headers?.get('Brand-Wallet-Signature')).toBe('stamp')
    expect(headers?.get('Service-Wallet-Signature')).toBeNull()
    expect(headers?.get('Request-Id')).toBe('r')
    expect(headers?.get('X-Idempotency')).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    ['Service-Wallet-Signature', ''],
    ['Service-Wallet-Signature', 'a b'],
    ['Service-Wallet-Signature', 'a, b'],
    ['Service-Wallet-Signature', 'a\tb'],
    ['Service-Wallet-Signature', 'stämp'],
    ['Service-Wallet-Signature', 'x'.repeat(4097)],
    ['Request-Id', 'a b'],
    ['Request-Id', 'x'.repeat(257)],
    ['Idempotency-Key', 'a b'],
    ['Idempotency-Key', 'x'.repeat(257)],
  ])('a request to the service never carries a malformed %s', async (name, value) => {
    const service = exporting()
    expect(await outcome(backendFor(service)(exportRequest({ [name]: value })))).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('headers of the maximum length are forwarded', async () => {
    const headers = {
      'Service-Wallet-Signature': 'x'.repeat(4096),
      'Request-Id': 'x'.repeat(256),
      'Idempotency-Key': 'x'.repeat(256),
    }
    expect(await outcome(backendFor(exporting())(exportRequest(headers)))).toBe('200')
  })
})

describe('headers of the interface', () => {
  it('headers of the interface that the page did not send are not forwarded', async () => {
    const received = readInterfaceHeaders(new Headers({ 'X-Other': 'x' }), defaultHeaderNames)
    expect(Object.keys(received)).toEqual([])
    expect(Object.keys(forwardedHeaders(received, defaultHeaderNames, ada))).toEqual([])
  })
})
