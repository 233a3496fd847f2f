import {
  type AuthMethod,
  bytesToHex,
  type Session,
  type SignedRequestChallenge,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import vectors from '../../../../src/wallet/crypto/fixtures/vectors.json'
import {
  type Answer,
  clientKey,
  credentialsOf,
  openSealedKey,
  provisionWithPasskey,
  type Refused,
  send,
  signedHeaders,
  signInByMail,
  signInByPasskey,
} from '../../fixtures/client.js'
import { createEmulator, type Emulator, type EmulatorOptions, steppedClock } from '../../index.js'

const email = 'ada@example.com'

async function setUp(options: EmulatorOptions = {}): Promise<{
  emulator: Emulator
  id: string
  challenge: () => Promise<Answer<Refused>>
  verify: (otp: string, clientPublicKey?: string) => Promise<Answer<Refused>>
  code: () => string
}> {
  const emulator = createEmulator({ clock: steppedClock(), ...options })
  const { account } = await emulator.provision({ email })
  const [credential] = await credentialsOf(emulator, account)
  const id = credential?.id ?? ''
  return {
    emulator,
    id,
    challenge: () => send(emulator, `POST /auth/credentials/${id}/challenge`),
    verify: (otp, clientPublicKey = clientKey().publicKey) =>
      send(emulator, `POST /auth/credentials/${id}/verify`, {
        body: { type: 'EMAIL_OTP', otp, clientPublicKey },
      }),
    code: () => emulator.inbox.latest(email)?.otp ?? '',
  }
}

const wrong = (code: string): string => (code.startsWith('1') ? '2' : '1') + code.slice(1)
const invalidCode = { status: 401, body: { code: 'UNAUTHORIZED', reason: 'Invalid OTP code' } }

describe('creating an EMAIL_OTP', () => {
  it('creating an EMAIL_OTP as the first credential answers 201 and mails one code, which can be used to sign in', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ credential: false })
    const body = { type: 'EMAIL_OTP', accountId: account.id, email: 'new@example.com' }
    const created = await send<AuthMethod>(emulator, 'POST /auth/credentials', { body })
    expect(created).toMatchObject({
      status: 201,
      body: { type: 'EMAIL_OTP', nickname: 'new@example.com', accountId: account.id },
    })
    expect(emulator.inbox.all()).toHaveLength(1)
    const otp = emulator.inbox.latest('New@Example.com')?.otp
    const verified = await send(emulator, `POST /auth/credentials/${created.body.id}/verify`, {
      body: { type: 'EMAIL_OTP', otp, clientPublicKey: clientKey().publicKey },
    })
    expect(verified.status).toBe(200)
  })

  it('creating an EMAIL_OTP without an address uses the customer’s address', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ credential: false, email })
    await send(emulator, 'POST /auth/credentials', { body: { type: 'EMAIL_OTP', accountId: account.id } })
    expect(emulator.inbox.latest(email)).toBeDefined()
  })

  it('creating an EMAIL_OTP as an additional credential mails one code on the signed retry', async () => {
    const emulator = createEmulator()
    const { account, authenticator, credential } = await provisionWithPasskey(emulator)
    const by = await signInByPasskey(emulator, credential, authenticator)
    const body = { type: 'EMAIL_OTP', accountId: account.id, email }
    const first = await send<SignedRequestChallenge>(emulator, 'POST /auth/credentials', { body })
    expect(first).toMatchObject({ status: 202, body: { type: 'EMAIL_OTP' } })
    expect(emulator.inbox.all()).toEqual([])
    const headers = signedHeaders(first.body, by)
    expect((await send(emulator, 'POST /auth/credentials', { body, headers })).status).toBe(201)
    expect(emulator.inbox.all()).toHaveLength(1)
  })

  it('creating an EMAIL_OTP a second time is refused on the first leg', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision()
    const body = { type: 'EMAIL_OTP', accountId: account.id, email }
    expect(await send(emulator, 'POST /auth/credentials', { body })).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' },
    })
  })

  it('creating an EMAIL_OTP between the two legs of another creation makes the retry fail', async () => {
    const emulator = createEmulator()
    const { account, authenticator, credential } = await provisionWithPasskey(emulator)
    const by = await signInByPasskey(emulator, credential, authenticator)
    const call = 'POST /auth/credentials'
    const bodies = [email, 'other@example.com'].map((address) => ({
      type: 'EMAIL_OTP',
      accountId: account.id,
      email: address,
    }))
    const legs = await Promise.all(
      bodies.map((body) => send<SignedRequestChallenge>(emulator, call, { body })),
    )
    const retries = await Promise.all(
      legs.map((leg, i) => send(emulator, call, { body: bodies[i], headers: signedHeaders(leg.body, by) })),
    )
    expect(retries.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(emulator.inbox.all()).toHaveLength(1)
  })

  it.each([
    ['an unknown account', { accountId: 'InternalAccount:00000000-0000-4000-8000-000000000000' }, 404],
    ['a malformed account id', { accountId: 'x' }, 400],
    ['a malformed address', { email: 'x' }, 400],
  ])('creating an EMAIL_OTP for %s is refused', async (_, change, status) => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ credential: false })
    const body = { type: 'EMAIL_OTP', accountId: account.id, email, ...change }
    expect((await send(emulator, 'POST /auth/credentials', { body })).status).toBe(status)
  })

  it('creating an EMAIL_OTP on an account that is not an embedded wallet is refused', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    const body = { type: 'EMAIL_OTP', accountId: account.id, email }
    expect(await send(emulator, 'POST /auth/credentials', { body })).toMatchObject({
      status: 400,
      body: { details: { issues: ['accountId'] } },
    })
  })
})

describe('challenge', () => {
  it('a challenge mails a code of the configured form and does not change the AuthMethod', async () => {
    const { emulator, challenge, code } = await setUp()
    expect(await challenge()).toMatchObject({ status: 200, body: { type: 'EMAIL_OTP', nickname: email } })
    expect(code()).toMatch(/^\d{6}$/)
    expect(emulator.inbox.latest(email)).toMatchObject({
      sentAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-01T00:05:00.000Z',
    })
    const other = await setUp({ otp: { length: 9, alphanumeric: true, expirationSeconds: 60 } })
    await other.challenge()
    expect(other.code()).toMatch(/^[0-9A-Z]{9}$/)
  })

  it('a challenge also goes to the mailer', async () => {
    const sent: string[] = []
    const { challenge, code } = await setUp({ mailer: async ({ to, otp }) => void sent.push(`${to} ${otp}`) })
    await challenge()
    expect(sent).toEqual([`${email} ${code()}`])
  })

  it('a challenge ignores a body', async () => {
    const { emulator, id } = await setUp()
    const body = { anything: true }
    expect((await send(emulator, `POST /auth/credentials/${id}/challenge`, { body })).status).toBe(200)
  })

  it('a challenge is refused with 429 the fourth time within a minute, with the number of seconds to wait', async () => {
    const { emulator, challenge } = await setUp()
    await challenge()
    await emulator.clock.advance(10_500)
    await challenge()
    await challenge()
    const { status, body, headers } = await challenge()
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '50'])
    expect(emulator.inbox.all()).toHaveLength(3)
    await emulator.clock.advance(49_500)
    expect((await challenge()).status).toBe(200)
    expect((await challenge()).status).toBe(429)
  })

  it('a challenge does not count the code that was mailed at creation', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const { account } = await emulator.provision({ credential: false, email })
    const { body } = await send<AuthMethod>(emulator, 'POST /auth/credentials', {
      body: { type: 'EMAIL_OTP', accountId: account.id },
    })
    const statuses: number[] = []
    for (let i = 0; i < 4; i++)
      statuses.push((await send(emulator, `POST /auth/credentials/${body.id}/challenge`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('a challenge of an unknown credential is 404', async () => {
    const { emulator } = await setUp()
    const call = 'POST /auth/credentials/AuthMethod:00000000-0000-4000-8000-000000000000/challenge'
    expect(await send(emulator, call)).toMatchObject({ status: 404, body: { code: 'REFERENCE_NOT_FOUND' } })
  })
})

describe('verify', () => {
  it('a verification issues a session of 15 minutes whose sealed key opens to the private key of the session', async () => {
    const { emulator, id, challenge, code } = await setUp()
    await challenge()
    const key = clientKey()
    const { status, body } = await send<Session>(emulator, `POST /auth/credentials/${id}/verify`, {
      body: { type: 'EMAIL_OTP', otp: code(), clientPublicKey: key.publicKey },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'EMAIL_OTP', nickname: email, expiresAt: '2026-01-01T00:15:00.000Z' })
    expect(body.id).toMatch(/^Session:/)
    const scalar = await openSealedKey(key, body.encryptedSessionSigningKey)
    expect(scalar).toHaveLength(32)
    expect(emulator.sealedKeyOf(body.id)).toBe(bytesToHex(scalar))
  })

  it('a verification accepts a code only once', async () => {
    const { challenge, verify, code } = await setUp()
    await challenge()
    expect((await verify(code())).status).toBe(200)
    expect(await verify(code())).toMatchObject(invalidCode)
  })

  it('a verification accepts a code only once, even for two simultaneous calls', async () => {
    const { challenge, verify, code } = await setUp()
    await challenge()
    const answers = await Promise.all([verify(code()), verify(code())])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('a verification refuses a wrong code and then still accepts the right one', async () => {
    const { challenge, verify, code } = await setUp()
    await challenge()
    expect(await verify(wrong(code()))).toMatchObject(invalidCode)
    expect((await verify(code())).status).toBe(200)
  })

  it('a verification invalidates a code after five wrong tries', async () => {
    const { challenge, verify, code } = await setUp()
    await challenge()
    for (let i = 0; i < 4; i++) await verify(wrong(code()))
    await challenge()
    for (let i = 0; i < 4; i++) await verify(wrong(code()))
    const last = code()
    expect(await verify(wrong(last))).toMatchObject(invalidCode)
    expect(await verify(last)).toMatchObject(invalidCode)
  })

  it('a verification accepts a code until just before it expires', async () => {
    const first = await setUp()
    await first.challenge()
    await first.emulator.clock.advance(299_999)
    expect((await first.verify(first.code())).status).toBe(200)
    const second = await setUp()
    await second.challenge()
    await second.emulator.clock.advance(300_000)
    expect(await second.verify(second.code())).toMatchObject(invalidCode)
  })

  it('a verification refuses an earlier code after a new one was mailed', async () => {
    const { challenge, verify, code } = await setUp()
    await challenge()
    const earlier = code()
    await challenge()
    if (earlier !== code()) expect(await verify(earlier)).toMatchObject(invalidCode)
    expect((await verify(code())).status).toBe(200)
  })

  it('a verification is refused if no code was ever mailed, and for the sandbox’s magic code', async () => {
    const { challenge, verify } = await setUp()
    expect(await verify('000000')).toMatchObject(invalidCode)
    await challenge()
    expect(await verify('000000')).toMatchObject(invalidCode)
  })

  it('a verification refuses a client public key that was used before, in either case', async () => {
    const { challenge, verify, code } = await setUp()
    await challenge()
    const { publicKey } = clientKey()
    await verify(wrong(code()), publicKey)
    const used = { status: 400, body: { code: 'INVALID_INPUT', details: { issues: ['clientPublicKey'] } } }
    expect(await verify(code(), publicKey)).toMatchObject(used)
    expect(await verify(code(), publicKey.toUpperCase())).toMatchObject(used)
  })

  it.each(vectors.clientPublicKey.invalid)(
    'a verification refuses the client public key $value',
    async ({ value: key }) => {
      const { challenge, verify, code } = await setUp()
      await challenge()
      expect(await verify(code(), key)).toMatchObject({
        status: 400,
        body: { details: { issues: ['clientPublicKey'] } },
      })
      expect((await verify(code())).status).toBe(200)
    },
  )

  it('a verification refuses a proof of another type', async () => {
    const { emulator, id } = await setUp()
    const body = { type: 'OAUTH', oidcToken: 'x', clientPublicKey: clientKey().publicKey }
    expect(await send(emulator, `POST /auth/credentials/${id}/verify`, { body })).toMatchObject({
      status: 400,
      body: { details: { issues: ['type'] } },
    })
  })

  it('a verification delivers the sealed key, but a listed session does not contain it', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision()
    await signInByMail(emulator, account)
    const { body } = await send<{ data: Session[] }>(emulator, `GET /auth/sessions?accountId=${account.id}`)
    expect(body.data).toHaveLength(1)
    expect(Object.keys(body.data[0] ?? {})).not.toContain('encryptedSessionSigningKey')
  })
})
