/** Verifies webhooks of the emulator and of a vector made elsewhere, and tests everything that is refused. @module */
import { createPrivateKey, sign as signWith } from 'node:crypto'
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { createEmulator, type Emulator, steppedClock } from '../../../emulator/src/index.js'
import { webhook as vector } from '../../wallet/crypto/fixtures/vectors.json'
import { isChallenge } from '../../wire/signed-request-challenge.js'
import type { Transaction } from '../../wire/transactions.js'
import { webhookTypes } from '../../wire/webhooks.js'
import { createClient } from '../create-client.js'
import { baseUrl } from '../fixtures/scene.js'
import { type VerifyWebhookOptions, verifyWebhook } from './verify-webhook.js'
import { WebhookError } from './webhook-error.js'
import { eventOf, type WebhookEvent } from './webhook-events.js'

const address = 'https://platform.example/webhooks'
const now = (): number => Date.parse('2025-08-15T14:33:00Z')
const id = 'Webhook:019542f5-b3e7-1d02-0000-000000000007'
const pem = vector.publicKeyPem

// PKCS#8 of the vector's scalar, so that its key can sign other bodies too.
const privateKey = createPrivateKey({
  key: Buffer.from(
    `308141020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420${vector.privateKey}`,
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
})
const signatureOf = (body: string | Uint8Array): string =>
  signWith('sha256', Buffer.from(body), privateKey).toString('base64')
const post = (
  body: string | Uint8Array,
  signature: string | undefined,
  name = 'X-Service-Signature',
): Request =>
  new Request(address, {
    method: 'POST',
    headers: signature === undefined ? {} : { [name]: signature },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
const signed = (envelope: unknown): Request => {
  const body = typeof envelope === 'string' ? envelope : JSON.stringify(envelope)
  return post(body, signatureOf(body))
}
const envelope = (changes: object = {}): object => ({
  id,
  type: 'TEST',
  timestamp: '2025-08-15T14:32:00Z',
  data: {},
  ...changes,
})
const claimed = {
  code: 'c',
  createdAt: '2026-01-01T00:00:00Z',
  url: 'https://claim.example/c',
  inviterUma: '$ada@uma.example',
  status: 'CLAIMED',
}
const codeOf = async (request: Request, options: VerifyWebhookOptions = {}): Promise<unknown> => {
  const error: unknown = await verifyWebhook(request, pem, { now, ...options }).catch(
    (thrown: unknown) => thrown,
  )
  return error instanceof WebhookError ? [error.code, error.status] : error
}

describe('vectors', () => {
  it('a webhook made elsewhere is verified and read as an event', async () => {
    const event = await verifyWebhook(post(vector.body, vector.header), pem, { now })
    expect(event).toEqual({ id, type: 'TEST', timestamp: '2025-08-15T14:32:00Z', data: {} })
  })

  it.each(vector.negative)(
    'a webhook made elsewhere is refused if its body was changed',
    async ({ body, header }) => {
      expect(await codeOf(post(body, header))).toEqual(['SIGNATURE_INVALID', 401])
    },
  )

  it('a webhook made elsewhere may wrap its signature in JSON', async () => {
    const wrapped = JSON.stringify({ v: '1', s: vector.header })
    expect(await verifyWebhook(post(vector.body, wrapped), pem, { now })).toMatchObject({ type: 'TEST' })
  })

  it('a webhook made elsewhere can be verified with an imported key and another header name', async () => {
    const bytes = Buffer.from(pem.replaceAll(/-----.*-----|\s/g, ''), 'base64')
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const key = await crypto.subtle.importKey('spki', bytes, algorithm, false, ['verify'])
    const request = post(vector.body, vector.header, 'X-Other-Signature')
    const options = { now, signatureHeader: 'X-Other-Signature' }
    expect(await verifyWebhook(request, key, options)).toMatchObject({ id })
  })
})

describe('signatures', () => {
  const flipped = Buffer.from(vector.header, 'base64')
  flipped[40] = (flipped[40] ?? 0) ^ 1

  it.each([
    ['missing', undefined, 'SIGNATURE_MISSING'],
    ['empty', '', 'SIGNATURE_INVALID'],
    ['flipped in a bit', flipped.toString('base64'), 'SIGNATURE_INVALID'],
    ['cut short', vector.header.slice(0, -8), 'SIGNATURE_INVALID'],
    [
      'followed by more',
      Buffer.from([...Buffer.from(vector.header, 'base64'), 0]).toString('base64'),
      'SIGNATURE_INVALID',
    ],
    ['no base64', '*', 'SIGNATURE_INVALID'],
    ['JSON of another shape', '{"v":"1"}', 'SIGNATURE_INVALID'],
    ['r‖s instead of DER', Buffer.alloc(64, 1).toString('base64'), 'SIGNATURE_INVALID'],
    ['of another body', signatureOf('other'), 'SIGNATURE_INVALID'],
  ])('the signature of a webhook is refused with 401 when it is %s', async (_, signature, code) => {
    expect(await codeOf(post(vector.body, signature))).toEqual([code, 401])
  })

  it('the signature of a webhook is refused when it was made by another key', async () => {
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    await expect(verifyWebhook(post(vector.body, vector.header), publicKey, { now })).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
    })
  })

  it.each([
    ['a text other than PEM', 'key'],
    ['a certificate', pem.replaceAll('PUBLIC KEY', 'CERTIFICATE')],
    ['a private key', pem.replaceAll('PUBLIC', 'PRIVATE')],
    ['an empty PEM', pem.replace(/\n[\s\S]+\n-/, '\nAAAA\n-')],
    ['a PEM with an invalid character', pem.replace('M', '*')],
  ])('%s as the key of a webhook causes a TypeError', async (_, key) => {
    await expect(verifyWebhook(post(vector.body, vector.header), key, { now })).rejects.toBeInstanceOf(
      TypeError,
    )
  })

  it('a webhook is verified with each key of a list, in any order', async () => {
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    for (const keys of [
      [pem, publicKey],
      [publicKey, pem],
    ])
      expect(await verifyWebhook(post(vector.body, vector.header), keys, { now })).toMatchObject({ id })
    await expect(verifyWebhook(post(vector.body, vector.header), [publicKey], { now })).rejects.toMatchObject(
      {
        code: 'SIGNATURE_INVALID',
      },
    )
  })

  it.each([
    ['an empty list', []],
    ['a list with a key that is not PEM', [pem, 'key']],
  ])('%s of keys of a webhook causes a TypeError', async (_, keys) => {
    await expect(verifyWebhook(post(vector.body, vector.header), keys, { now })).rejects.toBeInstanceOf(
      TypeError,
    )
  })

  it('the key of a webhook may be one line with escaped line breaks, as environments have it', async () => {
    const key = `"${pem.trim().replaceAll('\n', '\\n')}"\n`
    expect(await verifyWebhook(post(vector.body, vector.header), key, { now })).toMatchObject({ id })
  })

  it('a private CryptoKey as the key of a webhook causes a TypeError', async () => {
    const { privateKey: key } = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    )
    await expect(verifyWebhook(post(vector.body, vector.header), key, { now })).rejects.toBeInstanceOf(
      TypeError,
    )
  })
})

describe('signed bodies', () => {
  it('a webhook whose body was already read causes a TypeError', async () => {
    const request = post(vector.body, vector.header)
    await request.json()
    await expect(verifyWebhook(request, pem, { now })).rejects.toThrow('already read')
  })

  it.each([
    ['the request of a framework', { headers: { 'x-service-signature': 'x' }, body: {} }],
    ['its body', Buffer.from('{}')],
    ['nothing', undefined],
  ])('a webhook of which only %s was passed causes a TypeError that says what to pass', async (_, given) => {
    // A mistake that only a program without types can make.
    const call = verifyWebhook(given as unknown as Request, pem, { now })
    await expect(call).rejects.toThrow(/needs a web-standard Request.*express\.raw/)
    await expect(call).rejects.toBeInstanceOf(TypeError)
  })

  it('the body of a webhook has at most 1 MiB, or the limit of the caller', async () => {
    const large = JSON.stringify(envelope({ data: { text: 'x'.repeat(1_048_576) } }))
    expect(await codeOf(signed(large))).toEqual(['BODY_TOO_LARGE', 413])
    expect(await codeOf(signed(large), { limit: 2_000_000 })).toMatchObject({ type: 'TEST' })
    expect(await codeOf(post(vector.body, vector.header), { limit: vector.body.length - 1 })).toEqual([
      'BODY_TOO_LARGE',
      413,
    ])
    expect(await codeOf(post(vector.body, vector.header), { limit: vector.body.length })).toMatchObject({
      id,
    })
  })

  it('an endless body of a webhook is refused', async () => {
    let cancelled = false
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel() {
        cancelled = true
      },
    })
    const init = { method: 'POST', headers: { 'X-Service-Signature': 'x' }, body, duplex: 'half' }
    expect(await codeOf(new Request(address, init as RequestInit))).toEqual(['BODY_TOO_LARGE', 413])
    expect(cancelled).toBe(true)
  })

  const sent = { id, unknownType: 'TEST', timestamp: '2025-08-15T14:32:00Z', data: {} }
  const hashed = expect.stringMatching(/^Body:[\da-f]{64}$/)
  const nothing = { id: hashed, unknownType: '', timestamp: '', data: {} }

  it.each([
    ['nothing', '', nothing, ['']],
    ['no JSON', '{', nothing, ['']],
    ['a list', [], nothing, ['']],
    ['a text', '"text"', nothing, ['']],
    ['an envelope without id', envelope({ id: undefined }), { ...sent, id: hashed }, ['id']],
    [
      'an id of another type',
      envelope({ id: id.replace('Webhook', 'Quote') }),
      { ...sent, id: id.replace('Webhook', 'Quote') },
      ['id'],
    ],
    [
      'an envelope without a time',
      envelope({ timestamp: 'now' }),
      { ...sent, timestamp: 'now' },
      ['timestamp'],
    ],
    ['no data', envelope({ data: null }), sent, ['data']],
    [
      'an invitation whose code is a number',
      envelope({ type: 'INVITATION.CLAIMED', data: { code: 7 } }),
      { ...sent, unknownType: 'INVITATION.CLAIMED', data: { code: 7 } },
      expect.arrayContaining(['data.code']),
    ],
  ])(
    'a signed webhook is passed on as unknown, with what is wrong, when its body is %s',
    async (_, body, read, paths) => {
      const event = await verifyWebhook(signed(body), pem, { now })
      expect(event).toMatchObject({ ...read, type: 'unknown' })
      const issues = 'issues' in event ? event.issues : []
      expect([...new Set(issues.map(({ path }) => path))]).toEqual(paths)
    },
  )

  it('a body without an id has the same id in each delivery, and another body has another', async () => {
    const [first, again, other] = await Promise.all(
      ['{}', '{}', '{} '].map((body) => verifyWebhook(signed(body), pem, { now })),
    )
    expect([again?.id === first?.id, other?.id === first?.id]).toEqual([true, false])
  })

  it('a signed webhook is passed on as unknown when it is not UTF-8', async () => {
    const text = Buffer.from(JSON.stringify(envelope({ data: { text: 'x' } })))
    const body = new Uint8Array(text.with(text.lastIndexOf('x'), 0xff))
    expect(await codeOf(post(body, signatureOf(body)))).toMatchObject({ ...nothing, type: 'unknown' })
  })

  it('a malformed event that is too old is still refused', async () => {
    const late = signed(envelope({ type: 'INVITATION.CLAIMED', data: { code: 7 } }))
    expect(await codeOf(late, { maxAge: 59 })).toEqual(['STALE', 401])
  })

  it('null for an optional field of an event reads as absent', async () => {
    const data = { ...claimed, firstName: null, expiresAt: null }
    const event = await verifyWebhook(signed(envelope({ type: 'INVITATION.CLAIMED', data })), pem, { now })
    expect(event).toMatchObject({ type: 'INVITATION.CLAIMED', data: claimed })
    expect(event.data).not.toHaveProperty('expiresAt')
  })

  it.each([
    [8 * 86_400 + 1, '691201 s in the past'],
    [-301, '301 s in the future'],
  ])(
    'a webhook that is %i s old is refused, with the distance of its timestamp in the error',
    async (age, words) => {
      const at = { now: () => Date.parse('2025-08-15T14:32:00Z') + age * 1000 }
      expect(await codeOf(post(vector.body, vector.header), at)).toEqual(['STALE', 401])
      expect(await verifyWebhook(post(vector.body, vector.header), pem, at).catch(String)).toContain(words)
    },
  )

  it.each([8 * 86_400, -300])('a webhook is accepted when it is %i s old', async (age) => {
    const at = { now: () => Date.parse('2025-08-15T14:32:00Z') + age * 1000 }
    expect(await codeOf(post(vector.body, vector.header), at)).toMatchObject({ id })
  })

  it('a webhook from another time is refused with a word about the emulator, and accepted with its clock', async () => {
    const late = await verifyWebhook(post(vector.body, vector.header), pem, { now: () => 0 }).catch(String)
    expect(late).toContain("pass the emulator's time as `now`")
    const at = { now: async () => now() }
    expect(await codeOf(post(vector.body, vector.header), at)).toMatchObject({ id })
  })

  it('the caller can set the maximum age of a webhook', async () => {
    expect(await codeOf(post(vector.body, vector.header), { maxAge: 59 })).toEqual(['STALE', 401])
  })
})

describe('event types', () => {
  it.each(['INVITATION.CLAIMED', 'INVITATION_CLAIMED'])(
    'the type %s of a webhook is read as INVITATION.CLAIMED',
    async (type) => {
      const event = await verifyWebhook(signed(envelope({ type, data: claimed })), pem, { now })
      expect(event).toMatchObject({ type: 'INVITATION.CLAIMED', data: { code: 'c' } })
    },
  )

  it('a webhook of an unknown type is passed on with its whole content', async () => {
    const event = await verifyWebhook(signed(envelope({ type: 'CARD.PRINTED', data: { a: 1 } })), pem, {
      now,
    })
    expect(event).toMatchObject({ type: 'unknown', unknownType: 'CARD.PRINTED', data: { a: 1 } })
  })

  it.each(Object.keys(webhookTypes))('the data of the type %s is checked', (type) => {
    const at = '2026-01-01T00:00:00Z'
    const event = eventOf({ id, type, timestamp: at, data: {} }, 'Body:')
    expect('issues' in event).toBe(type !== 'TEST')
  })

  it('the type of a webhook determines the type of its data', () => {
    const handle = (event: WebhookEvent): void => {
      if (event.type === 'OUTGOING_PAYMENT.COMPLETED') expectTypeOf(event.data).toEqualTypeOf<Transaction>()
      if (event.type === 'unknown') expectTypeOf(event.unknownType).toEqualTypeOf<string>()
      // @ts-expect-error no such type
      if (event.type === 'OUTGOING_PAYMENT.DONE') return
    }
    expect(handle).toBeTypeOf('function')
  })
})

describe('the emulator', () => {
  const events: WebhookEvent[] = []
  let emulator: Emulator

  beforeAll(async () => {
    const failures: unknown[] = []
    const fetch = async (request: Request): Promise<Response> => {
      try {
        events.push(await verifyWebhook(request, emulator.webhookPublicKey, { now: emulator.clock.now }))
      } catch (error) {
        failures.push(error)
      }
      return new Response(null, { status: 200 })
    }
    emulator = createEmulator({ mode: 'sandbox', clock: steppedClock(), webhooks: { fetch } })
    const client = createClient({
      baseUrl,
      auth: { type: 'basic', ...emulator.apiToken },
      fetch: emulator.fetch,
      clock: emulator.clock,
    })
    const { account, customer } = await emulator.provision({
      accountType: 'INTERNAL_FIAT',
      balance: 1_000_00,
    })
    const { account: euros } = await emulator.provision({ accountType: 'INTERNAL_FIAT', currency: 'EUR' })
    const { account: wallet, customer: holder } = await emulator.provision({ balance: 100_000_000 })
    await client.sendTestWebhook()
    const { id: quoteId } = await client.createQuote({
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: euros.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_00,
    })
    await client.executeQuote({ quoteId })
    await client.sandboxReceiveUma({
      senderUmaAddress: '$ask.approval.usd@sandbox.test',
      customerId: customer.id,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 5_00,
    })
    const { code } = await client.createInvitation({ inviterUma: customer.umaAddress })
    await client.claimInvitation({ invitationCode: code, inviteeUma: '$eve@elsewhere.example' })
    await client.createVerification({
      customerId: (
        await client.createCustomer({ customerType: 'BUSINESS', businessInfo: { legalName: 'A' } })
      ).id,
    })
    const asked = { cardholderId: holder.id, form: 'VIRTUAL', fundingSources: [wallet.id] } as const
    const challenge = await client.createCard(asked)
    if (!isChallenge(challenge)) throw new Error('A card paid by a wallet was issued without a stamp.')
    const { requestId } = challenge
    const card = await client.createCard(asked, { stamp: 'sandbox-valid-signature', requestId })
    if (isChallenge(card)) throw new Error('The second leg was answered with a challenge.')
    await emulator.clock.advance(1)
    await client.simulateAuthorization({
      id: card.id,
      amount: 1,
      currency: 'USDB',
      merchant: { descriptor: 'CAFE' },
    })
    await client.uploadCustomers({ file: new File(['customerType\nINDIVIDUAL'], 'a.csv') })
    await emulator.clock.advance(60_000)
    expect(failures).toEqual([])
  })

  it('all webhooks of the emulator are verified, and none is missing', () => {
    const sent = emulator.webhooks.events().map(({ id }) => id)
    expect(sent.length).toBeGreaterThan(8)
    expect(sent.filter((id) => !events.some((event) => event.id === id))).toEqual([])
    expect(events.filter(({ type }) => type === 'unknown')).toEqual([])
  })

  it('the webhooks of the emulator have many types', () => {
    const types = new Set(events.map(({ type }) => type))
    for (const type of [
      'TEST',
      'OUTGOING_PAYMENT.COMPLETED',
      'INCOMING_PAYMENT.PENDING',
      'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      'INVITATION.CLAIMED',
      'CARD_TRANSACTION.AUTHORIZED',
      'BULK_UPLOAD.COMPLETED',
    ]) {
      expect(types).toContain(type)
    }
  })
})
