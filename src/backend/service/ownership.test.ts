import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  ada,
  backendFor,
  bob,
  clientPublicKey,
  credentialOf,
  idOf,
  json,
  outcome,
  pageRequest,
  quoteOf,
  recordingService,
  sessionOf,
} from '../fixtures/recording-service.js'
import { createOwnership } from './ownership.js'

const assertion = { credentialId: 'a', clientDataJson: 'a', authenticatorData: 'a', signature: 'a' }
const nickname = 'Key'

describe('a foreign id', () => {
  it.each([
    ['GET', `/auth/credentials?accountId=${bob}`],
    ['GET', `/auth/sessions?accountId=${bob}`],
    ['POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId: bob }],
    ['POST', '/auth/credentials', { type: 'OAUTH', accountId: bob, oidcToken: 'a.b.c' }],
    [
      'POST',
      '/auth/credentials',
      {
        type: 'PASSKEY',
        accountId: bob,
        nickname,
        challenge: 'a',
        attestation: { credentialId: 'a', clientDataJson: 'a', attestationObject: 'a' },
      },
    ],
    ['POST', '/auth/passkey-registration-options', { accountId: bob, nickname }],
    ['POST', `/auth/credentials/${idOf('AuthMethod', 2)}/challenge`, { clientPublicKey }],
    ['POST', `/auth/credentials/${idOf('AuthMethod', 2)}/verify`, { type: 'PASSKEY', assertion }],
    ['DELETE', `/auth/credentials/${idOf('AuthMethod', 2)}`],
    ['POST', `/auth/sessions/${idOf('Session', 2)}/refresh`, { clientPublicKey }],
    ['DELETE', `/auth/sessions/${idOf('Session', 2)}`],
    ['POST', `/internal-accounts/${bob}/export`, { clientPublicKey }],
    ['PATCH', `/internal-accounts/${bob}`, { privateEnabled: true }],
    ['GET', `/quotes/${idOf('Quote', 2)}`],
    ['POST', `/quotes/${idOf('Quote', 2)}/execute`],
    ['GET', `/quotes/${idOf('Quote', 3)}`],
    ['GET', `/quotes/${idOf('Quote', 9)}`],
    ['DELETE', `/auth/sessions/${idOf('Session', 9)}`],
  ])('refuses a foreign id in %s %s and does not forward it', async (method, path, body?: unknown) => {
    const service = recordingService()
    const call = `${method} ${path}`
    if (method !== 'GET') service.answers.set(call, () => json({}))
    const handler = backendFor(service)
    expect(await outcome(handler(pageRequest(method, `/wallet${path}`, body)))).toBe('403 FORBIDDEN')
    const reads = service.calls().filter((made) => made.startsWith('GET '))
    expect(service.calls()).toEqual(reads)
    // At most the one request that looks up the owner.
    expect(reads.length).toBeLessThanOrEqual(1)
    expect(service.calls()).not.toContain(`GET /auth/credentials?accountId=${encodeURIComponent(bob)}`)
  })

  it('refuses an id to someone else right after its owner used it', async () => {
    const service = recordingService()
    const path = `/auth/credentials/${idOf('AuthMethod', 1)}/challenge`
    service.answers.set(`POST ${path}`, () => json(credentialOf(1, ada)))
    const handler = backendFor(service, {
      authorize: async (request) => (request.headers.get('Cookie') === 'ada' ? [ada] : [bob]),
    })
    const as = (Cookie: string) =>
      outcome(handler(pageRequest('POST', `/wallet${path}`, undefined, { Cookie })))
    expect(await as('ada')).toBe('200')
    expect(await as('bob')).toBe('403 FORBIDDEN')
    expect(await as('ada')).toBe('200')
    expect(service.calls().filter((call) => call.startsWith('POST'))).toHaveLength(2)
  })

  it('refuses every id when the caller is authorized for no account', async () => {
    const service = recordingService()
    const handler = backendFor(service, { authorize: async () => [] })
    const path = `/wallet/auth/sessions/${idOf('Session', 1)}`
    expect(await outcome(handler(pageRequest('DELETE', path)))).toBe('403 FORBIDDEN')
    expect(service.arrived).toEqual([])
  })

  it.each([
    ['the page', (id: string) => ({ listed: id, sent: id.toUpperCase().replace('SESSION', 'Session') })],
    ['the service', (id: string) => ({ listed: id.toUpperCase(), sent: id })],
  ])(
    'an id whose UUID %s writes in upper case is the same id, and is forwarded in lower case',
    async (_, spell) => {
      const service = recordingService()
      const id = 'Session:abcdef00-0000-4000-8000-000000000000'
      const { listed, sent } = spell(id)
      service.answers.set('GET /auth/sessions', () => json({ data: [{ ...sessionOf(1, ada), id: listed }] }))
      await backendFor(service)(pageRequest('DELETE', `/wallet/auth/sessions/${sent}`))
      expect(service.calls().at(-1)).toBe(`DELETE /auth/sessions/${id}`)
    },
  )

  it('an account that `authorize` returns in upper case is the same account', async () => {
    const service = recordingService()
    const account = 'InternalAccount:abcdef00-0000-4000-8000-000000000000'
    const authorize = async () => [account.toUpperCase().replace('INTERNALACCOUNT', 'InternalAccount')]
    service.answers.set('GET /auth/credentials', () => json({ data: [] }))
    const handler = backendFor(service, { authorize })
    expect(await outcome(handler(pageRequest('GET', `/wallet/auth/credentials?accountId=${account}`)))).toBe(
      '200',
    )
  })
})

describe('what is known of owners', () => {
  const answered = (status: number, value: unknown) => ({
    status,
    headers: new Headers(),
    bytes: new Uint8Array(),
    value,
  })
  const asker = (...accounts: string[]) => ({
    accounts,
    key: accounts.join(),
    lookingUp: async () => {},
  })
  const answering = (status: number, value: unknown) => createOwnership(async () => answered(status, value))
  const credential = credentialOf(1, ada)

  it.each([
    [199, undefined],
    [200, ada],
    [202, ada],
    [299, ada],
    [300, undefined],
    [404, undefined],
  ])('learns the owner from an answer with status %i: %s', async (status, owner) => {
    const ownership = answering(404, {})
    ownership.learn(answered(status, credential))
    expect(await ownership.ownerOf('AuthMethod', idOf('AuthMethod', 1), asker())).toBe(owner)
  })

  it('learns no owner from an answer that is not JSON', async () => {
    const ownership = answering(200, { data: [] })
    ownership.learn(answered(200, undefined))
    expect(await ownership.ownerOf('AuthMethod', idOf('AuthMethod', 1), asker(ada))).toBeUndefined()
  })

  it('learns no owner of an id of a type that no built-in call uses', async () => {
    const ownership = answering(200, { data: [{ id: idOf('Customer', 1), accountId: ada }] })
    expect(await ownership.ownerOf('Customer', idOf('Customer', 1), asker(ada))).toBeUndefined()
  })

  it('an id that was found and then forgotten is looked up again at once', async () => {
    const ownership = answering(200, { data: [credential] })
    const asked = () => ownership.ownerOf('AuthMethod', idOf('AuthMethod', 1), asker(ada))
    expect(await asked()).toBe(ada)
    const others = Array.from({ length: 10_000 }, (_, n) => credentialOf(n + 2, ada))
    ownership.learn(answered(200, { data: others }))
    expect(ownership.credentialType(idOf('AuthMethod', 1))).toBeUndefined()
    expect(await asked()).toBe(ada)
  })

  it('an answer of another form is not a list of credentials, and says nothing about the owner of a quote', async () => {
    expect(await answering(200, { data: [credential] }).credentialsOf(ada)).toEqual([credential])
    const error = { status: 404, code: 'REFERENCE_NOT_FOUND', message: 'no' }
    const unreachable = { code: 'UPSTREAM_UNREACHABLE' }
    for (const [status, value] of [
      [404, error],
      [404, { data: [credential] }],
      [200, undefined],
      [200, credential],
      [200, { data: credential }],
      [206, { data: [] }],
    ] as const)
      await expect(answering(status, value).credentialsOf(ada)).rejects.toMatchObject(unreachable)
    expect(
      await answering(404, error).ownerOf('AuthMethod', idOf('AuthMethod', 1), asker(ada)),
    ).toBeUndefined()
    const quote = idOf('Quote', 1)
    expect(await answering(404, error).ownerOf('Quote', quote, asker(ada))).toBeUndefined()
    for (const [status, value] of [
      [404, '<html>'],
      [500, error],
    ] as const)
      await expect(answering(status, value).ownerOf('Quote', quote, asker(ada))).rejects.toMatchObject(
        unreachable,
      )
  })
})

describe('proofs of ownership', () => {
  const challenge = (digit: number) => `/auth/credentials/${idOf('AuthMethod', digit)}/challenge`

  it('a proof of ownership needs one look-up for each authorized account, and is remembered', async () => {
    const service = recordingService()
    service.answers.set(`POST ${challenge(2)}`, () => json({}))
    const handler = backendFor(service, { authorize: async () => [ada, bob] })
    for (const _ of [1, 2]) {
      expect(await outcome(handler(pageRequest('POST', `/wallet${challenge(2)}`)))).toBe('200')
    }
    expect(service.calls()).toEqual([
      `GET /auth/credentials?accountId=${encodeURIComponent(ada)}`,
      `GET /auth/credentials?accountId=${encodeURIComponent(bob)}`,
      `POST ${challenge(2)}`,
      `POST ${challenge(2)}`,
    ])
  })

  it('an id without an owner is looked up again after five seconds, and not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const service = recordingService()
    const handler = backendFor(service)
    const asked = () => outcome(handler(pageRequest('POST', `/wallet${challenge(7)}`)))
    expect(await asked()).toBe('403 FORBIDDEN')
    service.answers.set('GET /auth/credentials', () => json({ data: [credentialOf(7, ada)] }))
    service.answers.set(`POST ${challenge(7)}`, () => json({}))
    vi.setSystemTime(Date.now() + 4_999)
    expect(await asked()).toBe('403 FORBIDDEN')
    expect(service.calls().filter((call) => call.startsWith('GET'))).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    expect(await asked()).toBe('200')
  })

  it('concurrent requests share one look-up for a proof of ownership', async () => {
    const service = recordingService()
    service.answers.set(`POST ${challenge(1)}`, () => json({}))
    const handler = backendFor(service)
    const ask = () => outcome(handler(pageRequest('POST', `/wallet${challenge(1)}`)))
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['200', '200', '200'])
    expect(service.calls().filter((call) => call.startsWith('GET'))).toHaveLength(1)
  })

  it('a shared look-up gives another user no access', async () => {
    const service = recordingService()
    const handler = backendFor(service, {
      authorize: async (request) => (request.headers.get('Cookie') === 'ada' ? [ada] : [bob]),
    })
    service.answers.set(`POST /quotes/${idOf('Quote', 1)}/execute`, () => json({}))
    const as = (Cookie: string) =>
      outcome(
        handler(pageRequest('POST', `/wallet/quotes/${idOf('Quote', 1)}/execute`, undefined, { Cookie })),
      )
    expect(await Promise.all([as('ada'), as('bob')])).toEqual(['200', '403 FORBIDDEN'])
    expect(service.calls().filter((call) => call.startsWith('GET /quotes'))).toHaveLength(1)
  })

  it.each([
    ['lists', 'GET', `/auth/credentials?accountId=${ada}`, undefined, json({ data: [credentialOf(7, ada)] })],
    [
      'new credentials',
      'POST',
      '/auth/credentials',
      { type: 'EMAIL_OTP', accountId: ada },
      json(credentialOf(7, ada)),
    ],
  ])(
    'a proof of ownership is learned from the forwarded answer to %s',
    async (_, method, path, body, answer) => {
      const service = recordingService()
      service.answers.set(`${method} /auth/credentials`, () => answer.clone())
      service.answers.set(`POST ${challenge(7)}`, () => json({}))
      const handler = backendFor(service)
      await handler(pageRequest(method, `/wallet${path}`, body))
      expect(await outcome(handler(pageRequest('POST', `/wallet${challenge(7)}`)))).toBe('200')
      expect(service.arrived).toHaveLength(2)
    },
  )

  it('a proof of ownership is learned from the sessions that a verify or refresh call issues', async () => {
    const service = recordingService()
    const verify = `/auth/credentials/${idOf('AuthMethod', 1)}/verify`
    const refresh = `/auth/sessions/${idOf('Session', 7)}/refresh`
    const revoke = `/auth/sessions/${idOf('Session', 8)}`
    service.answers.set(`POST ${verify}`, () => json(sessionOf(7, ada)))
    service.answers.set(`POST ${refresh}`, () => json(sessionOf(8, ada), { status: 201 }))
    service.answers.set(`DELETE ${revoke}`, () => json({}, { status: 202 }))
    const handler = backendFor(service)
    const otp = { type: 'EMAIL_OTP', otp: '1', clientPublicKey }
    await handler(pageRequest('POST', `/wallet${verify}`, otp))
    await handler(pageRequest('POST', `/wallet${refresh}`, { clientPublicKey }))
    expect(await outcome(handler(pageRequest('DELETE', `/wallet${revoke}`)))).toBe('202')
    expect(service.calls().slice(1)).toEqual([`POST ${verify}`, `POST ${refresh}`, `DELETE ${revoke}`])
  })

  it('a proof of ownership is not learned from an error', async () => {
    const service = recordingService()
    service.answers.set('POST /auth/credentials', () => json(credentialOf(2, ada), { status: 400 }))
    const handler = backendFor(service)
    await handler(pageRequest('POST', '/wallet/auth/credentials', { type: 'EMAIL_OTP', accountId: ada }))
    expect(await outcome(handler(pageRequest('POST', `/wallet${challenge(2)}`)))).toBe('403 FORBIDDEN')
  })

  it('a proof of ownership covers credentials of types that this version does not know', async () => {
    const service = recordingService()
    const data = [credentialOf(1, ada, { type: 'MAGIC_LINK', nickname: '+491' })]
    service.answers.set('GET /auth/credentials', () => json({ data }))
    service.answers.set(`POST ${challenge(1)}`, () => json({}))
    expect(await outcome(backendFor(service)(pageRequest('POST', `/wallet${challenge(1)}`)))).toBe('200')
  })

  it('a pending look-up of one account or list is not used for another', async () => {
    const service = recordingService()
    const paths = [
      `/auth/credentials/${idOf('AuthMethod', 1)}`,
      `/auth/credentials/${idOf('AuthMethod', 2)}`,
      `/auth/sessions/${idOf('Session', 1)}`,
    ]
    for (const path of paths) service.answers.set(`DELETE ${path}`, () => json({}))
    const handler = backendFor(service, {
      authorize: async (request) => (request.headers.get('Cookie') === 'ada' ? [ada] : [bob]),
    })
    const [own, others, session] = paths.map((path, index) =>
      outcome(
        handler(pageRequest('DELETE', `/wallet${path}`, undefined, { Cookie: index === 1 ? 'bob' : 'ada' })),
      ),
    )
    expect([await own, await others, await session]).toEqual(['200', '200', '200'])
  })

  it.each([
    [401, '502 UPSTREAM_REFUSED'],
    [403, '502 UPSTREAM_REFUSED'],
    [429, '503 UPSTREAM_RATE_LIMITED'],
    [500, '502 UPSTREAM_UNREACHABLE'],
  ])(
    'when the service answers the look-up of an owner with %i, the page gets %s',
    async (status, refusal) => {
      const service = recordingService()
      service.answers.set('GET /auth/credentials', () => json({ data: [credentialOf(1, ada)] }, { status }))
      const onError = vi.fn()
      const answer = backendFor(service, { onError })(pageRequest('POST', `/wallet${challenge(1)}`))
      expect(await outcome(answer)).toBe(refusal)
      expect(service.arrived).toHaveLength(1)
      const told = onError.mock.calls.flat()
      expect(told.map(({ name, message }) => [name, message.includes(String(status))])).toEqual([
        ['Error', true],
      ])
    },
  )

  it('a proof of ownership is tried again after a failed look-up', async () => {
    const service = recordingService()
    const good = service.answers.get('GET /auth/credentials')
    service.answers.set('GET /auth/credentials', () => Promise.reject(new Error('down')))
    service.answers.set(`POST ${challenge(1)}`, () => json({}))
    const handler = backendFor(service)
    const ask = () => outcome(handler(pageRequest('POST', `/wallet${challenge(1)}`)))
    expect(await ask()).toBe('502 UPSTREAM_UNREACHABLE')
    if (good !== undefined) service.answers.set('GET /auth/credentials', good)
    expect(await ask()).toBe('200')
  })

  it('the owner of a quote is its source account, which is read once', async () => {
    const service = recordingService()
    const path = `/quotes/${idOf('Quote', 1)}`
    service.answers.set(`POST ${path}/execute`, () => json(quoteOf(1, { accountId: ada })))
    const handler = backendFor(service)
    for (const _ of [1, 2]) {
      expect(await outcome(handler(pageRequest('POST', `/wallet${path}/execute`)))).toBe('200')
    }
    const ofQuote = service.calls().filter((call) => call.includes(path))
    expect(ofQuote).toEqual([`GET ${path}`, `POST ${path}/execute`, `POST ${path}/execute`])
  })

  it('a quote that is answered under another id does not prove ownership', async () => {
    const service = recordingService()
    const path = `/quotes/${idOf('Quote', 5)}`
    service.answers.set(`GET ${path}`, () => json(quoteOf(1, { accountId: ada })))
    expect(await outcome(backendFor(service)(pageRequest('GET', `/wallet${path}`)))).toBe('403 FORBIDDEN')
  })
})
