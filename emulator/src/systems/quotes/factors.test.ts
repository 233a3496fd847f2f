import { type InternalAccount, type Quote, utf8 } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { base32ToBytes, totpCode, totpStep } from '../../crypto/totp.js'
import {
  type Ceremony,
  flipped,
  type TestAuthenticator,
  testAuthenticator,
} from '../../fixtures/authenticator.js'
import { passkeyBody, send } from '../../fixtures/client.js'
import { type ScaScene, scaScene } from '../../fixtures/sca.js'
import { createEmulator } from '../../index.js'

const origin = 'http://localhost:5173'
const wrongAssertion = { status: 400, body: { code: 'INVALID_INPUT', reason: 'Invalid passkey assertion' } }
const wrongCode = { status: 400, body: { code: 'INVALID_INPUT', reason: 'Invalid authorization code' } }

interface SentAssertion {
  readonly id: string
  readonly response: { readonly signature: string }
}

interface PasskeyScene extends ScaScene {
  readonly authenticator: TestAuthenticator
  readonly assertionFor: (quote: Quote, ceremony?: Ceremony) => Promise<SentAssertion>
}

/** A customer with a passkey on an embedded wallet, beside the dollars that pay. */
async function passkeyScene(challenges: 1 | 2 = 1): Promise<PasskeyScene> {
  const scene = await scaScene({ sca: { factor: 'PASSKEY', challenges } })
  const authenticator = await testAuthenticator()
  const { emulator, dollars } = scene
  const { account } = await emulator.provision({ customerId: customerOf(dollars), credential: false })
  await send(emulator, 'POST /auth/credentials', { body: await passkeyBody(account, authenticator) })
  return {
    ...scene,
    authenticator,
    assertionFor: async ({ scaChallenge }, ceremony) => {
      const challenge = String(scaChallenge?.passkeyAssertionOptions?.['challenge'])
      const { credentialId, clientDataJson, authenticatorData, signature } = await authenticator.get(
        challenge,
        ceremony,
      )
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: { clientDataJSON: clientDataJson, authenticatorData, signature },
        clientExtensionResults: {},
      }
    },
  }
}

const customerOf = ({ customerId = '' }: InternalAccount): string => customerId

describe('PASSKEY', () => {
  it('a challenge has the options of a passkey of the customer, and its assertion moves the money', async () => {
    const { waiting, authorize, assertionFor, balances, authenticator, emulator } = await passkeyScene()
    const quote = await waiting()
    expect(quote.scaChallenge).toMatchObject({
      factor: 'PASSKEY',
      availableFactors: ['SMS_OTP', 'PASSKEY'],
      passkeyAssertionOptions: {
        rpId: 'localhost',
        userVerification: 'required',
        allowCredentials: [{ id: authenticator.credentialId, type: 'public-key' }],
      },
      passkeyAllowedOrigins: expect.arrayContaining([origin]),
    })
    expect(emulator.inbox.all()).toEqual([])
    const passkeyAssertion = await assertionFor(quote)
    expect((await authorize(quote.id, { passkeyAssertion, origin })).body.status).toBe('COMPLETED')
    expect(balances()[0]).toBe(900_00n)
  })

  it.each<[string, (assertion: SentAssertion) => object]>([
    [
      'a flipped signature',
      ({ response }) => ({ response: { ...response, signature: flipped(response.signature) } }),
    ],
    ['an unknown passkey', () => ({ id: 'AQID', rawId: 'AQID' })],
  ])('%s is refused', async (_, change) => {
    const { waiting, authorize, assertionFor, balances } = await passkeyScene()
    const quote = await waiting()
    const right = await assertionFor(quote)
    const passkeyAssertion = { ...right, ...change(right) }
    expect(await authorize(quote.id, { passkeyAssertion, origin })).toMatchObject(wrongAssertion)
    expect(balances()[0]).toBe(1_000_00n)
  })

  it.each<[string, Ceremony]>([
    ['another origin', { origin: 'http://localhost:3000' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a person who was not verified', { flags: 1 }],
    ['a registration', { type: 'webauthn.create' }],
  ])('an assertion of %s is refused', async (_, ceremony) => {
    const { waiting, authorize, assertionFor } = await passkeyScene()
    const quote = await waiting()
    const passkeyAssertion = await assertionFor(quote, ceremony)
    expect(await authorize(quote.id, { passkeyAssertion, origin })).toMatchObject(wrongAssertion)
  })

  it('an origin that the emulator does not know is refused, even with its own assertion', async () => {
    const { waiting, authorize, assertionFor } = await passkeyScene()
    const quote = await waiting()
    const foreign = 'https://evil.example'
    const passkeyAssertion = await assertionFor(quote, { origin: foreign })
    expect(await authorize(quote.id, { passkeyAssertion, origin: foreign })).toMatchObject(wrongAssertion)
  })

  it('the assertion of one challenge does not answer the next', async () => {
    const { waiting, authorize, assertionFor, balances } = await passkeyScene(2)
    const first = await waiting()
    const passkeyAssertion = await assertionFor(first)
    const { body: second } = await authorize(first.id, { passkeyAssertion, origin })
    expect(second.status).toBe('PENDING_AUTHORIZATION')
    expect(await authorize(first.id, { passkeyAssertion, origin })).toMatchObject(wrongAssertion)
    const next = await assertionFor(second)
    expect((await authorize(first.id, { passkeyAssertion: next, origin })).body.status).toBe('COMPLETED')
    expect(balances()[0]).toBe(900_00n)
  })

  it('the same assertion, sent twice at once, answers one challenge', async () => {
    const { waiting, authorize, assertionFor } = await passkeyScene(2)
    const quote = await waiting()
    const body = { passkeyAssertion: await assertionFor(quote), origin }
    const answers = await Promise.all([authorize(quote.id, body), authorize(quote.id, body)])
    const [answered, refused] = answers.map(({ status }) => status).sort()
    expect(answered).toBe(200)
    // The second one comes while the first is checked, or after the next challenge was made.
    expect([400, 409]).toContain(refused)
  })

  it.each([
    ['a code', { code: '123456' }],
    ['an unreadable assertion', { passkeyAssertion: { id: 1 }, origin }],
  ])('%s is refused and not counted', async (_, body) => {
    const { waiting, authorize, assertionFor } = await passkeyScene()
    const quote = await waiting()
    for (let tries = 0; tries < 6; tries += 1) expect((await authorize(quote.id, body)).status).toBe(400)
    const passkeyAssertion = await assertionFor(quote)
    expect((await authorize(quote.id, { passkeyAssertion, origin })).status).toBe(200)
  })

  it('a resend is refused', async () => {
    const { waiting, resend } = await passkeyScene()
    expect(await resend((await waiting()).id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  it('a customer without a passkey is asked for a code', async () => {
    const { waiting, authorize, code } = await scaScene({ sca: { factor: 'PASSKEY', challenges: 1 } })
    const { id, scaChallenge } = await waiting()
    expect(scaChallenge?.factor).toBe('SMS_OTP')
    expect((await authorize(id, { code: code() })).status).toBe(200)
  })
})

describe('TOTP', () => {
  const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const codeAt = (now: number): Promise<string> =>
    totpCode(base32ToBytes(totpSecret) ?? utf8(''), totpStep(now))

  it('the code of an authenticator app moves the money, and is accepted once', async () => {
    const { waiting, authorize, resend, emulator, balances } = await scaScene({
      sca: { factor: 'TOTP', totpSecret },
    })
    const { id, scaChallenge } = await waiting()
    expect([scaChallenge?.factor, emulator.inbox.all()]).toEqual(['TOTP', []])
    expect((await resend(id)).status).toBe(409)
    const code = await codeAt(emulator.clock.now())
    expect((await authorize(id, { code })).body.status).toBe('PENDING_AUTHORIZATION')
    expect(await authorize(id, { code })).toMatchObject(wrongCode)
    await emulator.clock.advance(30_000)
    const next = await codeAt(emulator.clock.now())
    expect((await authorize(id, { code: next })).body.status).toBe('COMPLETED')
    expect(balances()[0]).toBe(900_00n)
  })

  it('a code of the step before is accepted, and an older or later one is not', async () => {
    const { waiting, authorize, emulator } = await scaScene({ sca: { factor: 'TOTP', totpSecret } })
    const { id } = await waiting()
    const now = emulator.clock.now()
    expect(await authorize(id, { code: await codeAt(now - 60_000) })).toMatchObject(wrongCode)
    expect(await authorize(id, { code: await codeAt(now + 30_000) })).toMatchObject(wrongCode)
    expect((await authorize(id, { code: await codeAt(now - 30_000) })).status).toBe(200)
  })

  it.each([undefined, '', 'not base32'])('the secret %j is refused', async (secret) => {
    const sca = { factor: 'TOTP', ...(secret !== undefined && { totpSecret: secret }) } as const
    await expect(createEmulator().provision({ sca })).rejects.toThrow(RangeError)
  })
})
