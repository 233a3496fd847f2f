/** Sessions whose key the page made: by passkey, by ID token and by refresh, and the option `keyDelivery`. @module */
import type { AuthMethod, CredentialChallenge, InternalAccount, Session } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { asWebauthnChallenge } from '../../fixtures/authenticator.js'
import {
  type Answer,
  clientKey,
  nonceOf,
  provisionWithPasskey,
  type Refused,
  send,
  signedSend,
  signInByMail,
} from '../../fixtures/client.js'
import { type HeldKey, heldKey } from '../../fixtures/held-keys.js'
import { createEmulator, type Emulator, type EmulatorOptions, steppedClock } from '../../index.js'

type Begun = Answer<Session & Refused>

const started = (options: EmulatorOptions = {}): Emulator =>
  createEmulator({ clock: steppedClock(), ...options })

/** Signs in with a new passkey. Resolves with the refusal of the challenge, if there is one. */
async function byPasskey(emulator: Emulator, publicKey: string, signature?: string): Promise<Begun> {
  const { authenticator, credential } = await provisionWithPasskey(emulator)
  const path = `/auth/credentials/${credential.id}`
  const asked = await send<CredentialChallenge>(emulator, `POST ${path}/challenge`, {
    body: { clientPublicKey: publicKey },
  })
  const { challenge = '', requestId = '' } = asked.body
  if (asked.status !== 200) return asked as unknown as Begun
  const assertion = await authenticator.get(asWebauthnChallenge(challenge))
  return send(emulator, `POST ${path}/verify`, {
    body: { type: 'PASSKEY', assertion: { ...assertion, ...(signature && { signature }) } },
    headers: { 'Request-Id': requestId },
  })
}

/** Signs in with an ID token whose nonce is the hash of `nonced`. */
async function byToken(emulator: Emulator, publicKey: string, nonced = publicKey): Promise<Begun> {
  const { account } = await emulator.provision({ credential: false })
  const oidcToken = await emulator.issuer.token({ sub: 'ada' })
  const body = { type: 'OAUTH', accountId: account.id, oidcToken }
  const { body: made } = await send<AuthMethod>(emulator, 'POST /auth/credentials', { body })
  const fresh = await emulator.issuer.token({ sub: 'ada', nonce: await nonceOf(nonced) })
  return send(emulator, `POST /auth/credentials/${made.id}/verify`, {
    body: { type: 'OAUTH', oidcToken: fresh, clientPublicKey: publicKey },
  })
}

/** Refreshes a session that a mailed code has begun with a sealed key. */
async function byRefresh(emulator: Emulator, publicKey: string): Promise<Begun> {
  const { account } = await emulator.provision({ email: 'ada@example.com' })
  const by = await signInByMail(emulator, account)
  const call = `POST /auth/sessions/${by.session.id}/refresh`
  return signedSend(emulator, by, call, { clientPublicKey: publicKey })
}

const ways = [
  ['a passkey', byPasskey, 200],
  ['an ID token', byToken, 200],
  ['a refresh of a sealed session', byRefresh, 201],
] as const

const stamps = async (emulator: Emulator, key: Pick<HeldKey, 'stamp'>, session: Session): Promise<number> => {
  const call = `PATCH /internal-accounts/${session.accountId}`
  return (await signedSend(emulator, key, call, { privateEnabled: true })).status
}

describe('a compressed client key', () => {
  it.each(ways)('a compressed key is the key of the session that %s begins', async (_, begin, status) => {
    const emulator = started()
    const key = heldKey()
    const answer = await begin(emulator, key.compressed)
    expect(answer.status).toBe(status)
    expect('encryptedSessionSigningKey' in answer.body).toBe(false)
    expect(emulator.sealedKeyOf(answer.body.id)).toBeUndefined()
    expect(await stamps(emulator, key, answer.body)).toBe(200)
    expect(await stamps(emulator, heldKey(), answer.body)).toBe(401)
  })

  it.each(ways)('an uncompressed key gets a sealed key from %s', async (_, begin, status) => {
    const answer = await begin(started(), clientKey().publicKey)
    expect([answer.status, answer.body.encryptedSessionSigningKey !== undefined]).toEqual([status, true])
  })

  it('a session of a held key is refreshed into another one by its own stamp, and the old one stays', async () => {
    const emulator = started()
    const [first, second] = [heldKey(), heldKey()]
    const { body: session } = await byPasskey(emulator, first.compressed)
    const call = `POST /auth/sessions/${session.id}/refresh`
    const body = { clientPublicKey: second.compressed }
    const asked = await send<{ payloadToSign: string }>(emulator, call, { body })
    expect(asked.status).toBe(202)
    expect('type' in asked.body).toBe(false)
    expect(JSON.parse(asked.body.payloadToSign).parameters).toEqual({ targetPublicKey: second.compressed })
    expect((await signedSend(emulator, second, call, body)).status).toBe(401)
    const refreshed = await signedSend<Session>(emulator, first, call, body)
    expect(refreshed.status).toBe(201)
    expect(refreshed.body.id).not.toBe(session.id)
    expect([await stamps(emulator, first, session), await stamps(emulator, second, session)]).toEqual([
      200, 200,
    ])
  })

  it('a key is used once, whatever its encoding', async () => {
    const emulator = started()
    const key = heldKey()
    expect((await byToken(emulator, key.compressed)).status).toBe(200)
    for (const again of [key.compressed, key.uncompressed, key.compressed.toUpperCase()])
      expect((await byPasskey(emulator, again)).status).toBe(400)
  })

  it('the nonce of an ID token is the hash of the text that is sent', async () => {
    const key = heldKey()
    expect((await byToken(started(), key.compressed, key.uncompressed)).status).toBe(401)
  })

  it('a compressed key that is on no curve is refused', async () => {
    const off = '026d9a825fdf952c8393366511aa5df762c490069a82de7911105e24396d0d59ac'
    expect(await byPasskey(started(), off)).toMatchObject({
      status: 400,
      body: { details: { issues: ['clientPublicKey'] } },
    })
  })

  it('an export takes only an uncompressed key', async () => {
    const emulator = started({ keyDelivery: 'client-held' })
    const key = heldKey()
    const { body: session } = await byPasskey(emulator, key.compressed)
    const call = `POST /internal-accounts/${session.accountId}/export`
    const refused = await send(emulator, call, { body: { clientPublicKey: heldKey().compressed } })
    expect(refused.status).toBe(400)
    const body = { clientPublicKey: clientKey().publicKey }
    expect((await signedSend(emulator, key, call, body)).status).toBe(200)
  })

  it('in sandbox mode the magic assertion begins a session of the key, and the magic token does not', async () => {
    const emulator = started({ mode: 'sandbox' })
    const key = heldKey()
    const { body } = await byPasskey(emulator, key.compressed, 'sandbox-valid-passkey-signature')
    expect('encryptedSessionSigningKey' in body).toBe(false)
    expect(await stamps(emulator, key, body)).toBe(200)

    const { account } = await emulator.provision({ credential: false })
    const oauth = {
      type: 'OAUTH',
      accountId: account.id,
      oidcToken: await emulator.issuer.token({ sub: 'ada' }),
    }
    const { body: made } = await send<AuthMethod>(emulator, 'POST /auth/credentials', { body: oauth })
    const verify = async (clientPublicKey: string): Promise<number> => {
      const proof = { type: 'OAUTH', oidcToken: 'sandbox-valid-oidc-token', clientPublicKey }
      return (await send(emulator, `POST /auth/credentials/${made.id}/verify`, { body: proof })).status
    }
    expect([await verify(heldKey().compressed), await verify(heldKey().uncompressed)]).toEqual([401, 200])
  })
})

describe('the option keyDelivery', () => {
  it.each([
    ['sealed', 'compressed', 400],
    ['sealed', 'uncompressed', 200],
    ['client-held', 'compressed', 200],
    ['client-held', 'uncompressed', 400],
  ] as const)('with %s, a key that is %s gives %d', async (keyDelivery, form, status) => {
    for (const begin of [byPasskey, byToken])
      expect((await begin(started({ keyDelivery }), heldKey()[form])).status).toBe(status)
  })

  it('with one mode, a refresh with a key of the other is refused on its first request', async () => {
    const refused = async (
      keyDelivery: 'sealed' | 'client-held',
      mine: HeldKey,
      form: 'compressed' | 'uncompressed',
    ) => {
      const emulator = started({ keyDelivery })
      const { account }: { account: InternalAccount } = await emulator.provision({ email: 'ada@example.com' })
      const id =
        keyDelivery === 'sealed'
          ? (await signInByMail(emulator, account)).session.id
          : (await byPasskey(emulator, mine.compressed)).body.id
      const body = { clientPublicKey: heldKey()[form] }
      return (await send(emulator, `POST /auth/sessions/${id}/refresh`, { body })).status
    }
    expect(await refused('sealed', heldKey(), 'compressed')).toBe(400)
    expect(await refused('sealed', heldKey(), 'uncompressed')).toBe(202)
    expect(await refused('client-held', heldKey(), 'uncompressed')).toBe(400)
    expect(await refused('client-held', heldKey(), 'compressed')).toBe(202)
  })
})
