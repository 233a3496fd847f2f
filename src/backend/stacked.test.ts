import { describe, expect, it } from 'vitest'
import { testAuthenticator } from '../emulator/fixtures/authenticator.js'
import { clientKey, openSealedKey, stampOf } from '../emulator/fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../emulator/index.js'
import { type BackendOptions, createBackend } from './index.js'

const origin = 'http://localhost:5173'

/** Two customers of one platform, each logged in by a cookie, before the emulator of the service. */
async function platform(options: Partial<BackendOptions> = {}, clock = steppedClock(Date.now())) {
  const emulator = createEmulator({ clock })
  const [ada, bob] = [
    await emulator.provision({ email: 'ada@example.com' }),
    await emulator.provision({ email: 'bob@example.com' }),
  ]
  const accounts: Record<string, readonly string[]> = {
    ada: [ada.account.id],
    bob: [bob.account.id],
  }
  const handler = createBackend({
    service: { baseUrl: 'https://service.test/2025-10-13', ...emulator.apiToken, fetch: emulator.fetch },
    authorize: async (request) => accounts[request.headers.get('Cookie') ?? ''],
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: [origin],
    ...options,
  })
  const page =
    (Cookie: string) =>
    async (call: string, body?: unknown, headers: Record<string, string> = {}) => {
      const [method = '', path = ''] = call.split(' ')
      const answer = await handler(
        new Request(`${origin}/wallet${path}`, {
          method,
          headers: { Cookie, Origin: origin, ...(body === undefined ? {} : json), ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      const text = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
    }
  return { emulator, ada: page('ada'), bob: page('bob'), adaId: ada.account.id, bobId: bob.account.id }
}

const json = { 'Content-Type': 'application/json' }

type Page = Awaited<ReturnType<typeof platform>>['ada']

async function signIn(emulator: Emulator, page: Page, accountId: string, email: string) {
  const { body: list } = await page(`GET /auth/credentials?accountId=${accountId}`)
  const credential: string = list.data[0].id
  await page(`POST /auth/credentials/${credential}/challenge`)
  const key = clientKey()
  const verified = await page(`POST /auth/credentials/${credential}/verify`, {
    type: 'EMAIL_OTP',
    otp: emulator.inbox.latest(email)?.otp,
    clientPublicKey: key.publicKey,
  })
  const scalar = await openSealedKey(key, verified.body.encryptedSessionSigningKey)
  return { credential, session: verified.body, stamp: (text: string) => stampOf(scalar, text) }
}

describe('backend and emulator', () => {
  it('sign in by mail and list the session', async () => {
    const { emulator, ada, adaId } = await platform()
    const { session } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const { status, body, headers } = await ada(`GET /auth/sessions?accountId=${adaId}`)
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [session.id]])
    expect(headers.get('Date')).toBe(new Date(emulator.clock.now()).toUTCString())
  })

  it('give Retry-After back with a 429', async () => {
    const { ada, adaId } = await platform()
    const { body: list } = await ada(`GET /auth/credentials?accountId=${adaId}`)
    let answer = await ada(`POST /auth/credentials/${list.data[0].id}/challenge`)
    for (let n = 0; n < 20 && answer.status !== 429; n += 1) {
      answer = await ada(`POST /auth/credentials/${list.data[0].id}/challenge`)
    }
    expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/)
  })

  it('keep what is one customer from the other', async () => {
    const { emulator, ada, adaId, bob } = await platform()
    const { credential, session, stamp } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const before = emulator.requests().length
    const calls = [
      await bob(`GET /auth/sessions?accountId=${adaId}`),
      await bob(`POST /auth/credentials/${credential}/challenge`),
      await bob(`DELETE /auth/sessions/${session.id}`, undefined, {
        'Service-Wallet-Signature': stamp('x'),
        'Request-Id': 'x',
      }),
      await bob(`POST /internal-accounts/${adaId}/export`, { clientPublicKey: clientKey().publicKey }),
    ]
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(calls.map(() => [403, 'FORBIDDEN']))
    expect(emulator.requests().length).toBe(before)
  })

  it('carry out a signed retry', async () => {
    const { emulator, ada, adaId } = await platform()
    const { session, stamp } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const { status, body } = await ada(`DELETE /auth/sessions/${session.id}`)
    expect(status).toBe(202)
    const signed = {
      'Service-Wallet-Signature': stamp(body.payloadToSign),
      'Request-Id': body.requestId,
    }
    expect((await ada(`DELETE /auth/sessions/${session.id}`, undefined, signed)).status).toBe(204)
  })

  it('refresh a session and know the new one', async () => {
    const { emulator, ada, adaId } = await platform()
    const { session, stamp } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const body = { clientPublicKey: clientKey().publicKey }
    const challenge = await ada(`POST /auth/sessions/${session.id}/refresh`, body)
    const refreshed = await ada(`POST /auth/sessions/${session.id}/refresh`, body, {
      'Service-Wallet-Signature': stamp(challenge.body.payloadToSign),
      'Request-Id': challenge.body.requestId,
    })
    expect(refreshed.status).toBe(201)
    const before = emulator.requests().length
    expect((await ada(`DELETE /auth/sessions/${refreshed.body.id}`)).status).toBe(202)
    expect(emulator.requests().length).toBe(before + 1)
  })

  it('register a passkey once, across the signed retry', async () => {
    const { emulator, ada, adaId } = await platform()
    const { stamp } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const authenticator = await testAuthenticator()
    const nickname = 'Laptop'
    const options = await ada('POST /auth/passkey-registration-options', { accountId: adaId, nickname })
    const { challenge } = options.body
    const attestation = await authenticator.create(challenge, { origin, rpId: options.body.rp.id })
    const body = { type: 'PASSKEY', accountId: adaId, nickname, challenge, attestation }
    const first = await ada('POST /auth/credentials', body)
    expect(first.status).toBe(202)
    const signed = {
      'Service-Wallet-Signature': stamp(first.body.payloadToSign),
      'Request-Id': first.body.requestId,
    }
    const other = await ada('POST /auth/credentials', { ...body, nickname: 'Other' }, signed)
    expect([other.status, other.body.code]).toEqual([400, 'INVALID_INPUT'])
    const created = await ada('POST /auth/credentials', body, signed)
    expect([created.status, created.body.nickname]).toEqual([201, nickname])
    const before = emulator.requests().length
    expect((await ada('POST /auth/credentials', body)).status).toBe(400)
    expect(emulator.requests().length).toBe(before)
    const again = await ada('POST /auth/passkey-registration-options', { accountId: adaId, nickname })
    expect(again.body.excludeCredentials).toEqual([{ type: 'public-key', id: authenticator.credentialId }])
  })

  it('turn a lost answer into 502 and a late one into what it is', async () => {
    const { emulator, ada, adaId } = await platform()
    emulator.faults.next('GET /auth/sessions', { answer: 'lost' })
    const lost = await ada(`GET /auth/sessions?accountId=${adaId}`)
    expect([lost.status, lost.body.code]).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    emulator.faults.next('GET /auth/sessions', { status: 503 })
    expect((await ada(`GET /auth/sessions?accountId=${adaId}`)).status).toBe(503)
  })

  it('pass the refusal of wrong platform credentials on', async () => {
    const emulator = createEmulator()
    const service = { baseUrl: 'https://service.test/2025-10-13', tokenId: 'wrong', clientSecret: 'wrong' }
    const { ada, adaId } = await platform({ service: { ...service, fetch: emulator.fetch } })
    const { status, body } = await ada(`GET /auth/sessions?accountId=${adaId}`)
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED'])
  })
})
