import { basicAuthorization } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { credentialsOf, send } from '../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../index.js'

const base = 'http://service.test/2025-10-13'
const unknownAccount = 'InternalAccount:00000000-0000-4000-8000-000000000000'
const list = `GET /auth/credentials?accountId=${unknownAccount}`

function bare(emulator: Emulator, path: string, init: RequestInit = {}): Promise<Response> {
  return emulator.fetch(base + path, {
    ...init,
    headers: { authorization: basicAuthorization(emulator.apiToken), ...init.headers },
  })
}

describe('authentication', () => {
  const emulator = createEmulator({
    apiTokens: [
      { tokenId: 'one', clientSecret: 'secret' },
      { tokenId: 'two', clientSecret: 'pässword' },
    ],
  })
  const basic = (tokenId: string, clientSecret: string): Record<string, string> => ({
    authorization: basicAuthorization({ tokenId, clientSecret }),
  })

  it.each([
    ['the first pair', basic('one', 'secret')],
    ['the second pair', basic('two', 'pässword')],
    ['a lower-case scheme', { authorization: `basic ${btoa('one:secret')}` }],
  ])('authentication accepts %s', async (_, headers) => {
    expect(await send(emulator, 'GET /customers', { headers })).toMatchObject({ status: 200 })
  })

  it.each([
    ['a wrong secret', basic('one', 'Secret')],
    ['a secret that only begins right', basic('one', 'secretly')],
    ['a wrong id', basic('three', 'secret')],
    ['the pairs mixed', basic('one', 'pässword')],
    ['another scheme', { authorization: `Bearer ${btoa('one:secret')}` }],
    ['nothing', { authorization: '' }],
  ])('authentication refuses %s with 401 UNAUTHORIZED', async (_, headers) => {
    expect(await send(emulator, list, { headers })).toMatchObject({
      status: 401,
      body: { status: 401, code: 'UNAUTHORIZED', reason: 'Invalid API token' },
    })
  })

  it('authentication comes before routing', async () => {
    const response = await emulator.fetch(`${base}/nowhere`)
    expect(response.status).toBe(401)
  })
})

describe('routing', () => {
  const emulator = createEmulator()

  it('answers an unknown path with 404', async () => {
    expect(await send(emulator, 'GET /nowhere')).toMatchObject({
      status: 404,
      body: { code: 'REFERENCE_NOT_FOUND' },
    })
    expect((await emulator.fetch('http://service.test/auth/credentials')).status).toBe(404)
  })

  it('answers an unknown method of a known path with 405 and the allowed methods', async () => {
    const { status, body, headers } = await send(emulator, 'PUT /auth/credentials')
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST, GET'])
  })

  it('accepts a Request, a URL or a text, with any origin', async () => {
    const headers = { authorization: basicAuthorization(emulator.apiToken) }
    const url = 'http://elsewhere.example:8080/2025-10-13/customers'
    for (const input of [new Request(url, { headers }), new URL(url), url]) {
      const init = input instanceof Request ? undefined : { headers }
      expect((await emulator.fetch(input, init)).status).toBe(200)
    }
  })

  it('decodes an escaped id in the path', async () => {
    const { account } = await emulator.provision()
    const [credential] = await credentialsOf(emulator, account)
    const id = encodeURIComponent(credential?.id ?? '')
    expect(await send(emulator, `POST /auth/credentials/${id}/challenge`)).toMatchObject({ status: 200 })
  })

  it('answers a malformed id in the path like an unknown id', async () => {
    expect(await send(emulator, 'POST /auth/credentials/nonsense/challenge')).toMatchObject({ status: 404 })
  })

  it.each([
    '',
    '?accountId=',
    '?accountId=nonsense',
    `?accountId=${unknownAccount}&accountId=${unknownAccount}`,
  ])('refuses the query %j with 400 and names the field', async (query) => {
    expect(await send(emulator, `GET /auth/credentials${query}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { issues: ['accountId'] } },
    })
  })

  it('answers the lists of an unknown account with 404', async () => {
    const code = 'REFERENCE_NOT_FOUND'
    for (const call of [list, list.replace('credentials', 'sessions')]) {
      expect(await send(emulator, call)).toMatchObject({ status: 404, body: { code } })
    }
  })
})

describe('bodies', () => {
  const emulator = createEmulator()
  const post = (body: BodyInit, type = 'application/json'): Promise<Response> =>
    bare(emulator, '/auth/credentials', { method: 'POST', body, headers: { 'content-type': type } })

  it('bodies are refused with 413 beyond 64 KiB, with or without a content-length', async () => {
    expect((await post('x'.repeat(64 * 1024 + 1))).status).toBe(413)
    const request = new Request(`${base}/auth/credentials`, {
      method: 'POST',
      headers: { 'content-length': '70000', authorization: basicAuthorization(emulator.apiToken) },
      body: '{}',
    })
    expect(await (await emulator.fetch(request)).json()).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    })
    expect((await post(`"${'x'.repeat(64 * 1024 - 2)}"`)).status).toBe(400)
  })

  it('bodies are refused with 415 unless their content type is JSON', async () => {
    expect((await post('{}', 'text/plain')).status).toBe(415)
    expect((await post('{}', 'application/jsonp')).status).toBe(415)
    expect((await post('{}', 'application/json; charset=utf-8')).status).toBe(400)
  })

  it.each(['{', 'undefined', '{"a":1}x', new Uint8Array([0x22, 0xff, 0x22])])(
    'bodies that are not JSON are refused with 400: %s',
    async (body) => {
      expect(await (await post(body)).json()).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    },
  )

  it('bodies are refused with 400 and the paths of the invalid fields', async () => {
    const body = {
      type: 'PASSKEY',
      accountId: unknownAccount,
      nickname: 'a',
      challenge: 'abc',
      attestation: { credentialId: '!' },
    }
    const answer = await send(emulator, 'POST /auth/credentials', { body })
    expect(answer.body).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(answer.body.details.issues).toEqual(
      expect.arrayContaining([
        'attestation.credentialId',
        'attestation.clientDataJson',
        'attestation.attestationObject',
      ]),
    )
  })

  it('bodies are refused with 400 if a required body is missing', async () => {
    expect(await send(emulator, 'POST /auth/credentials')).toMatchObject({ status: 400 })
  })
})

describe('every answer', () => {
  it('every answer has the Date of the emulator’s clock', async () => {
    const emulator = createEmulator({ clock: steppedClock(Date.parse('2030-05-06T07:08:09Z')) })
    const calls = [list, 'GET /nowhere', 'PUT /auth/credentials', 'POST /auth/credentials']
    for (const call of calls) {
      expect((await send(emulator, call)).headers.get('date')).toBe('Mon, 06 May 2030 07:08:09 GMT')
    }
    emulator.faults.next('GET /auth/credentials', { status: 503 })
    expect((await send(emulator, list)).headers.get('date')).toBe('Mon, 06 May 2030 07:08:09 GMT')
    expect((await emulator.fetch(`${base}/x`)).headers.get('date')).toBe('Mon, 06 May 2030 07:08:09 GMT')
  })

  it('an error has its reason both at top level and in the details', async () => {
    const { body } = await send(createEmulator(), list, { headers: { authorization: 'x' } })
    expect(body).toEqual({
      status: 401,
      code: 'UNAUTHORIZED',
      message: expect.any(String),
      reason: 'Invalid API token',
      details: { reason: 'Invalid API token' },
    })
  })

  it('an answer is a 500 with the message if a function of the emulator’s options fails', async () => {
    const emulator = createEmulator({ mailer: () => Promise.reject(new Error('no SMTP here')) })
    const { account } = await emulator.provision()
    const [credential] = await credentialsOf(emulator, account)
    expect(await send(emulator, `POST /auth/credentials/${credential?.id}/challenge`)).toMatchObject({
      status: 500,
      body: { code: 'INTERNAL_ERROR', message: 'no SMTP here' },
    })
  })
})

describe('aborted request', () => {
  it('an aborted request rejects with the signal’s reason and is still processed', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const { account } = await emulator.provision({ email: 'ada@example.com' })
    const [credential] = await credentialsOf(emulator, account)
    const path = `/auth/credentials/${credential?.id}/challenge`
    emulator.faults.next('POST /auth/credentials/{id}/challenge', { delay: 1000 })
    const controller = new AbortController()
    const answer = bare(emulator, path, { method: 'POST', signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
    await expect.poll(() => emulator.requests().at(-1)?.path).toContain('/challenge')
    await emulator.clock.advance(1000)
    await expect.poll(() => emulator.inbox.latest('ada@example.com')).toBeDefined()
  })
})

describe('request log', () => {
  it('the request log shows the requests with secrets redacted', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision()
    const [credential] = await credentialsOf(emulator, account)
    const body = { type: 'EMAIL_OTP', otp: '123456', clientPublicKey: '04' }
    await send(emulator, `POST /auth/credentials/${credential?.id}/verify`, {
      body,
      headers: { 'Request-Id': 'r' },
    })
    const [first, last] = emulator.requests()
    expect(first).toMatchObject({
      method: 'GET',
      path: `/auth/credentials?accountId=${account.id}`,
      status: 200,
    })
    expect(last).toMatchObject({
      method: 'POST',
      path: `/auth/credentials/${credential?.id}/verify`,
      status: 400,
      body: { ...body, otp: '[redacted]' },
    })
    expect(last?.headers['request-id']).toBe('r')
    expect(JSON.stringify(emulator.requests())).not.toContain(emulator.apiToken.clientSecret)
    expect(last?.headers['authorization']).toBe('[redacted]')
  })
})

describe('reset', () => {
  it('a reset removes all records, and keeps tokens and keys', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ email: 'ada@example.com', balance: 5 })
    const [credential] = await credentialsOf(emulator, account)
    await send(emulator, `POST /auth/credentials/${credential?.id}/challenge`)
    const { apiToken, exportSigner } = emulator
    emulator.faults.next('GET /auth/credentials', { status: 500 })
    emulator.reset()
    expect(emulator.requests()).toEqual([])
    expect(emulator.inbox.all()).toEqual([])
    expect(emulator.ledger.balances()).toEqual([])
    expect(await send(emulator, `GET /auth/credentials?accountId=${account.id}`)).toMatchObject({
      status: 404,
    })
    expect([emulator.apiToken, emulator.exportSigner]).toEqual([apiToken, exportSigner])
  })
})
