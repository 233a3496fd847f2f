/** Payments that need a passkey's proof: paid once with the right proof, and not at all with any other. @module */
import { describe, expect, it } from 'vitest'
import {
  type Ceremony,
  flipped,
  type TestAuthenticator,
  testAuthenticator,
} from '../../../emulator/src/fixtures/authenticator.js'
import type { Quote } from '../../wire/quotes.js'
import {
  amount,
  askedIn,
  type PayingStage,
  payingStage,
  proofHeader,
  proofIn,
  said,
  sendOf,
} from '../fixtures/paying.js'
import { origin, type SignedIn } from '../fixtures/platform.js'
import { bob, sessionOf } from '../fixtures/recording-service.js'
import {
  type BackendOptions,
  type BackendStore,
  type CountingStore,
  memoryStore,
  type PaymentOptions,
} from '../index.js'
import { attestedPasskey } from './passkey-keys.js'

const minutes = 60_000
const notAsked = [403, 'PAYMENT_PROOF_REQUIRED']
const refused = (reason: string): unknown => [403, 'PAYMENT_PROOF_REFUSED', reason]

interface Ready extends PayingStage {
  readonly session: SignedIn
  readonly passkey: TestAuthenticator
  readonly offer: Quote
  readonly headers: Record<string, string>
  /** Asks for a proof of the offer, and makes the proof. */
  prove(ceremony?: Ceremony, quote?: Quote, headers?: Record<string, string>): Promise<Record<string, string>>
}

/** Ada has registered a passkey through the backend, and has an offer to pay. */
async function ready(...instances: readonly Partial<BackendOptions>[]): Promise<Ready> {
  const stage = await payingStage(...instances)
  const session = await stage.signIn()
  const passkey = await stage.register(session)
  const offer = await stage.quote()
  const headers = sendOf(session, offer)
  return {
    ...{ ...stage, session, passkey, offer, headers },
    async prove(ceremony = {}, quote = offer, sent = headers) {
      const { nonce, options } = askedIn(await stage.execute(quote, sent))
      return proofHeader(nonce, await passkey.get(options.challenge, { origin, ...ceremony }))
    },
  }
}

describe('a payment that needs a proof', () => {
  it('a payment without a proof is refused, is not forwarded, and says what to prove', async () => {
    const { execute, offer, headers, passkey, emulator, received } = await ready()
    const answer = await execute(offer, headers)
    expect(said(answer)).toEqual(notAsked)
    expect(answer.body).toMatchObject({
      details: {
        forwarded: false,
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        options: {
          challenge: expect.stringMatching(/^[\w-]{43}$/),
          rpId: 'localhost',
          userVerification: 'required',
          allowCredentials: [{ type: 'public-key', id: passkey.credentialId }],
        },
        terms: {
          quoteId: offer.id,
          sends: { amount: offer.totalSendingAmount, currency: offer.sendingCurrency },
          receives: { amount: offer.totalReceivingAmount, currency: offer.receivingCurrency },
          receiver: offer.destination,
          expiresAt: offer.expiresAt,
        },
      },
    })
    expect(emulator.requests().some(({ path }) => path.endsWith('/execute'))).toBe(false)
    expect(received()).toBe(0)
  })

  it('a payment with the right proof is paid, and the service does not get the proof', async () => {
    const { execute, offer, headers, prove, received, emulator } = await ready()
    const answer = await execute(offer, { ...headers, ...(await prove()) })
    expect([answer.status, (answer.body as { status?: string }).status]).toEqual([200, 'COMPLETED'])
    expect(received()).toBe(1)
    expect(JSON.stringify(emulator.requests())).not.toContain('Payment-Proof')
  })

  it.each<[string, string, Ceremony]>([
    ['without user verification', 'user verification', { flags: 0x01 }],
    ['without the person’s presence', 'user presence', { flags: 0x04 }],
    ['of another origin', 'origin', { origin: 'https://evil.example' }],
    ['for another relying party', 'relying party', { rpId: 'evil.example' }],
    ['that is a registration', 'type', { type: 'webauthn.create' }],
  ])('a proof %s is refused, and nothing is paid', async (_, reason, ceremony) => {
    const { execute, offer, headers, prove, received } = await ready()
    const answer = await execute(offer, { ...headers, ...(await prove(ceremony)) })
    expect(said(answer)).toEqual(refused(reason))
    expect(answer.body).toMatchObject({ details: { forwarded: false } })
    expect(received()).toBe(0)
  })

  it('a proof of another quote is refused', async () => {
    const { execute, offer, headers, prove, quote, session, received } = await ready()
    const other = await quote()
    const proof = await prove({}, other, sendOf(session, other))
    expect(said(await execute(offer, { ...headers, ...proof }))).toEqual(refused('challenge'))
    expect(received()).toBe(0)
  })

  it('a proof with another nonce is refused', async () => {
    const { execute, offer, headers, prove } = await ready()
    const first = proofIn(await prove())
    const { assertion } = proofIn(await prove())
    expect(said(await execute(offer, { ...headers, ...proofHeader(first.nonce, assertion) }))).toEqual(
      refused('challenge'),
    )
  })

  it('a proof with a changed signature is refused', async () => {
    const { execute, offer, headers, prove } = await ready()
    const { nonce, assertion } = proofIn(await prove())
    for (const signature of [flipped(assertion.signature), 'AAAA', assertion.signature.slice(0, -4)]) {
      expect(
        said(await execute(offer, { ...headers, ...proofHeader(nonce, { ...assertion, signature }) })),
      ).toEqual(refused('signature'))
    }
  })

  it('a proof in a frame of another origin is refused', async () => {
    const { execute, offer, headers, prove } = await ready()
    const { nonce, assertion } = proofIn(await prove())
    const data = JSON.parse(atob(assertion.clientDataJson.replaceAll('-', '+').replaceAll('_', '/')))
    const framed = btoa(JSON.stringify({ ...data, crossOrigin: true })).replaceAll('=', '')
    expect(
      said(
        await execute(offer, { ...headers, ...proofHeader(nonce, { ...assertion, clientDataJson: framed }) }),
      ),
    ).toEqual(refused('origin'))
  })

  it('a proof by another passkey is refused', async () => {
    const { execute, offer, headers, passkey } = await ready()
    const { nonce, options } = askedIn(await execute(offer, headers))
    const other = await (await testAuthenticator()).get(options.challenge, { origin })
    expect(said(await execute(offer, { ...headers, ...proofHeader(nonce, other) }))).toEqual(
      refused('passkey'),
    )
    const claimed = { ...other, credentialId: passkey.credentialId }
    expect(said(await execute(offer, { ...headers, ...proofHeader(nonce, claimed) }))).toEqual(
      refused('signature'),
    )
  })

  it('a proof that was used is refused for another send', async () => {
    const { execute, offer, headers, prove, session, received, changed } = await ready()
    const proof = await prove()
    expect(said(await execute(offer, { ...headers, ...proof }))).toBe(200)
    // The quote would otherwise be forwarded because it is paid.
    changed(() => ({ status: 'PENDING' }))
    expect(said(await execute(offer, { ...sendOf(session, offer), ...proof }))).toEqual(refused('counter'))
    expect(received()).toBe(1)
  })

  it('a proof is used up even if the authenticator has no counter', async () => {
    const { execute, offer, headers, prove, session, changed } = await ready()
    const proof = await prove({ counter: 0 })
    expect(said(await execute(offer, { ...headers, ...proof }))).toBe(200)
    changed(() => ({ status: 'PENDING' }))
    expect(said(await execute(offer, { ...sendOf(session, offer), ...proof }))).toEqual(refused('nonce'))
  })

  it('a proof that is five minutes old is refused', async () => {
    const { execute, offer, headers, prove, time, received } = await ready()
    const proof = await prove()
    time.now += 5 * minutes
    expect(said(await execute(offer, { ...headers, ...proof }))).toEqual(refused('nonce'))
    expect(received()).toBe(0)
  })

  it('a proof is refused once the quote has expired', async () => {
    const { execute, offer, headers, prove, time } = await ready()
    time.now = Date.parse(offer.expiresAt) - 2_000
    const proof = await prove()
    time.now += 2_000
    expect(said(await execute(offer, { ...headers, ...proof }))).toEqual(refused('nonce'))
  })

  it('a proof of one login session is refused in another', async () => {
    const { execute, offer, headers, prove, received } = await ready()
    const proof = await prove()
    const elsewhere = { ...headers, ...proof, 'X-Login': 'second' }
    expect(said(await execute(offer, elsewhere))).toEqual(refused('nonce'))
    expect(received()).toBe(0)
  })

  it('a proof of one account is refused for another', async () => {
    const { execute, offer, headers, prove, received } = await ready()
    const proof = await prove()
    const asBob = { ...headers, ...proof, 'X-Person': 'bob' }
    expect(said(await execute(offer, asBob))).toEqual([403, 'FORBIDDEN'])
    expect(received()).toBe(0)
  })

  it('a quote that has expired by this clock alone is proven and paid, because the service decides', async () => {
    const { execute, offer, headers, prove, time } = await ready()
    time.now = Date.parse(offer.expiresAt) + minutes
    expect(said(await execute(offer, { ...headers, ...(await prove()) }))).toBe(200)
  })

  it.each<[string, (quote: Quote) => object]>([
    ['sends one unit more', ({ totalSendingAmount }) => ({ totalSendingAmount: totalSendingAmount + 1 })],
    [
      'pays out one unit more',
      ({ totalReceivingAmount }) => ({ totalReceivingAmount: totalReceivingAmount + 1 }),
    ],
    ['has one unit more of fees', ({ feesIncluded }) => ({ feesIncluded: feesIncluded + 1 })],
    [
      'sends another currency',
      ({ sendingCurrency }) => ({ sendingCurrency: { ...sendingCurrency, code: 'EURB' } }),
    ],
    [
      'has other decimals',
      ({ sendingCurrency }) => ({ sendingCurrency: { ...sendingCurrency, decimals: 0 } }),
    ],
    [
      'has another receiver',
      ({ destination }) => ({
        destination: { ...destination, accountId: `InternalAccount:${crypto.randomUUID()}` },
      }),
    ],
    ['has another name', () => ({ counterpartyInformation: { FULL_NAME: 'Mallory' } })],
    [
      'expires a second later',
      ({ expiresAt }) => ({ expiresAt: new Date(Date.parse(expiresAt) + 1_000).toISOString() }),
    ],
    ['has another payload', ({ payloadToSign }) => ({ payloadToSign: `${payloadToSign} ` })],
    ['has another rate', ({ exchangeRate }) => ({ exchangeRate: exchangeRate * 2 })],
  ])('a proof is refused if the quote at the service then %s', async (_, change) => {
    const { execute, offer, headers, prove, changed, received } = await ready()
    const proof = await prove()
    changed(change)
    expect(said(await execute(offer, { ...headers, ...proof }))).toEqual(refused('challenge'))
    expect(received()).toBe(0)
  })

  it('a proof is accepted if the service sends the members of the quote in another order', async () => {
    const { execute, offer, headers, prove, changed } = await ready()
    const proof = await prove()
    changed(({ destination }) => ({ destination: Object.fromEntries(Object.entries(destination).reverse()) }))
    expect(said(await execute(offer, { ...headers, ...proof }))).toBe(200)
  })

  it('a counter that has not grown is refused, and the next proof is accepted', async () => {
    const { execute, offer, headers, prove, quote, session } = await ready()
    expect(said(await execute(offer, { ...headers, ...(await prove({ counter: 40 })) }))).toBe(200)
    const next = await quote()
    const sent = sendOf(session, next)
    for (const counter of [40, 39, 0]) {
      const proof = await prove({ counter }, next, sent)
      expect(said(await execute(next, { ...sent, ...proof }))).toEqual(refused('counter'))
    }
    expect(said(await execute(next, { ...sent, ...(await prove({ counter: 41 }, next, sent)) }))).toBe(200)
  })

  it('a proof of more than 8,192 characters is 400', async () => {
    const { execute, offer, headers, prove } = await ready()
    const { 'Wallet-Payment-Proof': proof = '' } = await prove()
    const padded = `${Buffer.from(proof, 'base64url')}${' '.repeat(8_192)}`
    const long = Buffer.from(padded).toString('base64url')
    expect(said(await execute(offer, { ...headers, 'Wallet-Payment-Proof': long }))).toEqual([
      400,
      'INVALID_INPUT',
    ])
  })

  it.each(['', '=', 'AAAA', 'e30', 'x'.repeat(9_000)])('a malformed proof is 400: %.10s', async (text) => {
    const { execute, offer, headers } = await ready()
    expect(said(await execute(offer, { ...headers, 'Wallet-Payment-Proof': text }))).toEqual([
      400,
      'INVALID_INPUT',
    ])
  })
})

describe('a proof and its repetition', () => {
  it('after a lost answer, the same send is forwarded without another proof, and is paid once', async () => {
    const { execute, offer, headers, prove, emulator, received } = await ready()
    const proof = await prove()
    emulator.faults.next('POST /quotes/{quoteId}/execute', { answer: 'lost' })
    expect((await execute(offer, { ...headers, ...proof })).status).toBeGreaterThanOrEqual(500)
    expect(said(await execute(offer, headers))).toBe(200)
    expect(said(await execute(offer, { ...headers, ...proof }))).toBe(200)
    expect(received()).toBe(1)
  })

  it('after a request that was lost on the way, the same send is forwarded, and no other one is', async () => {
    const { execute, offer, headers, prove, emulator, received, session, quote, changed } = await ready()
    const proof = await prove()
    emulator.faults.next('POST /quotes/{quoteId}/execute', { drop: true })
    expect((await execute(offer, { ...headers, ...proof })).status).toBeGreaterThanOrEqual(500)
    expect(received()).toBe(0)
    const other = await quote()
    const key = headers['Wallet-Idempotency-Key'] ?? ''
    expect(said(await execute(other, sendOf(session, other, key)))).toEqual(notAsked)
    expect(said(await execute(offer, sendOf(session, offer)))).toEqual(notAsked)
    expect(said(await execute(offer, { ...headers, 'X-Login': 'second' }))).toEqual(notAsked)
    changed(({ feesIncluded }) => ({ feesIncluded: feesIncluded + 1 }))
    expect(said(await execute(offer, headers))).toEqual(notAsked)
    changed(() => ({}))
    expect(said(await execute(offer, headers))).toBe(200)
    expect(received()).toBe(1)
  })

  it('after a refusal by the service, the same send needs no other proof', async () => {
    const { execute, offer, headers, prove, emulator, received } = await ready()
    emulator.faults.next('POST /quotes/{quoteId}/execute', { status: 400 })
    expect((await execute(offer, { ...headers, ...(await prove()) })).status).toBe(400)
    expect(said(await execute(offer, headers))).toBe(200)
    expect(received()).toBe(1)
  })

  it('a send without an idempotency key is paid with a proof, and its repetition needs another', async () => {
    const { execute, offer, headers, prove, emulator } = await ready()
    const { 'Wallet-Idempotency-Key': _, ...keyless } = headers
    emulator.faults.next('POST /quotes/{quoteId}/execute', { drop: true })
    expect((await execute(offer, { ...keyless, ...(await prove()) })).status).toBeGreaterThanOrEqual(500)
    expect(said(await execute(offer, keyless))).toEqual(notAsked)
    expect(said(await execute(offer, { ...keyless, ...(await prove()) }))).toBe(200)
  })

  it.each<[string, (quote: Quote) => object]>([
    ['another quote', () => ({ id: `Quote:${crypto.randomUUID()}` })],
    ['a quote that cannot be read', () => ({ expiresAt: 7 })],
  ])('nothing is forwarded if the service answers with %s', async (_, change) => {
    const { execute, offer, headers, prove, changed, received } = await ready()
    const proof = await prove()
    changed(change)
    const sent = await execute(offer, { ...headers, ...proof })
    expect(said(sent)).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    expect(received()).toBe(0)
  })

  it('nothing is forwarded if the service answers with an error that looks like the quote', async () => {
    const { execute, offer, headers, prove, failing, received } = await ready()
    const proof = await prove()
    failing(500)
    expect(said(await execute(offer, { ...headers, ...proof }))).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    expect(received()).toBe(0)
  })

  it('a quote that is being paid is forwarded without a proof', async () => {
    const { execute, offer, headers, changed } = await ready()
    changed(() => ({ status: 'PROCESSING' }))
    expect(said(await execute(offer, headers))).not.toEqual(notAsked)
  })

  it('a paid quote is forwarded without a proof, because it cannot be paid again', async () => {
    const { execute, offer, headers, prove, received, session } = await ready()
    await execute(offer, { ...headers, ...(await prove()) })
    const again = await execute(offer, { ...sendOf(session, offer), 'X-Login': 'second' })
    expect(again.body?.code).not.toBe('PAYMENT_PROOF_REQUIRED')
    expect(received()).toBe(1)
  })

  it('of two equal requests at once, at most one spends the proof, and the quote is paid once', async () => {
    const { execute, offer, headers, prove, received } = await ready()
    const both = { ...headers, ...(await prove()) }
    const answers = (await Promise.all([execute(offer, both), execute(offer, both)])).map(said)
    expect(answers).toContain(200)
    expect(received()).toBe(1)
  })

  it('two tabs with a proof each pay the quote once', async () => {
    const { execute, offer, headers, prove, received } = await ready()
    const [first, second] = [await prove(), await prove()]
    const answers = await Promise.all([
      execute(offer, { ...headers, ...first }),
      execute(offer, { ...headers, ...second }),
    ])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(received()).toBe(1)
  })

  it('two instances share what was asked, and one proof is spent once between them', async () => {
    const { execute, offer, headers, prove, received, quote, session } = await ready({}, {})
    expect(said(await execute(offer, { ...headers, ...(await prove()) }))).toBe(200)
    const next = await quote()
    const proof = await prove({}, next, sendOf(session, next))
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((key) => execute(next, { ...sendOf(session, next, key), ...proof })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(received()).toBe(2)
  })

  it('nothing is forwarded while the store fails', async () => {
    const failing: { current?: CountingStore } = {}
    const base = memoryStore()
    const fail = async (): Promise<never> => Promise.reject(new Error('down'))
    const store: BackendStore = {
      get: (key) => (failing.current ?? base).get(key),
      set: (key, value, ttl) => (failing.current ?? base).set(key, value, ttl),
      take: (key) => (failing.current ?? base).take(key),
      next: (key, ttl) => (failing.current ?? base).next(key, ttl),
    }
    const { execute, offer, headers, prove, received } = await ready({ store })
    const proof = await prove()
    failing.current = { get: fail, set: fail, take: fail, next: fail }
    expect(said(await execute(offer, { ...headers, ...proof }))).toEqual([503, 'STORE_UNREACHABLE'])
    expect(received()).toBe(0)
  })
})

describe('which payments need a proof', () => {
  const above = (...limits: readonly [number, string][]): Partial<BackendOptions> => ({
    stepUp: {
      payments: { above: limits.map(([amount, currency]) => ({ amount, currency })), newPasskeyAfter: 0 },
    },
  })

  it.each<[string, Partial<BackendOptions>, unknown]>([
    ['at the limit needs none', above([amount, 'USDB']), 200],
    ['one unit above the limit needs one', above([amount - 1, 'USDB']), notAsked],
    ['in a currency without a limit needs one', above([amount, 'EUR']), notAsked],
    ['has the limit of its own currency', above([0, 'EUR'], [amount, 'USDB']), 200],
    ['needs none where no limit is set', { stepUp: {} }, 200],
    [
      'needs one if accounts without a passkey are refused',
      {
        stepUp: {
          payments: { above: { amount: 0, currency: 'USDB' }, withoutPasskey: 'refuse', newPasskeyAfter: 0 },
        },
      },
      notAsked,
    ],
  ])('a payment %s', async (_, options, expected) => {
    const { execute, offer, headers } = await ready(options)
    expect(said(await execute(offer, headers))).toEqual(expected)
  })

  it.each<[string, unknown]>([
    ['no limit', { above: [] }],
    ['a fraction', { above: { amount: 0.5, currency: 'EUR' } }],
    ['a negative amount', { above: { amount: -1, currency: 'EUR' } }],
    [
      'two limits for one currency',
      {
        above: [
          { amount: 1, currency: 'EUR' },
          { amount: 2, currency: 'EUR' },
        ],
      },
    ],
    ['a currency in lower case', { above: { amount: 1, currency: 'eur' } }],
    ['a text before a currency', { above: { amount: 1, currency: '€ EUR' } }],
    ['a text after a currency', { above: { amount: 1, currency: 'EURO €' } }],
    [
      'one wrong amount of two',
      {
        above: [
          { amount: 1, currency: 'EUR' },
          { amount: 0.5, currency: 'USD' },
        ],
      },
    ],
    [
      'one wrong currency of two',
      {
        above: [
          { amount: 1, currency: 'EUR' },
          { amount: 1, currency: 'usd' },
        ],
      },
    ],
    ['an unknown way without a passkey', { above: { amount: 1, currency: 'EUR' }, withoutPasskey: 'code' }],
  ])('a backend with %s is a TypeError', async (_, payments) => {
    await expect(payingStage({ stepUp: { payments: payments as PaymentOptions } })).rejects.toThrow(TypeError)
  })

  it('without loginSession, the option is a TypeError', async () => {
    const { createBackend } = await import('../index.js')
    expect(() =>
      createBackend({
        service: { baseUrl: 'https://service.test', tokenId: 'a', clientSecret: 'b' },
        authorize: () => [],
        relyingParty: { id: 'localhost', name: 'Bank' },
        origins: [origin],
        stepUp: { payments: { above: { amount: 0, currency: 'EUR' } } },
      }),
    ).toThrow(/loginSession/)
  })
})

describe('the passkey behind a proof', () => {
  /** A store that can forget everything. */
  function forgetful(): { readonly store: BackendStore; readonly forget: () => void } {
    let current = memoryStore()
    return {
      store: {
        get: (key) => current.get(key),
        set: (key, value, ttl) => current.set(key, value, ttl),
        take: (key) => current.take(key),
        next: (key, ttl) => current.next(key, ttl),
      },
      forget: () => {
        current = memoryStore()
      },
    }
  }

  it('a passkey that this backend does not know is learned when the person signs in with it', async () => {
    const { store, forget } = forgetful()
    const { execute, offer, headers, prove, signInBy, passkey, received, quote, session } = await ready({
      store,
    })
    forget()
    expect(said(await execute(offer, headers))).toEqual([403, 'PAYMENT_PASSKEY_UNKNOWN'])
    expect(said(await signInBy(passkey))).toBe(200)
    expect(said(await execute(offer, { ...headers, ...(await prove()) }))).toBe(200)
    const next = await quote()
    const sent = sendOf(session, next)
    expect(said(await execute(next, { ...sent, ...(await prove({}, next, sent)) }))).toBe(200)
    expect(received()).toBe(2)
  })

  /** Another authenticator that claims to have this passkey. */
  async function claiming({ credentialId }: TestAuthenticator): Promise<TestAuthenticator> {
    const thief = await testAuthenticator()
    const [own, claimed] = [thief.credentialId, credentialId].map((id) =>
      Buffer.from(id, 'base64url').toString('hex'),
    )
    return {
      credentialId,
      async create(challenge, ceremony) {
        const attestation = await thief.create(challenge, ceremony)
        const hex = Buffer.from(attestation.attestationObject, 'base64url').toString('hex')
        const object = Buffer.from(hex.replace(own ?? '', claimed ?? ''), 'hex')
        return { ...attestation, credentialId, attestationObject: object.toString('base64url') }
      },
      get: async (challenge, ceremony) => ({ ...(await thief.get(challenge, ceremony)), credentialId }),
    }
  }

  it('from a sign-in that the service refuses, no key is learned', async () => {
    const { store, forget } = forgetful()
    const { execute, offer, headers, signInBy, passkey } = await ready({ store })
    forget()
    expect((await signInBy(await claiming(passkey))).status).toBe(401)
    expect(said(await execute(offer, headers))).toEqual([403, 'PAYMENT_PASSKEY_UNKNOWN'])
  })

  it.each<[string, (accountId: string) => object]>([
    ['nothing', () => ({})],
    ['a session of another account', () => sessionOf(2, bob)],
    ['a session of another passkey', (own) => ({ ...sessionOf(1, own), credentialId: 'AQID' })],
  ])('from a sign-in that something answers with %s, no key is learned', async (_, body) => {
    const { store, forget } = forgetful()
    const { execute, offer, headers, signInBy, passkey, emulator, adaId } = await ready({ store })
    forget()
    emulator.faults.next('POST /auth/credentials/{id}/verify', { status: 200, body: body(adaId) })
    expect((await signInBy(await claiming(passkey))).status).toBe(200)
    expect(said(await execute(offer, headers))).toEqual([403, 'PAYMENT_PASSKEY_UNKNOWN'])
  })

  it.each<[string, object | undefined, unknown]>([
    ['the service refuses', undefined, [400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS']],
    ['something answers with nothing', { status: 201, body: {} }, 201],
  ])('from a registration that %s, no key is learned', async (_, fault, answer) => {
    const { execute, offer, headers, passkey, page, adaId, received, signIn, emulator } = await ready()
    const thief = await claiming(passkey)
    await emulator.clock.advance(minutes)
    await signIn()
    const asked = { accountId: adaId, nickname: 'Thief' }
    const { challenge } = (await page('POST /auth/passkey-registration-options', asked)).body
    const attestation = await thief.create(challenge, { origin })
    expect(attestedPasskey(attestation)).toBeDefined()
    const another = { type: 'PASSKEY', ...asked, challenge, attestation }
    if (fault) emulator.faults.next('POST /auth/credentials', fault)
    expect(said(await page('POST /auth/credentials', another))).toEqual(answer)
    const { nonce, options } = askedIn(await execute(offer, headers))
    const proof = proofHeader(nonce, await thief.get(options.challenge, { origin }))
    expect(said(await execute(offer, { ...headers, ...proof }))).toEqual(refused('signature'))
    expect(received()).toBe(0)
  })

  it('a sign-in does not set back the counter of a passkey that is known', async () => {
    const { execute, offer, headers, prove, quote, session, signInBy, passkey } = await ready()
    expect(said(await execute(offer, { ...headers, ...(await prove({ counter: 40 })) }))).toBe(200)
    expect(said(await signInBy(passkey))).toBe(200)
    const next = await quote()
    const sent = sendOf(session, next)
    const proof = await prove({ counter: 39 }, next, sent)
    expect(said(await execute(next, { ...sent, ...proof }))).toEqual(refused('counter'))
  })

  it('a proof by a passkey that was revoked is refused, although its key is known', async () => {
    const { register, signIn, page, adaId, quote, execute, passkey, emulator, received } = await ready()
    await emulator.clock.advance(minutes)
    const { stamp } = await signIn()
    const list = await page(`GET /auth/credentials?accountId=${adaId}`)
    const data = list.body.data as readonly { readonly id: string; readonly type?: string }[]
    const path = `DELETE /auth/credentials/${data.find(({ type }) => type === 'PASSKEY')?.id}`
    const { body } = await page(path)
    const signed = { 'Wallet-Signature': stamp(body.payloadToSign), 'Wallet-Request-Id': body.requestId }
    expect(said(await page(path, undefined, signed))).toBe(204)
    const session = await signIn()
    await register(session)
    const next = await quote()
    const sent = sendOf(session, next)
    const { nonce, options } = askedIn(await execute(next, sent))
    const old = await passkey.get(options.challenge, { origin })
    expect(said(await execute(next, { ...sent, ...proofHeader(nonce, old) }))).toEqual(refused('passkey'))
    expect(received()).toBe(0)
  })
})
