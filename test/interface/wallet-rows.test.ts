/**
 * Tests every magic value, every row of the error table and every limit of credentials and signed retries, over HTTP.
 * @module
 */
import { UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { testAuthenticator } from '../../emulator/src/fixtures/authenticator.js'
import {
  type Answer,
  clientKey,
  credentialsOf,
  nonceOf,
  passkeyBody,
  provisionWithPasskey,
  type Refused,
  signedSend,
} from '../../emulator/src/fixtures/client.js'
import type { TokenClaims } from '../../emulator/src/index.js'
import type { AuthMethod, CredentialChallenge } from '../../src/wire/credentials.js'
import type { InternalAccount } from '../../src/wire/internal-accounts.js'
import type { Quote } from '../../src/wire/quotes.js'
import type { SealedSession } from '../../src/wire/sessions.js'
import type { SignedRequestChallenge } from '../../src/wire/signed-request-challenge.js'
import { startService } from './service.js'

const service = await startService()
const { emulator, call, got, pass } = service
afterAll(service.close)

const magicStamp = { stamp: () => 'sandbox-valid-signature' }

/** Creates a wallet whose only credential is an EMAIL_OTP. */
async function mailWallet(): Promise<{ readonly account: InternalAccount; readonly mail: AuthMethod }> {
  const { account } = await emulator.provision({ balance: 10_000_000 })
  const [mail] = await credentialsOf(emulator, account)
  if (!mail) throw new Error('The account has no credential.')
  return { account, mail }
}

const otpProof = (otp = '000000'): object => ({
  type: 'EMAIL_OTP',
  otp,
  clientPublicKey: clientKey().publicKey,
})

const verify = (id: string, body: object, headers = {}): Promise<Answer<SealedSession & Refused>> =>
  call(`POST /auth/credentials/${id}/verify`, body, headers)

/** Verifies a passkey with a signature that is compared only with the magic one. */
async function verifyPasskey(id: string, signature: string): Promise<Answer<SealedSession & Refused>> {
  const body = { clientPublicKey: clientKey().publicKey }
  const { requestId = '' } = await got<CredentialChallenge>(
    200,
    `POST /auth/credentials/${id}/challenge`,
    body,
  )
  const assertion = { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature }
  return verify(id, { type: 'PASSKEY', assertion }, { 'Request-Id': requestId })
}

const unsigned = (iss: string): string =>
  `${new UnsecuredJWT({ iss, sub: 'ada', email: 'ada@example.com' }).encode()}c2ln`
const google = 'https://accounts.google.com'

const createOauth = async (oidcToken: string): Promise<Answer<AuthMethod & Refused>> => {
  const { account } = await emulator.provision({ credential: false })
  return call('POST /auth/credentials', { type: 'OAUTH', accountId: account.id, oidcToken })
}

const oauthProof = (oidcToken: string): object => ({
  type: 'OAUTH',
  oidcToken,
  clientPublicKey: clientKey().publicKey,
})

describe('magic values', () => {
  it('the magic otp on verify needs no code sent, and the key is a stub (Sandbox test behaviors; Session)', async () => {
    const { mail } = await mailWallet()
    const before = emulator.inbox.all().length
    const { status, body } = await verify(mail.id, otpProof())
    expect([status, body.encryptedSessionSigningKey.length > 100]).toEqual([200, true])
    expect([emulator.inbox.all().length, emulator.sealedKeyOf(body.id)]).toEqual([before, undefined])
  })

  it('the magic assertion.signature on verify accepts the rest of the assertion as it is (Sandbox test behaviors)', async () => {
    const { credential } = await provisionWithPasskey(emulator)
    expect((await verifyPasskey(credential.id, 'sandbox-valid-passkey-signature')).status).toBe(200)
  })

  it('the magic assertion.signature on verify still needs the clientPublicKey of the challenge (Sandbox test behaviors)', async () => {
    const { credential } = await provisionWithPasskey(emulator)
    expect((await call(`POST /auth/credentials/${credential.id}/challenge`, {})).status).toBe(400)
  })

  it('the magic oidcToken is accepted by verify (Sandbox test behaviors)', async () => {
    const { body } = await createOauth(unsigned(google))
    expect((await verify(body.id, oauthProof('sandbox-valid-oidc-token'))).status).toBe(200)
  })

  it('the magic oidcToken does not create: that takes a token in three parts of a recognised issuer (Sandbox test behaviors)', async () => {
    expect((await createOauth('sandbox-valid-oidc-token')).status).toBe(401)
    expect((await createOauth(unsigned('https://unknown.example'))).status).toBe(401)
    expect((await createOauth(unsigned(google).replace(/\.[^.]*$/, ''))).status).toBe(401)
    expect(await createOauth(unsigned(google))).toMatchObject({
      status: 201,
      body: { nickname: 'ada@example.com' },
    })
  })

  interface Signed {
    readonly operation: string
    readonly status: number
    readonly request: (wallet: Awaited<ReturnType<typeof mailWallet>>) => Promise<readonly [string, unknown?]>
  }
  const signed: readonly Signed[] = [
    {
      operation: 'adding a credential',
      status: 201,
      request: async ({ account }) => [
        'POST /auth/credentials',
        { type: 'OAUTH', accountId: account.id, oidcToken: unsigned(google) },
      ],
    },
    {
      operation: 'revoking a credential',
      status: 204,
      async request({ account, mail }) {
        const oauth = { type: 'OAUTH', accountId: account.id, oidcToken: unsigned(google) }
        await signedSend(emulator, magicStamp, 'POST /auth/credentials', oauth)
        return [`DELETE /auth/credentials/${mail.id}`]
      },
    },
    {
      operation: 'revoking a session',
      status: 204,
      request: async ({ mail }) => [`DELETE /auth/sessions/${(await verify(mail.id, otpProof())).body.id}`],
    },
    {
      operation: 'exporting a wallet',
      status: 200,
      request: async ({ account }) => [
        `POST /internal-accounts/${account.id}/export`,
        { clientPublicKey: clientKey().publicKey },
      ],
    },
    {
      operation: 'updating a wallet’s privacy',
      status: 200,
      request: async ({ account }) => [`PATCH /internal-accounts/${account.id}`, { privateEnabled: true }],
    },
  ]

  it.each(signed)(
    'the magic Service-Wallet-Signature passes on $operation (Sandbox test behaviors; Signed-retry rules)',
    async ({ request, status }) => {
      const [text, body] = await request(await mailWallet())
      const { payloadToSign, requestId, expiresAt } = await got<SignedRequestChallenge>(202, text, body)
      expect([payloadToSign, Date.parse(expiresAt) - emulator.clock.now()]).toEqual([
        expect.any(String),
        300_000,
      ])
      const headers = { 'Request-Id': requestId, 'Service-Wallet-Signature': 'sandbox-valid-signature' }
      const wrong = { ...headers, 'Service-Wallet-Signature': 'sandbox-valid-signature!' }
      expect(await call(text, body, wrong)).toMatchObject({
        status: 401,
        body: { reason: 'Invalid Service-Wallet-Signature' },
      })
      expect((await call(text, body, headers)).status).toBe(status)
    },
  )

  it('the magic Service-Wallet-Signature passes on executing a quote from an embedded wallet (Sandbox test behaviors; Signed-retry rules)', async () => {
    const { account } = await mailWallet()
    const to = await service.customer({ currency: 'EUR' })
    const { id, payloadToSign } = await got<Quote>(201, 'POST /quotes', {
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: to.account.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    })
    expect(payloadToSign).toEqual(expect.any(String))
    const text = `POST /quotes/${id}/execute`
    expect((await call(text)).status).toBe(401)
    const headers = { 'Service-Wallet-Signature': 'sandbox-valid-signature' }
    expect((await call(text, undefined, headers)).status).toBe(200)
  })
})

describe('errors', () => {
  const passkey = async (account: InternalAccount): Promise<object> =>
    passkeyBody(account, await testAuthenticator())

  it('a second EMAIL_OTP is 400 EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS (Endpoints, credentials and sessions; Errors)', async () => {
    const { account } = await mailWallet()
    const body = { type: 'EMAIL_OTP', accountId: account.id, email: 'other@example.com' }
    expect(await call('POST /auth/credentials', body)).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' },
    })
  })

  it('a second PASSKEY is 400 PASSKEY_CREDENTIAL_ALREADY_EXISTS (Endpoints, credentials and sessions; Errors)', async () => {
    const { account } = await provisionWithPasskey(emulator)
    expect(await call('POST /auth/credentials', await passkey(account))).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS' },
    })
  })

  it('revoking the only credential is 400 (AuthMethod; Endpoints, credentials and sessions)', async () => {
    const { mail } = await mailWallet()
    expect((await call(`DELETE /auth/credentials/${mail.id}`)).status).toBe(400)
  })

  interface Reason {
    readonly check: string
    readonly reason: string
    readonly request: () => Promise<Answer<Refused>>
  }
  const reasons: readonly Reason[] = [
    {
      check: 'a one-time code',
      reason: 'Invalid OTP code',
      request: async () => verify((await mailWallet()).mail.id, otpProof('000001')),
    },
    {
      check: 'a passkey’s signature',
      reason: 'Invalid passkey signature',
      request: async () => verifyPasskey((await provisionWithPasskey(emulator)).credential.id, 'x'),
    },
    {
      check: 'an ID token',
      reason: 'Invalid OIDC token',
      request: async () => verify((await createOauth(unsigned(google))).body.id, oauthProof('x')),
    },
    {
      check: 'a wallet signature',
      reason: 'Invalid Service-Wallet-Signature',
      async request() {
        const { account } = await mailWallet()
        const text = `PATCH /internal-accounts/${account.id}`
        return signedSend(emulator, { stamp: () => 'x' }, text, { privateEnabled: true })
      },
    },
  ]
  it.each(reasons)(
    'a failed check of $check is 401 UNAUTHORIZED with a reason (Authentication; Errors)',
    async ({ reason, request }) => {
      expect(await request()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', reason } })
    },
  )

  it('a used requestId is 401 (Errors)', async () => {
    const { account } = await mailWallet()
    const [text, body] = [`PATCH /internal-accounts/${account.id}`, { privateEnabled: true }]
    const { requestId } = await got<SignedRequestChallenge>(202, text, body)
    const headers = { 'Request-Id': requestId, 'Service-Wallet-Signature': magicStamp.stamp() }
    expect((await call(text, body, headers)).status).toBe(200)
    expect((await call(text, body, headers)).status).toBe(401)
  })

  it('too many challenges are refused with 429 and Retry-After, and accepted once that time has passed (Endpoints, credentials and sessions; Errors)', async () => {
    const { mail } = await mailWallet()
    const challenge = (): Promise<Answer<Refused>> => call(`POST /auth/credentials/${mail.id}/challenge`)
    let answer = await challenge()
    for (let turn = 0; turn < 10 && answer.status === 200; turn++) answer = await challenge()
    const seconds = Number(answer.headers.get('Retry-After'))
    expect([answer.status, answer.body.code, seconds > 0]).toEqual([429, 'RATE_LIMITED', true])
    await pass(seconds * 1000 - 1)
    expect((await challenge()).status).toBe(429)
    await pass(1)
    expect((await challenge()).status).toBe(200)
  })
})

describe('limits of the wallet', () => {
  it('an ID token is 60 seconds old at most, on create and on verify (Endpoints, credentials and sessions; Limits)', async () => {
    // When a credential is created, the sandbox checks only the issuer of the token. So the age is tested in strict
    // mode.
    const strict = await startService({ mode: 'strict' })
    const now = strict.emulator.clock.now() / 1000
    const token = (claims: Omit<TokenClaims, 'sub'>): Promise<string> =>
      strict.emulator.issuer.token({ sub: 'ada', ...claims })
    const create = async (iat: number): Promise<Answer<AuthMethod>> => {
      const { account } = await strict.emulator.provision({ credential: false })
      return strict.call('POST /auth/credentials', {
        type: 'OAUTH',
        accountId: account.id,
        oidcToken: await token({ iat }),
      })
    }
    const { body } = await create(now)
    const prove = async (iat: number): Promise<number> => {
      const { publicKey } = clientKey()
      const oidcToken = await token({ iat, nonce: await nonceOf(publicKey) })
      const proof = { type: 'OAUTH', oidcToken, clientPublicKey: publicKey }
      return (await strict.call(`POST /auth/credentials/${body.id}/verify`, proof)).status
    }
    expect([(await create(now - 60)).status, (await create(now - 61)).status]).toEqual([201, 401])
    expect([await prove(now - 60), await prove(now - 61)]).toEqual([200, 401])
    await strict.close()
  })

  it('a signed request can be made until just before expiresAt, five minutes (Limits; Signed-request challenge)', async () => {
    const { account } = await mailWallet()
    const [text, body] = [`PATCH /internal-accounts/${account.id}`, { privateEnabled: true }]
    const early = await got<SignedRequestChallenge>(202, text, body)
    const late = await got<SignedRequestChallenge>(202, text, body)
    const retry = async ({ requestId }: SignedRequestChallenge): Promise<number> => {
      const headers = { 'Request-Id': requestId, 'Service-Wallet-Signature': magicStamp.stamp() }
      return (await call(text, body, headers)).status
    }
    const life = Date.parse(early.expiresAt) - emulator.clock.now()
    expect(life).toBe(300_000)
    await pass(life - 1)
    expect(await retry(early)).toBe(200)
    await pass(1)
    expect(await retry(late)).toBe(401)
  })

  it('an account has one PASSKEY, one EMAIL_OTP and any number of OAUTHs, on one page, and keeps one (AuthMethod; Endpoints, credentials and sessions)', async () => {
    const { account, mail } = await mailWallet()
    const add = (body: object): Promise<Answer<Refused>> =>
      signedSend(emulator, magicStamp, 'POST /auth/credentials', body)
    const passkey = await passkeyBody(account, await testAuthenticator())
    expect((await add(passkey)).status).toBe(201)
    for (let turn = 0; turn < 20; turn++) {
      expect((await add({ type: 'OAUTH', accountId: account.id, oidcToken: unsigned(google) })).status).toBe(
        201,
      )
    }
    expect((await call('POST /auth/credentials', passkey)).status).toBe(400)
    expect((await call('POST /auth/credentials', { type: 'EMAIL_OTP', accountId: account.id })).status).toBe(
      400,
    )
    const listed = await got<{ data: AuthMethod[] }>(200, `GET /auth/credentials?accountId=${account.id}`)
    expect([listed.data.length, Object.keys(listed)]).toEqual([22, ['data']])
    for (const { id } of listed.data.filter((one) => one.id !== mail.id)) {
      expect((await signedSend(emulator, magicStamp, `DELETE /auth/credentials/${id}`)).status).toBe(204)
    }
    expect((await call(`DELETE /auth/credentials/${mail.id}`)).status).toBe(400)
  })
})
