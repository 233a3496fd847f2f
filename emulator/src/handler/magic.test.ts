import type {
  AuthMethod,
  CredentialChallenge,
  InternalAccount,
  Quote,
  Session,
  SignedRequestChallenge,
  WalletExport,
} from 'embedded-wallet-auth/wire'
import { UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  clientKey,
  credentialsOf,
  nonceOf,
  openSealedKey,
  provisionWithPasskey,
  type Refused,
  send,
  signedSend,
  signInByMail,
  signInByPasskey,
} from '../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../index.js'

const magicStamp = { stamp: () => 'sandbox-valid-signature' }

async function setUp(): Promise<{ emulator: Emulator; account: InternalAccount; mail: AuthMethod }> {
  const emulator = createEmulator({ mode: 'sandbox', clock: steppedClock() })
  const { account } = await emulator.provision({ email: 'ada@example.com', balance: 10_000_000 })
  const [mail] = await credentialsOf(emulator, account)
  if (!mail) throw new Error('The account has no credential.')
  return { emulator, account, mail }
}

async function stubbed(answer: Answer<Session>, key: ReturnType<typeof clientKey>): Promise<void> {
  expect(answer.status).toBe(200)
  expect(answer.body.encryptedSessionSigningKey).toMatch(/^\w{115,116}$/)
  await expect(openSealedKey(key, answer.body.encryptedSessionSigningKey)).rejects.toThrow()
}

describe('in the sandbox', () => {
  it('000000 verifies an EMAIL_OTP without a mail and delivers a stub', async () => {
    const { emulator, mail, account } = await setUp()
    const key = clientKey()
    const answer = await send<Session>(emulator, `POST /auth/credentials/${mail.id}/verify`, {
      body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: key.publicKey },
    })
    await stubbed(answer, key)
    expect(emulator.inbox.all()).toEqual([])
    expect(emulator.sealedKeyOf(answer.body.id)).toBeUndefined()
    const list = await send<{ data: unknown[] }>(emulator, `GET /auth/sessions?accountId=${account.id}`)
    expect(list.body.data).toHaveLength(1)
  })

  it('a real code delivers a key that opens, and a real stamp still works', async () => {
    const { emulator, account } = await setUp()
    const by = await signInByMail(emulator, account)
    expect(by.scalar).toHaveLength(32)
    const call = `PATCH /internal-accounts/${account.id}`
    expect((await signedSend(emulator, by, call, { privateEnabled: true })).status).toBe(200)
  })

  it('the magic passkey signature verifies an otherwise correct assertion, and delivers a stub', async () => {
    const { emulator } = await setUp()
    const { credential, authenticator } = await provisionWithPasskey(emulator)
    const key = clientKey()
    const path = `/auth/credentials/${credential.id}`
    const body = { clientPublicKey: key.publicKey }
    const challenge = await send<CredentialChallenge>(emulator, `POST ${path}/challenge`, { body })
    const assertion = {
      credentialId: 'x',
      clientDataJson: 'x',
      authenticatorData: 'x',
      signature: 'sandbox-valid-passkey-signature',
    }
    const headers = { 'Request-Id': challenge.body.requestId ?? '' }
    const proof = { body: { type: 'PASSKEY', assertion } }
    expect((await send(emulator, `POST ${path}/verify`, proof)).status).toBe(401)
    await stubbed(await send<Session>(emulator, `POST ${path}/verify`, { ...proof, headers }), key)
    expect((await send(emulator, `POST ${path}/challenge`)).status).toBe(400)
    expect((await signInByPasskey(emulator, credential, authenticator)).scalar).toHaveLength(32)
  })

  it('an unsigned token of a recognised issuer creates an OAUTH credential, and the magic token verifies it', async () => {
    const { emulator } = await setUp()
    for (const iss of ['https://accounts.google.com', emulator.issuer.url]) {
      const { account } = await emulator.provision({ credential: false })
      const oidcToken = `${new UnsecuredJWT({ iss, sub: 's', email: 'a@b.c' }).encode()}c2ln`
      const created = await send<AuthMethod>(emulator, 'POST /auth/credentials', {
        body: { type: 'OAUTH', accountId: account.id, oidcToken },
      })
      expect(created).toMatchObject({ status: 201, body: { nickname: 'a@b.c' } })
      const key = clientKey()
      const body = { type: 'OAUTH', oidcToken: 'sandbox-valid-oidc-token', clientPublicKey: key.publicKey }
      await stubbed(
        await send<Session>(emulator, `POST /auth/credentials/${created.body.id}/verify`, { body }),
        key,
      )
    }
  })

  it('a real token verifies, and delivers a key that opens', async () => {
    const { emulator } = await setUp()
    const { account } = await emulator.provision({ credential: false })
    const oidcToken = await emulator.issuer.token({ sub: 's', email: 'a@b.c' })
    const created = await send<AuthMethod>(emulator, 'POST /auth/credentials', {
      body: { type: 'OAUTH', accountId: account.id, oidcToken },
    })
    const key = clientKey()
    const fresh = await emulator.issuer.token({ sub: 's', nonce: await nonceOf(key.publicKey) })
    const body = { type: 'OAUTH', oidcToken: fresh, clientPublicKey: key.publicKey }
    const { body: session } = await send<Session>(
      emulator,
      `POST /auth/credentials/${created.body.id}/verify`,
      { body },
    )
    expect(await openSealedKey(key, session.encryptedSessionSigningKey)).toHaveLength(32)
  })

  const wrong: [string, (s: Awaited<ReturnType<typeof setUp>>) => Promise<Answer<Refused>>, string][] = [
    [
      'code',
      ({ emulator, mail }) =>
        send(emulator, `POST /auth/credentials/${mail.id}/verify`, {
          body: { type: 'EMAIL_OTP', otp: '000001', clientPublicKey: clientKey().publicKey },
        }),
      'Invalid OTP code',
    ],
    [
      'passkey signature',
      async ({ emulator }) => {
        const { credential } = await provisionWithPasskey(emulator)
        const path = `/auth/credentials/${credential.id}`
        const body = { clientPublicKey: clientKey().publicKey }
        const challenge = await send<CredentialChallenge>(emulator, `POST ${path}/challenge`, { body })
        const assertion = {
          credentialId: credential.credentialId,
          clientDataJson: 'x',
          authenticatorData: 'x',
          signature: 'sandbox-invalid',
        }
        return send(emulator, `POST ${path}/verify`, {
          body: { type: 'PASSKEY', assertion },
          headers: { 'Request-Id': challenge.body.requestId ?? '' },
        })
      },
      'Invalid passkey signature',
    ],
    [
      'token on creation',
      async ({ emulator }) => {
        const { account } = await emulator.provision({ credential: false })
        const body = { type: 'OAUTH', accountId: account.id, oidcToken: 'sandbox-valid-oidc-token' }
        return send(emulator, 'POST /auth/credentials', { body })
      },
      'Invalid OIDC token',
    ],
    [
      'issuer on creation',
      async ({ emulator }) => {
        const { account } = await emulator.provision({ credential: false })
        const oidcToken = `${new UnsecuredJWT({ iss: 'https://evil.example', sub: 's' }).encode()}x`
        return send(emulator, 'POST /auth/credentials', {
          body: { type: 'OAUTH', accountId: account.id, oidcToken },
        })
      },
      'Invalid OIDC token',
    ],
    [
      'stamp',
      ({ emulator, account }) =>
        signedSend(emulator, { stamp: () => 'sandbox-wrong' }, `PATCH /internal-accounts/${account.id}`, {
          privateEnabled: true,
        }),
      'Invalid Service-Wallet-Signature',
    ],
  ]
  it.each(wrong)('a wrong %s is 401 with the right reason', async (_, call, reason) => {
    expect(await call(await setUp())).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', reason } })
  })
})

describe('magic stamp', () => {
  it('the magic stamp signs every kind of signed retry without a session', async () => {
    const { emulator, account, mail } = await setUp()
    const verify = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: clientKey().publicKey }
    const session = await send<Session>(emulator, `POST /auth/credentials/${mail.id}/verify`, {
      body: verify,
    })
    const oidcToken = await emulator.issuer.token({ sub: 's' })
    const oauth = { type: 'OAUTH', accountId: account.id, oidcToken }
    const signed = (call: string, body?: unknown): Promise<Answer<Refused>> =>
      signedSend(emulator, magicStamp, call, body)
    const key = clientKey()
    const refreshed = await signed(`POST /auth/sessions/${session.body.id}/refresh`, {
      clientPublicKey: key.publicKey,
    })
    expect(refreshed.status).toBe(201)
    // The type of the answer is that of an error, but the answer is a session.
    await stubbed({ ...refreshed, status: 200, body: refreshed.body as unknown as Session }, key)
    expect((await signed('POST /auth/credentials', oauth)).status).toBe(201)
    expect((await signed(`PATCH /internal-accounts/${account.id}`, { privateEnabled: true })).status).toBe(
      200,
    )
    expect((await signed(`DELETE /auth/sessions/${session.body.id}`)).status).toBe(204)
    expect((await signed(`DELETE /auth/credentials/${mail.id}`)).status).toBe(204)
  })

  it('the magic stamp exports an envelope that is not signed', async () => {
    const { emulator, account } = await setUp()
    const body = { clientPublicKey: clientKey().publicKey }
    const call = `POST /internal-accounts/${account.id}/export`
    const answer = await signedSend<WalletExport>(emulator, magicStamp, call, body)
    expect(JSON.parse(answer.body.encryptedWalletCredentials)).toMatchObject({
      version: 'v1.0.0',
      dataSignature: '',
      enclaveQuorumPublic: '',
    })
  })

  it('the magic stamp executes a quote', async () => {
    const { emulator, account } = await setUp()
    const receiver = (await emulator.provision({ accountType: 'INTERNAL_FIAT' })).account
    const { body: quote } = await send<Quote>(emulator, 'POST /quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: receiver.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      },
    })
    const headers = { 'Service-Wallet-Signature': magicStamp.stamp() }
    expect((await send(emulator, `POST /quotes/${quote.id}/execute`, { headers })).status).toBe(200)
  })

  it('the magic stamp skips only the signer’s check: request id, expiry, body and last credential are still checked', async () => {
    const { emulator, account, mail } = await setUp()
    const call = `PATCH /internal-accounts/${account.id}`
    const body = { privateEnabled: true }
    const { body: challenge } = await send<SignedRequestChallenge>(emulator, call, { body })
    const headers = { 'Service-Wallet-Signature': magicStamp.stamp(), 'Request-Id': challenge.requestId }
    const { 'Request-Id': _, ...stampAlone } = headers
    expect((await send(emulator, call, { body, headers: stampAlone })).status).toBe(401)
    expect((await send(emulator, call, { body: { privateEnabled: false }, headers })).status).toBe(401)
    expect((await send(emulator, call, { body, headers })).status).toBe(200)
    expect((await send(emulator, call, { body, headers })).status).toBe(401)
    const { body: late } = await send<SignedRequestChallenge>(emulator, call, { body })
    await emulator.clock.advance(300_000)
    const lateHeaders = { ...headers, 'Request-Id': late.requestId }
    expect((await send(emulator, call, { body, headers: lateHeaders })).status).toBe(401)
    expect((await send(emulator, `DELETE /auth/credentials/${mail.id}`)).status).toBe(400)
  })
})
