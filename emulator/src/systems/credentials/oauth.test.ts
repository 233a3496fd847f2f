import type { AuthMethod } from 'embedded-wallet-auth/wire'
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import vectors from '../../../../src/wallet/crypto/fixtures/vectors.json'
import {
  type Answer,
  clientKey,
  nonceOf,
  type Refused,
  send,
  signedSend,
  signInByMail,
} from '../../fixtures/client.js'
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  steppedClock,
  type TokenClaims,
} from '../../index.js'

const ada = { sub: 'ada', email: 'ada@example.com' }
const invalidToken = { status: 401, body: { code: 'UNAUTHORIZED', reason: 'Invalid OIDC token' } }
const now = Date.parse('2026-01-01T00:00:00Z') / 1000

interface SetUp {
  readonly emulator: Emulator
  readonly create: (oidcToken: string) => Promise<Answer<AuthMethod>>
}

async function setUp(options: EmulatorOptions = {}): Promise<SetUp> {
  const emulator = createEmulator({ clock: steppedClock(), ...options })
  const { account } = await emulator.provision({ credential: false })
  return {
    emulator,
    create: (oidcToken) =>
      send<AuthMethod>(emulator, 'POST /auth/credentials', {
        body: { type: 'OAUTH', accountId: account.id, oidcToken },
      }),
  }
}

describe('creating an OAUTH credential', () => {
  it('creating an OAUTH credential takes the nickname from the token’s email claim', async () => {
    const { emulator, create } = await setUp()
    expect(await create(await emulator.issuer.token(ada))).toMatchObject({
      status: 201,
      body: { type: 'OAUTH', nickname: 'ada@example.com' },
    })
  })

  it('creating an OAUTH credential is possible several times for an account, with a signed retry', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision()
    const by = await signInByMail(emulator, account)
    for (const sub of ['one', 'two']) {
      const body = { type: 'OAUTH', accountId: account.id, oidcToken: await emulator.issuer.token({ sub }) }
      expect((await signedSend(emulator, by, 'POST /auth/credentials', body)).status).toBe(201)
    }
  })

  const refused: [string, TokenClaims][] = [
    ['issued more than 60 s ago', { ...ada, iat: now - 61 }],
    ['issued more than 5 s in the future', { ...ada, iat: now + 6 }],
    ['that has expired', { ...ada, exp: now }],
    ['of another issuer', { ...ada, iss: 'https://evil.example' }],
  ]
  it.each(refused)('creating an OAUTH credential refuses a token %s', async (_, claims) => {
    const { emulator, create } = await setUp()
    expect(await create(await emulator.issuer.token(claims))).toMatchObject(invalidToken)
  })

  it.each([now - 60, now + 5])(
    'creating an OAUTH credential accepts a token issued at the limit: %s',
    async (iat) => {
      const { emulator, create } = await setUp()
      expect((await create(await emulator.issuer.token({ ...ada, iat }))).status).toBe(201)
    },
  )

  it.each(['iss', 'sub', 'aud', 'iat', 'exp'])(
    'creating an OAUTH credential refuses a token without %s',
    async (claim) => {
      const { emulator, create } = await setUp()
      expect(await create(await emulator.issuer.token({ ...ada, [claim]: undefined }))).toMatchObject(
        invalidToken,
      )
    },
  )

  it('creating an OAUTH credential refuses a token with a foreign signature, an unsigned token and a malformed one', async () => {
    const { create, emulator } = await setUp()
    const stranger = createEmulator({ clock: steppedClock() })
    expect(await create(await stranger.issuer.token(ada))).toMatchObject(invalidToken)
    const claims = {
      ...ada,
      iss: emulator.issuer.url,
      aud: emulator.issuer.audience,
      iat: now,
      exp: now + 60,
    }
    expect(await create(new UnsecuredJWT(claims).encode())).toMatchObject(invalidToken)
    expect(await create('sandbox-valid-oidc-token')).toMatchObject(invalidToken)
    expect(await create('a.b.c')).toMatchObject(invalidToken)
  })

  it('creating an OAUTH credential refuses a token signed with a secret instead of the issuer’s key', async () => {
    const { create, emulator } = await setUp()
    const claims = {
      ...ada,
      iss: emulator.issuer.url,
      aud: emulator.issuer.audience,
      iat: now,
      exp: now + 60,
    }
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
    expect(await create(token)).toMatchObject(invalidToken)
  })
})

describe('verifying an OAUTH credential', () => {
  async function registered(): Promise<{
    readonly emulator: Emulator
    readonly verify: (claims: (nonce: string) => TokenClaims) => Promise<Answer<Refused>>
  }> {
    const { emulator, create } = await setUp()
    const { body } = await create(await emulator.issuer.token(ada))
    return {
      emulator,
      verify: async (claims) => {
        const { publicKey } = clientKey()
        const oidcToken = await emulator.issuer.token(claims(await nonceOf(publicKey)))
        return send(emulator, `POST /auth/credentials/${body.id}/verify`, {
          body: { type: 'OAUTH', oidcToken, clientPublicKey: publicKey },
        })
      },
    }
  }

  it('verifying an OAUTH credential issues a session for a fresh token that is bound to the client key', async () => {
    const { verify } = await registered()
    expect(await verify((nonce) => ({ ...ada, nonce }))).toMatchObject({
      status: 200,
      body: { type: 'OAUTH' },
    })
  })

  it('verifying an OAUTH credential treats an audience of one element like a string', async () => {
    const { emulator, verify } = await registered()
    expect((await verify((nonce) => ({ ...ada, nonce, aud: [emulator.issuer.audience] }))).status).toBe(200)
  })

  const refused: [string, (nonce: string) => TokenClaims][] = [
    ['another subject', (nonce) => ({ ...ada, sub: 'eve', nonce })],
    ['another audience', (nonce) => ({ ...ada, aud: 'other', nonce })],
    ['two audiences', (nonce) => ({ ...ada, aud: ['emulator-client', 'other'], nonce })],
    ['no nonce', () => ada],
    ['another nonce', (nonce) => ({ ...ada, nonce: nonce.replace(/^./, (c) => (c === '0' ? '1' : '0')) })],
    ['an old iat', (nonce) => ({ ...ada, nonce, iat: now - 61 })],
    ['an iat in the future', (nonce) => ({ ...ada, nonce, iat: now + 6 })],
  ]
  it.each(refused)('verifying an OAUTH credential refuses a token with %s', async (_, claims) => {
    const { verify } = await registered()
    expect(await verify(claims)).toMatchObject(invalidToken)
  })

  it('an OAUTH credential has no challenge', async () => {
    const { emulator, create } = await setUp()
    const { body } = await create(await emulator.issuer.token(ada))
    expect(await send(emulator, `POST /auth/credentials/${body.id}/challenge`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  })
})

it.each(vectors.oauthNonce)(
  'the nonce of a client key matches the vectors',
  async ({ clientPublicKey, nonce }) => {
    expect(await nonceOf(clientPublicKey)).toBe(nonce)
  },
)

describe('trusted issuer', () => {
  const issuer = 'https://idp.example'

  async function provider(alg = 'RS256'): Promise<{ token: () => Promise<string>; jwk: JWK }> {
    const { privateKey, publicKey } = await generateKeyPair(alg)
    const claims = { ...ada, iss: issuer, aud: 'app', iat: now, exp: now + 60 }
    return {
      jwk: { ...(await exportJWK(publicKey)), kid: 'k', alg },
      token: () => new SignJWT(claims).setProtectedHeader({ alg, kid: 'k' }).sign(privateKey),
    }
  }

  const discovery =
    (answers: Record<string, unknown>): typeof fetch =>
    async (input) => {
      const body = answers[String(input)]
      return body === undefined ? new Response('', { status: 404 }) : Response.json(body)
    }

  const configuration = `${issuer}/.well-known/openid-configuration`
  const described = { issuer, jwks_uri: `${issuer}/keys` }

  it('a trusted issuer may be configured with its keys', async () => {
    const { jwk, token } = await provider()
    const { create } = await setUp({ issuers: [{ issuer, jwks: { keys: [jwk] } }] })
    expect((await create(await token())).status).toBe(201)
  })

  it.each([
    ['RS256', 201],
    ['ES256', 201],
    ['ES384', 401],
    ['PS256', 401],
  ])('a trusted issuer that signs with %s is answered with %i', async (alg, status) => {
    const { jwk, token } = await provider(alg)
    const { create } = await setUp({ issuers: [{ issuer, jwks: { keys: [jwk] } }] })
    expect((await create(await token())).status).toBe(status)
  })

  it('a trusted issuer’s keys are fetched for every call', async () => {
    const { jwk, token } = await provider()
    const answers: Record<string, unknown> = {
      [configuration]: described,
      [`${issuer}/keys`]: { keys: [jwk] },
    }
    const options = { issuers: [issuer], fetch: discovery(answers) }
    const first = await setUp(options)
    expect((await first.create(await token())).status).toBe(201)
    answers[`${issuer}/keys`] = { keys: [(await provider()).jwk] }
    const { emulator } = first
    const { account } = await emulator.provision({ credential: false })
    const body = { type: 'OAUTH', accountId: account.id, oidcToken: await token() }
    expect(await send(emulator, 'POST /auth/credentials', { body })).toMatchObject(invalidToken)
  })

  it('a trusted issuer is refused if its discovery document names another issuer or is missing', async () => {
    const { jwk, token } = await provider()
    const keys = { [`${issuer}/keys`]: { keys: [jwk] } }
    const other = { ...described, issuer: 'https://other.example' }
    for (const answers of [{ ...keys, [configuration]: other }, keys, { [configuration]: described }]) {
      const { create } = await setUp({ issuers: [issuer], fetch: discovery(answers) })
      expect(await create(await token())).toMatchObject(invalidToken)
    }
  })
})
