import {
  type AuthMethod,
  bytesToHex,
  type CredentialChallenge,
  type Session,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import vectors from '../../../../src/wallet/crypto/fixtures/vectors.json'
import {
  asWebauthnChallenge,
  type Ceremony,
  flipped,
  type TestAuthenticator,
  testAuthenticator,
} from '../../fixtures/authenticator.js'
import {
  type Answer,
  type ClientKey,
  clientKey,
  openSealedKey,
  passkeyBody,
  provisionWithPasskey,
  type Refused,
  send,
  signedSend,
  signInByMail,
  signInByPasskey,
} from '../../fixtures/client.js'
import { createEmulator, type Emulator, type EmulatorOptions, steppedClock } from '../../index.js'

const createCall = 'POST /auth/credentials'

describe('registering a passkey', () => {
  it('registering a passkey as the first credential answers 201 with its credential id', async () => {
    const { credential, authenticator, account } = await provisionWithPasskey(createEmulator())
    expect(credential).toMatchObject({
      type: 'PASSKEY',
      accountId: account.id,
      nickname: 'My phone',
      credentialId: authenticator.credentialId,
    })
  })

  it('registering a passkey as an additional credential needs a signed retry', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision()
    const by = await signInByMail(emulator, account)
    const body = await passkeyBody(account, await testAuthenticator())
    expect(await signedSend(emulator, by, createCall, body)).toMatchObject({
      status: 201,
      body: { type: 'PASSKEY' },
    })
  })

  it('registering a passkey a second time is refused on the first leg', async () => {
    const emulator = createEmulator()
    const { account } = await provisionWithPasskey(emulator)
    const body = await passkeyBody(account, await testAuthenticator())
    expect(await send(emulator, createCall, { body })).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS' },
    })
  })

  it('registering a passkey accepts an attestation made by another implementation', async () => {
    const { origin, rpId, registration } = vectors.passkey
    const emulator = createEmulator({ origins: [origin], relyingPartyIds: [rpId] })
    const { account } = await emulator.provision({ credential: false })
    const body = { type: 'PASSKEY', accountId: account.id, nickname: 'n', ...registration }
    expect((await send(emulator, createCall, { body })).status).toBe(201)
  })

  it.each(['  My phone  ', 'Zoë’s'.replace('’', "'"), '電話 (2)', 'a.b_c-d'])(
    'registering a passkey accepts the nickname %j, trimmed',
    async (nickname) => {
      const emulator = createEmulator()
      const { account } = await emulator.provision({ credential: false })
      const body = await passkeyBody(account, await testAuthenticator(), nickname)
      expect(await send<AuthMethod>(emulator, createCall, { body })).toMatchObject({
        status: 201,
        body: { nickname: nickname.trim() },
      })
    },
  )

  it.each(['', '   ', 'a<b', 'a\nb', 'x'.repeat(101), '🦊'])(
    'registering a passkey refuses the nickname %j',
    async (nickname) => {
      const emulator = createEmulator()
      const { account } = await emulator.provision({ credential: false })
      const body = await passkeyBody(account, await testAuthenticator(), nickname)
      expect(await send(emulator, createCall, { body })).toMatchObject({
        status: 400,
        body: { details: { issues: ['nickname'] } },
      })
    },
  )

  const ceremonies: [string, Ceremony][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { flags: 0x41 }],
    ['another ceremony', { type: 'webauthn.get' }],
  ]
  it.each(ceremonies)('registering a passkey refuses an attestation with %s', async (_, ceremony) => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ credential: false })
    const authenticator = await testAuthenticator()
    const attestation = await authenticator.create('abcd', ceremony)
    const body = { type: 'PASSKEY', accountId: account.id, nickname: 'n', challenge: 'abcd', attestation }
    expect(await send(emulator, createCall, { body })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', reason: 'Invalid passkey attestation' },
    })
  })

  it('registering a passkey refuses an attestation over another challenge or of another credential id', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ credential: false })
    const body = await passkeyBody(account, await testAuthenticator())
    const { credentialId } = await testAuthenticator()
    const attestation = { ...(body['attestation'] as object), credentialId }
    for (const change of [{ challenge: 'abcd' }, { attestation }]) {
      expect((await send(emulator, createCall, { body: { ...body, ...change } })).status).toBe(401)
    }
    expect((await send(emulator, createCall, { body })).status).toBe(201)
  })
})

interface Ready {
  readonly emulator: Emulator
  readonly credential: AuthMethod
  readonly authenticator: TestAuthenticator
  readonly key: ClientKey
  readonly challenge: CredentialChallenge
  readonly verify: (assertion: unknown, requestId?: string) => Promise<Answer<Refused>>
}

async function challenged(options: EmulatorOptions = {}): Promise<Ready> {
  const emulator = createEmulator({ clock: steppedClock(), ...options })
  const { credential, authenticator } = await provisionWithPasskey(emulator)
  const key = clientKey()
  const path = `/auth/credentials/${credential.id}`
  const { body } = await send<CredentialChallenge>(emulator, `POST ${path}/challenge`, {
    body: { clientPublicKey: key.publicKey },
  })
  const { requestId = '' } = body
  return {
    emulator,
    credential,
    authenticator,
    key,
    challenge: body,
    verify: (assertion, id = requestId) =>
      send(emulator, `POST ${path}/verify`, {
        body: { type: 'PASSKEY', assertion },
        headers: id ? { 'Request-Id': id } : {},
      }),
  }
}

describe('passkey challenge', () => {
  it('a passkey challenge contains the AuthMethod, a hex challenge and a request id, and is valid for five minutes', async () => {
    const { challenge, credential } = await challenged()
    expect(challenge).toMatchObject({ ...credential, expiresAt: '2026-01-01T00:05:00.000Z' })
    expect(challenge.challenge).toMatch(/^[0-9a-f]{64}$/)
    expect(challenge.requestId).toMatch(/^Request:/)
  })

  it('a passkey challenge is different for each call, even while the clock stands still', async () => {
    const { emulator, credential, challenge } = await challenged()
    const body = { clientPublicKey: clientKey().publicKey }
    const next = await send<CredentialChallenge>(
      emulator,
      `POST /auth/credentials/${credential.id}/challenge`,
      { body },
    )
    expect(next.body.challenge).not.toBe(challenge.challenge)
    expect(next.body.requestId).not.toBe(challenge.requestId)
  })

  it('a passkey challenge needs a new client public key on the curve', async () => {
    const { emulator, credential, key } = await challenged()
    const call = `POST /auth/credentials/${credential.id}/challenge`
    const offCurve = `04${'0'.repeat(128)}`
    for (const body of [undefined, {}, { clientPublicKey: key.publicKey }, { clientPublicKey: offCurve }]) {
      expect(await send(emulator, call, body ? { body } : {})).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', details: { issues: ['clientPublicKey'] } },
      })
    }
  })
})

describe('verify', () => {
  it('a verification issues a session that is sealed to the key of the challenge, whose text is read as UTF-8', async () => {
    const { emulator, authenticator, challenge, key, verify } = await challenged()
    const answer = await verify(await authenticator.get(asWebauthnChallenge(challenge.challenge ?? '')))
    expect(answer).toMatchObject({ status: 200, body: { type: 'PASSKEY', nickname: 'My phone' } })
    // The type of the answer is that of an error, but the answer is a session.
    const session = answer.body as unknown as Session
    const scalar = await openSealedKey(key, session.encryptedSessionSigningKey)
    expect(emulator.sealedKeyOf(session.id)).toBe(bytesToHex(scalar))
  })

  it('a verification accepts a base64url challenge if that encoding is configured', async () => {
    const { authenticator, challenge, verify } = await challenged({ challengeEncoding: 'base64url' })
    expect(challenge.challenge).toMatch(/^[\w-]{43}$/)
    expect((await verify(await authenticator.get(challenge.challenge ?? ''))).status).toBe(200)
  })

  it('a verification refuses a hex challenge that was read as base64url', async () => {
    const { authenticator, challenge, verify } = await challenged()
    expect((await verify(await authenticator.get(challenge.challenge ?? ''))).status).toBe(401)
  })

  const ceremonies: [string, Ceremony][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { flags: 0x01 }],
    ['no user presence', { flags: 0x04 }],
    ['another ceremony', { type: 'webauthn.create' }],
  ]
  it.each(ceremonies)('a verification refuses an assertion with %s', async (_, ceremony) => {
    const { authenticator, challenge, verify } = await challenged()
    const assertion = await authenticator.get(asWebauthnChallenge(challenge.challenge ?? ''), ceremony)
    expect(await verify(assertion)).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', reason: 'Invalid passkey signature' },
    })
  })

  it.each([
    ['signature', 'signature'],
    ['authenticator data', 'authenticatorData'],
  ] as const)('a verification refuses an assertion whose %s was changed', async (_, field) => {
    const { authenticator, challenge, verify } = await challenged()
    const assertion = await authenticator.get(asWebauthnChallenge(challenge.challenge ?? ''))
    expect(await verify({ ...assertion, [field]: flipped(assertion[field]) })).toMatchObject({
      status: 401,
      body: { reason: 'Invalid passkey signature' },
    })
  })

  it('a verification refuses another passkey, with its id and with the id of the registered passkey', async () => {
    const { challenge, verify, credential } = await challenged()
    const other = await testAuthenticator()
    const assertion = await other.get(asWebauthnChallenge(challenge.challenge ?? ''))
    expect((await verify(assertion)).status).toBe(401)
    const again = await challenged()
    const forged = await other.get(asWebauthnChallenge(again.challenge.challenge ?? ''))
    expect((await again.verify({ ...forged, credentialId: again.credential.credentialId })).status).toBe(401)
    expect(credential.credentialId).not.toBe(other.credentialId)
  })

  it('a verification refuses the sandbox’s magic signature', async () => {
    const { authenticator, challenge, verify } = await challenged()
    const assertion = await authenticator.get(asWebauthnChallenge(challenge.challenge ?? ''))
    expect((await verify({ ...assertion, signature: 'sandbox-valid-passkey-signature' })).status).toBe(401)
  })

  it('a verification refuses a counter that does not increase', async () => {
    const emulator = createEmulator()
    const { credential, authenticator } = await provisionWithPasskey(emulator)
    await signInByPasskey(emulator, credential, authenticator)
    await signInByPasskey(emulator, credential, authenticator)
    const body = { clientPublicKey: clientKey().publicKey }
    const path = `/auth/credentials/${credential.id}`
    const challenge = await send<CredentialChallenge>(emulator, `POST ${path}/challenge`, { body })
    const assertion = await authenticator.get(asWebauthnChallenge(challenge.body.challenge ?? ''), {
      counter: 2,
    })
    const answer = await send(emulator, `POST ${path}/verify`, {
      body: { type: 'PASSKEY', assertion },
      headers: { 'Request-Id': challenge.body.requestId ?? '' },
    })
    expect(answer).toMatchObject({ status: 401, body: { reason: 'Invalid passkey signature' } })
  })

  const invalidRequest = { status: 401, body: { code: 'UNAUTHORIZED', reason: 'Invalid Request-Id' } }

  it('a verification refuses a missing or unknown request id, and one of another credential', async () => {
    const { emulator, authenticator, challenge, verify } = await challenged()
    const assertion = await authenticator.get(asWebauthnChallenge(challenge.challenge ?? ''))
    expect(await verify(assertion, '')).toMatchObject(invalidRequest)
    expect(await verify(assertion, 'Request:00000000-0000-4000-8000-000000000000')).toMatchObject(
      invalidRequest,
    )
    const other = await provisionWithPasskey(emulator)
    const body = { clientPublicKey: clientKey().publicKey }
    const call = `POST /auth/credentials/${other.credential.id}/challenge`
    const { requestId } = (await send<CredentialChallenge>(emulator, call, { body })).body
    expect(await verify(assertion, requestId)).toMatchObject(invalidRequest)
    expect((await verify(assertion)).status).toBe(200)
  })

  it('a verification accepts a request id only once, even after a failed proof', async () => {
    const { authenticator, challenge, verify } = await challenged()
    const assertion = await authenticator.get(asWebauthnChallenge(challenge.challenge ?? ''))
    expect((await verify({ ...assertion, signature: flipped(assertion.signature) })).status).toBe(401)
    expect(await verify(assertion)).toMatchObject(invalidRequest)
  })

  it('a verification accepts a request id only once, even for two simultaneous calls', async () => {
    const { authenticator, challenge, verify } = await challenged()
    const assertion = await authenticator.get(asWebauthnChallenge(challenge.challenge ?? ''))
    const answers = await Promise.all([verify(assertion), verify(assertion)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('a verification refuses a challenge from the moment it expires', async () => {
    const { emulator, authenticator, challenge, verify } = await challenged()
    const assertion = await authenticator.get(asWebauthnChallenge(challenge.challenge ?? ''))
    await emulator.clock.advance(5 * 60_000)
    expect(await verify(assertion)).toMatchObject(invalidRequest)
  })
})
