/** Facts about credentials, sessions and signed retries that no other test shows. @module */
import { describe, expect, it } from 'vitest'
import { asWebauthnChallenge, testAuthenticator } from '../../emulator/src/fixtures/authenticator.js'
import {
  clientKey,
  credentialsOf,
  openSealedKey,
  passkeyBody,
  provisionWithPasskey,
  refresh,
  send,
  signedHeaders,
  signedSend,
  signInByMail,
} from '../../emulator/src/fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../../emulator/src/index.js'
import type { AuthMethod, CredentialChallenge } from '../../src/wire/credentials.js'
import type { InternalAccount } from '../../src/wire/internal-accounts.js'
import type { Session } from '../../src/wire/sessions.js'
import type { SignedRequestChallenge } from '../../src/wire/signed-request-challenge.js'

interface Wallet {
  readonly emulator: Emulator
  readonly account: InternalAccount
}

async function wallet(): Promise<Wallet> {
  const emulator = createEmulator({ clock: steppedClock() })
  return { emulator, account: (await emulator.provision({ email: 'ada@example.com' })).account }
}

const oauthBody = async ({ emulator, account }: Wallet): Promise<object> => ({
  type: 'OAUTH',
  accountId: account.id,
  oidcToken: await emulator.issuer.token({ sub: 'ada', email: 'ada@issuer.test' }),
})

describe('credentials', () => {
  it('a credential has its address, its token’s email or its given name as nickname, and a credentialId only as PASSKEY (AuthMethod)', async () => {
    const { emulator, account } = await wallet()
    const by = await signInByMail(emulator, account)
    const authenticator = await testAuthenticator()
    const passkey = await passkeyBody(account, authenticator, 'My phone')
    await signedSend(emulator, by, 'POST /auth/credentials', passkey)
    await signedSend(emulator, by, 'POST /auth/credentials', await oauthBody({ emulator, account }))
    const listed = await credentialsOf(emulator, account)
    expect(listed.map(({ type, nickname, credentialId }) => [type, nickname, credentialId])).toEqual([
      ['EMAIL_OTP', 'ada@example.com', undefined],
      ['PASSKEY', 'My phone', authenticator.credentialId],
      ['OAUTH', 'ada@issuer.test', undefined],
    ])
  })

  it('a credential is created without a session (Endpoints, credentials and sessions)', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ credential: false })
    await send(emulator, 'POST /auth/credentials', { body: await oauthBody({ emulator, account }) })
    const { body } = await send<{ data: Session[] }>(emulator, `GET /auth/sessions?accountId=${account.id}`)
    expect(body.data).toEqual([])
  })
})

describe('sessions', () => {
  it('a session has the form of the credential that issued it, under an id of its own, and expiresAt (Session)', async () => {
    const { emulator, account } = await wallet()
    const { session } = await signInByMail(emulator, account)
    const [credential] = await credentialsOf(emulator, account)
    expect(session).toMatchObject({
      accountId: account.id,
      type: credential?.type,
      nickname: credential?.nickname,
    })
    expect([session.id.split(':')[0], Date.parse(session.expiresAt) > emulator.clock.now()]).toEqual([
      'Session',
      true,
    ])
  })

  it('a session shows its sealed key in the answers of verify and refresh, once each, and in no other answer (Session)', async () => {
    const { emulator, account } = await wallet()
    const by = await signInByMail(emulator, account)
    const { answer } = await refresh(emulator, by)
    const keys = [by.session.encryptedSessionSigningKey, answer.body.encryptedSessionSigningKey]
    expect([new Set(keys).size, keys.every((key) => key.length > 100)]).toEqual([2, true])
    const [credential] = await credentialsOf(emulator, account)
    const others = [
      `GET /auth/sessions?accountId=${account.id}`,
      `GET /auth/credentials?accountId=${account.id}`,
      `POST /auth/credentials/${credential?.id}/challenge`,
      `DELETE /auth/sessions/${by.session.id}`,
    ]
    for (const call of others) {
      const text = JSON.stringify((await send<unknown>(emulator, call)).body)
      expect([...keys, 'encryptedSessionSigningKey'].filter((part) => text.includes(part))).toEqual([])
    }
  })
})

describe('PASSKEY proofs', () => {
  const signedProof = async (change: object): Promise<readonly [Session, ReturnType<typeof clientKey>]> => {
    const emulator = createEmulator()
    const { credential, authenticator } = await provisionWithPasskey(emulator)
    const key = clientKey()
    const path = `POST /auth/credentials/${credential.id}`
    const { body: asked } = await send<CredentialChallenge>(emulator, `${path}/challenge`, {
      body: { clientPublicKey: key.publicKey },
    })
    const assertion = await authenticator.get(asWebauthnChallenge(asked.challenge ?? ''))
    const { userHandle, ...beside } = { userHandle: undefined, ...change }
    const proof = {
      type: 'PASSKEY',
      assertion: userHandle ? { ...assertion, userHandle } : assertion,
      ...beside,
    }
    const headers = { 'Request-Id': asked.requestId ?? '' }
    return [(await send<Session>(emulator, `${path}/verify`, { body: proof, headers })).body, key]
  }

  it('a PASSKEY proof uses the key of the challenge, even if it contains a clientPublicKey (Endpoints, credentials and sessions)', async () => {
    const [session, key] = await signedProof({ clientPublicKey: clientKey().publicKey })
    expect(await openSealedKey(key, session.encryptedSessionSigningKey)).toHaveLength(32)
  })

  it.each([{}, { userHandle: 'YWRh' }])(
    'a PASSKEY proof may have a userHandle or not: %j (Endpoints, credentials and sessions)',
    async (change) => {
      const [session] = await signedProof(change)
      expect(session.type).toBe('PASSKEY')
    },
  )
})

describe('signed retries', () => {
  it('a signed retry that adds a credential is challenged with the type that is added (Signed-request challenge)', async () => {
    const { emulator, account } = await wallet()
    const body = await oauthBody({ emulator, account })
    const challenge = await send<SignedRequestChallenge>(emulator, 'POST /auth/credentials', { body })
    expect([challenge.status, challenge.body.type]).toEqual([202, 'OAUTH'])
  })

  it('a signed retry accepts the requestId exactly as issued, and not without its prefix (Signed-request challenge)', async () => {
    const { emulator, account } = await wallet()
    const by = await signInByMail(emulator, account)
    const call = `PATCH /internal-accounts/${account.id}`
    const body = { privateEnabled: true }
    const { body: challenge } = await send<SignedRequestChallenge>(emulator, call, { body })
    const headers = signedHeaders(challenge, by)
    const bare = { ...headers, 'Request-Id': challenge.requestId.replace('Request:', '') }
    expect((await send(emulator, call, { body, headers: bare })).status).toBe(401)
    expect((await send(emulator, call, { body, headers })).status).toBe(200)
  })

  it('a signed retry signs the payload byte for byte, not its value parsed and written again (Signed-retry rules)', async () => {
    const { emulator, account } = await wallet()
    const by = await signInByMail(emulator, account)
    const call = `PATCH /internal-accounts/${account.id}`
    const body = { privateEnabled: true }
    const { body: challenge } = await send<SignedRequestChallenge>(emulator, call, { body })
    const spaced = JSON.stringify(JSON.parse(challenge.payloadToSign), null, 1)
    const headers = { ...signedHeaders(challenge, by), 'Service-Wallet-Signature': by.stamp(spaced) }
    expect((await send(emulator, call, { body, headers })).status).toBe(401)
    expect((await send(emulator, call, { body, headers: signedHeaders(challenge, by) })).status).toBe(200)
  })

  it('a signed retry of every kind is 401 with a requestId that was used (Signed-retry rules)', async () => {
    const { emulator, account } = await wallet()
    const by = await signInByMail(emulator, account)
    const other = await signInByMail(emulator, account)
    const body = await oauthBody({ emulator, account })
    const added = await signedSend<AuthMethod>(emulator, by, 'POST /auth/credentials', body)
    const calls: readonly (readonly [string, object?])[] = [
      ['POST /auth/credentials', body],
      [`DELETE /auth/credentials/${added.body.id}`],
      [`POST /internal-accounts/${account.id}/export`, { clientPublicKey: clientKey().publicKey }],
      [`PATCH /internal-accounts/${account.id}`, { privateEnabled: true }],
      [`DELETE /auth/sessions/${other.session.id}`],
    ]
    for (const [call, wanted] of calls) {
      const sent = wanted === undefined ? {} : { body: wanted }
      const { body: challenge } = await send<SignedRequestChallenge>(emulator, call, sent)
      const headers = signedHeaders(challenge, by)
      const statuses = [
        await send(emulator, call, { ...sent, headers }),
        await send(emulator, call, { ...sent, headers }),
      ]
      expect([statuses[0]?.status === 401, statuses[1]?.status]).toEqual([false, 401])
    }
  })
})
