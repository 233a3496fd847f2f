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
        'Wallet-Signature': 'eyJhIjoxfQ',
        'Wallet-Request-Id': 'Request:0b',
        Authorization: 'Bearer page',
        Cookie: 'login=1',
        Origin: 'https://app.example.com',
        'X-Forwarded-For': '1.2.3.4',
        'Idempotency-Key': 'of a proxy',
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
    await backendFor(service)(
      pageRequest('POST', `/wallet${path}`, undefined, { 'Wallet-Idempotency-Key': 'once' }),
    )
    const expected = bytesToBase64url(await sha256(utf8(`${ada}\nonce`)))
    expect(service.arrived.at(-1)?.headers.get('Idempotency-Key')).toBe(expected)
  })

  it('the same idempotency key of two accounts is forwarded as two different keys', async () => {
    const service = recordingService()
    const handler = backendFor(service, { authorize: async () => [ada, bob] })
    for (const accountId of [ada, bob]) {
      await handler(
        pageRequest('GET', `/wallet/auth/sessions?accountId=${accountId}`, undefined, {
          'Wallet-Idempotency-Key': 'k',
        }),
      )
    }
    const [first, second] = service.arrived.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first).not.toBe(second)
  })

  it('the header names of the deployment apply to requests to the service', async () => {
    const service = exporting()
    const headerNames = { walletSignature: 'Brand-Wallet-Signature', idempotencyKey: 'X-Idempotency' }
    await backendFor(service, { headerNames })(
      exportRequest({
        'Wallet-Signature': 'stamp',
        'Wallet-Request-Id': 'r',
        'Wallet-Idempotency-Key': 'k',
        'Brand-Wallet-Signature': 'other',
        'X-Idempotency': 'other',
      }),
    )
    const headers = service.arrived[0]?.headers
    expect(headers?.get('Brand-Wallet-Signature')).toBe('stamp')
    expect(headers?.get('Service-Wallet-Signature')).toBeNull()
    expect(headers?.get('Request-Id')).toBe('r')
    expect(headers?.get('X-Idempotency')).toMatch(/^[\w-]{43}$/)
  })

  it.each(['Service-Wallet-Signature', 'Request-Id', 'Idempotency-Key'])(
    'a %s that a page, a script of it or a proxy has set is not forwarded',
    async (name) => {
      const service = exporting()
      await backendFor(service)(exportRequest({ [name]: '|0f8fad5b.1.' }))
      expect(service.arrived.map(({ headers }) => headers.get(name))).toEqual([null])
    },
  )

  it.each([
    ['Wallet-Signature', ''],
    ['Wallet-Signature', 'a b'],
    ['Wallet-Signature', 'a, b'],
    ['Wallet-Signature', 'a\tb'],
    ['Wallet-Signature', 'stämp'],
    ['Wallet-Signature', 'x'.repeat(4097)],
    ['Wallet-Request-Id', 'a b'],
    ['Wallet-Request-Id', 'x'.repeat(257)],
    ['Wallet-Idempotency-Key', 'a b'],
    ['Wallet-Idempotency-Key', 'x'.repeat(257)],
  ])('a request to the service never carries a malformed %s', async (name, value) => {
    const service = exporting()
    expect(await outcome(backendFor(service)(exportRequest({ [name]: value })))).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('headers of the maximum length are forwarded', async () => {
    const headers = {
      'Wallet-Signature': 'x'.repeat(4096),
      'Wallet-Request-Id': 'x'.repeat(256),
      'Wallet-Idempotency-Key': 'x'.repeat(256),
    }
    expect(await outcome(backendFor(exporting())(exportRequest(headers)))).toBe('200')
  })
})

describe('headers of the interface', () => {
  it('headers of the interface that the page did not send are not forwarded', async () => {
    const received = readInterfaceHeaders(new Headers({ 'X-Other': 'x' }))
    expect(Object.keys(received)).toEqual([])
    expect(Object.keys(forwardedHeaders(received, defaultHeaderNames, ada))).toEqual([])
  })
})
