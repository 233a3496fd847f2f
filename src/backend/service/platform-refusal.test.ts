/** Tests which answers of the service are about the platform, and that no other answer counts as such. @module */
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { describe, expect, it, vi } from 'vitest'
import { createClient } from '../../client/index.js'
import {
  ada,
  backendFor,
  idOf,
  json,
  outcome,
  pageRequest,
  quoteOf,
  recordingService,
} from '../fixtures/recording-service.js'

const challenge = `POST /auth/credentials/${idOf('AuthMethod', 1)}/challenge`
const verify = `POST /auth/credentials/${idOf('AuthMethod', 1)}/verify`
const execute = `POST /quotes/${idOf('Quote', 1)}/execute`
const authorize = `POST /quotes/${idOf('Quote', 1)}/authorize`
const resend = `${authorize}/resend`
const list = 'GET /auth/credentials'
const basic = { 'WWW-Authenticate': 'Basic realm="api"' }
const otp = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: `04${'ab'.repeat(64)}` }

/** Makes a call whose answer is given, and returns what the page, `onError` and the audit trail got. */
async function answered(call: string, answer: () => Response) {
  const service = recordingService()
  service.answers.set(`GET /quotes/${idOf('Quote', 1)}`, () => json(quoteOf(1, { accountId: ada })))
  const onError = vi.fn()
  const onEvent = vi.fn()
  const handler = backendFor(service, { onError, onEvent })
  const [method = '', path = ''] = call.split(' ')
  // The owner is looked up before the answer is set, because both may be the same call.
  const lookUp = `/wallet/auth/credentials?accountId=${ada}`
  await handler(pageRequest('GET', lookUp))
  await handler(pageRequest('GET', `/wallet/quotes/${idOf('Quote', 1)}`))
  onEvent.mockClear()
  service.answers.set(call, answer)
  const body = call === verify ? otp : call === authorize ? { code: '123456' } : undefined
  const response = await handler(pageRequest(method, call === list ? lookUp : `/wallet${path}`, body))
  const shown = await response.json().catch(() => undefined)
  return { response, shown, onError, event: onEvent.mock.calls[0]?.[0] }
}

const error =
  (status: number, code = 'UNAUTHORIZED', reason?: string, headers: HeadersInit = {}) =>
  () =>
    json({ status, code, message: 'm', ...(reason && { reason }) }, { status, headers })

describe('an answer about the platform', () => {
  it.each([
    ['a 401 to a read', list, error(401)],
    ['a 401 to the request for a challenge', challenge, error(401)],
    [
      'a 401 with a Basic challenge to a verify call',
      verify,
      error(401, 'UNAUTHORIZED', 'Invalid API token', basic),
    ],
    ['a 401 with a Basic challenge to a payment', execute, error(401, 'UNAUTHORIZED', undefined, basic)],
    [
      'a 401 with two challenges',
      verify,
      error(401, 'UNAUTHORIZED', undefined, { 'WWW-Authenticate': 'Bearer, Basic realm="x"' }),
    ],
    [
      'a 401 whose last challenge is Basic',
      verify,
      error(401, 'UNAUTHORIZED', undefined, { 'WWW-Authenticate': 'Bearer, Basic' }),
    ],
    ['a 403 of a missing permission', challenge, error(403, 'FORBIDDEN')],
    ['a 403 of a firewall', verify, () => new Response('<h1>Forbidden</h1>', { status: 403 })],
    ['a 403 to a release', authorize, error(403, 'PERMISSION_DENIED')],
    ['a 403 to a release without a code', authorize, () => new Response(null, { status: 403 })],
    ['a 403 to the request for another code', resend, error(403, 'PERMISSION_DENIED')],
    ['a 403 to an execution', execute, error(403, 'FORBIDDEN')],
    ['a 401 to the request for another code', resend, error(401)],
    ['a 407', verify, () => new Response(null, { status: 407 })],
  ])('%s becomes a 502, goes to onError, and had no effect', async (_, call, answer) => {
    const { response, shown, onError, event } = await answered(call, answer)
    expect([response.status, shown.code, shown.details]).toEqual([
      502,
      'UPSTREAM_REFUSED',
      { forwarded: false },
    ])
    expect(onError.mock.calls.map(([cause]) => String(cause))).toEqual([
      expect.stringContaining('check `service.tokenId`'),
    ])
    expect(event).toMatchObject({ outcome: 'failed', by: 'backend', code: 'UPSTREAM_REFUSED' })
  })

  it.each([
    ['to a read', list, error(429, 'RATE_LIMITED', undefined, { 'Retry-After': '7' })],
    ['to a payment', execute, error(429, 'RATE_LIMITED', undefined, { 'Retry-After': '7' })],
    ['of a gateway', verify, () => new Response(null, { status: 429, headers: { 'Retry-After': '7' } })],
  ])('a 429 %s becomes a 503 with its Retry-After, and goes to onError', async (_, call, answer) => {
    const { response, shown, onError } = await answered(call, answer)
    expect([response.status, shown.code, response.headers.get('Retry-After')]).toEqual([
      503,
      'UPSTREAM_RATE_LIMITED',
      '7',
    ])
    expect([shown.details, onError.mock.calls.length]).toEqual([{ forwarded: false }, 1])
  })

  it('a 429 without Retry-After becomes a 503 without it', async () => {
    const { response } = await answered(list, error(429, 'RATE_LIMITED'))
    expect([response.status, response.headers.has('Retry-After')]).toEqual([503, false])
  })

  it.each([
    ['a wrong code', verify, error(401, 'UNAUTHORIZED', 'Invalid OTP code')],
    ['a wrong code, with a Basic challenge', verify, error(401, 'UNAUTHORIZED', 'Invalid OTP code', basic)],
    [
      'a wrong stamp, with a Basic challenge',
      execute,
      error(401, 'WALLET_SIGNATURE_INVALID', undefined, basic),
    ],
    ['a wrong stamp', execute, error(401, 'INVALID_SIGNATURE')],
    ['a stamp whose session has ended', execute, error(401)],
    ['a request id that was used', verify, () => new Response(null, { status: 401 })],
    ['a person who is not ready', execute, error(403, 'USER_NOT_READY')],
    ['a limit of the person', execute, error(403, 'VELOCITY_LIMIT_EXCEEDED')],
    ['too many codes', challenge, error(429, 'RATE_LIMITED')],
    ['too many wrong codes', verify, error(429, 'RATE_LIMITED')],
    ['a volume that is used up', execute, error(429, 'DAILY_VOLUME_LIMIT_EXCEEDED')],
    ['a conflict', execute, error(409, 'CONFLICT')],
    ['a wrong code of a payment', authorize, error(400, 'INVALID_INPUT', 'Invalid authorization code')],
    ['a payment that does not wait', authorize, error(409, 'CONFLICT')],
    ['a missing session', authorize, error(409, 'SCA_SESSION_REQUIRED')],
    ['a lock', authorize, error(423, 'ACCOUNT_LOCKED')],
    ['too many tries of a payment', authorize, error(429, 'RATE_LIMITED')],
    ['too many codes of a payment', resend, error(429, 'RATE_LIMITED')],
  ])('is not %s: it is passed on, and onError does not hear of it', async (_, call, answer) => {
    const { response, onError } = await answered(call, answer)
    expect([response.status, onError.mock.calls]).toEqual([answer().status, []])
  })

  it('a token that is revoked while a person signs in is not told as a wrong code', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ email: 'ada@example.com' })
    const service = recordingService()
    const onError = vi.fn()
    const options = { baseUrl: 'https://service.test/2025-10-13', fetch: emulator.fetch }
    const client = createClient({ ...options, auth: { type: 'basic', ...emulator.apiToken } })
    const token = await client.createToken({ name: 'backend', permissions: ['VIEW', 'MANAGE'] })
    const handler = backendFor(service, {
      service: { ...options, tokenId: token.clientId, clientSecret: token.clientSecret },
      authorize: async () => [account.id],
      onError,
    })
    const { data } = await client.listCredentials({ accountId: account.id })
    const path = `/wallet/auth/credentials/${data[0]?.id}`
    expect(await outcome(handler(pageRequest('POST', `${path}/challenge`)))).toBe('200')
    await client.deleteToken({ id: token.id })
    const right = { ...otp, otp: emulator.inbox.latest('ada@example.com')?.otp }
    expect(await outcome(handler(pageRequest('POST', `${path}/verify`, right)))).toBe('502 UPSTREAM_REFUSED')
    expect(onError).toHaveBeenCalledOnce()
  })
})
