import { p256 } from '@noble/curves/nist.js'
import type { CredentialChallenge, Session } from 'embedded-wallet-auth/wire'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  clientKey,
  credentialsOf,
  provisionWithPasskey,
  send,
  signedSend,
  signInByPasskey,
} from '../../fixtures/client.js'
import {
  confirming,
  encrypted,
  encryptedCode,
  type HeldKey,
  heldKey,
  targetIn,
  verification,
} from '../../fixtures/held-keys.js'
import { createEmulator, type Emulator, type EmulatorOptions, steppedClock } from '../../index.js'

const email = 'ada@example.com'
const wrong = (code: string): string => (code.startsWith('1') ? '2' : '1') + code.slice(1)
/** A wrong try leaves the code. */
const kept = { unknowns: { afterWrongCode: 'kept' } } as const satisfies EmulatorOptions
const invalidCode = { status: 401, body: { code: 'UNAUTHORIZED', reason: 'Invalid OTP code' } }

async function setUp(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ clock: steppedClock(), codesPerMinute: 20, ...options })
  const { account } = await emulator.provision({ email })
  const [credential] = await credentialsOf(emulator, account)
  const id = credential?.id ?? ''
  const challenge = (): Promise<Answer<CredentialChallenge>> =>
    send(emulator, `POST /auth/credentials/${id}/challenge`)
  const target = async (): Promise<string> =>
    targetIn((await challenge()).body.otpEncryptionTargetBundle ?? '', emulator.otpSigner)
  const code = (): string => emulator.inbox.latest(email)?.otp ?? ''
  const first = async (otp: string, key: HeldKey, to: string, publicKey = key.compressed) => {
    const verify = verification(emulator, id, await encryptedCode(otp, publicKey, to))
    return { verify, answer: await verify.first() }
  }
  return { emulator, account, id, challenge, target, code, first }
}

/** A verification whose first request was answered with a token. */
async function begin(options: EmulatorOptions = {}, form: 'compressed' | 'uncompressed' = 'compressed') {
  const stack = await setUp(options)
  const key = heldKey()
  const to = await stack.target()
  const { verify, answer } = await stack.first(stack.code(), key, to, key[form])
  expect(answer).toMatchObject({ status: 202, body: { type: 'EMAIL_OTP' } })
  return { ...stack, key, to, verify, asked: answer.body, headers: confirming(answer.body, key) }
}

const listed = async (emulator: Emulator, accountId: string): Promise<number> =>
  (await send<{ data: Session[] }>(emulator, `GET /auth/sessions?accountId=${accountId}`)).body.data.length

describe('a code that travels encrypted', () => {
  it.each(['uncompressed', 'compressed'] as const)(
    'an encrypted code with its key %s is answered 202, and then with a session that the client key stamps for',
    async (form) => {
      const { emulator, account, key, verify, headers } = await begin(
        { unknowns: { publicKeyInBundle: 'either' } },
        form,
      )
      const { status, body } = await verify.second(headers)
      expect(status).toBe(200)
      expect('encryptedSessionSigningKey' in body).toBe(false)
      expect(emulator.sealedKeyOf(body.id)).toBeUndefined()
      const change = { privateEnabled: true }
      const call = `PATCH /internal-accounts/${account.id}`
      expect((await signedSend(emulator, key, call, change)).status).toBe(200)
      expect((await signedSend(emulator, heldKey(), call, change)).status).toBe(401)
    },
  )

  it('a token is a JWT that names the client key and the time until which it may be stamped', async () => {
    const { emulator, asked, key } = await begin()
    expect(decodeProtectedHeader(asked.payloadToSign)).toEqual({ alg: 'ES256', typ: 'JWT' })
    expect(decodeJwt<{ exp: never }>(asked.payloadToSign)).toMatchObject({
      verification_type: 'OTP_TYPE_EMAIL',
      contact: email,
      public_key: key.compressed,
      exp: String(emulator.clock.now() + 5 * 60_000),
    })
  })

  it('each challenge brings a target of its own, and a bundle for an earlier one does not open', async () => {
    const { target, code, first } = await setUp()
    const before = await target()
    const after = await target()
    expect(after).not.toBe(before)
    expect((await first(code(), heldKey(), before)).answer).toMatchObject(invalidCode)
    expect((await first(code(), heldKey(), after)).answer.status).toBe(202)
  })

  it('the creation of an EMAIL_OTP brings the target for the code that it sent', async () => {
    const { emulator } = await setUp()
    const { account, authenticator, credential } = await provisionWithPasskey(emulator)
    const by = await signInByPasskey(emulator, credential, authenticator)
    const body = { type: 'EMAIL_OTP', accountId: account.id, email: 'new@example.com' }
    const { body: made } = await signedSend<CredentialChallenge>(emulator, by, 'POST /auth/credentials', body)
    const to = targetIn(made.otpEncryptionTargetBundle ?? '', emulator.otpSigner)
    const otp = emulator.inbox.latest('new@example.com')?.otp ?? ''
    const bundle = await encryptedCode(otp, heldKey().compressed, to)
    expect((await verification(emulator, made.id, bundle).first()).status).toBe(202)
  })

  it('an accepted code cannot be used again, neither encrypted nor as plain text', async () => {
    const { emulator, id, verify, code } = await begin()
    expect(await verify.first()).toMatchObject(invalidCode)
    const body = { type: 'EMAIL_OTP', otp: code(), clientPublicKey: clientKey().publicKey }
    expect(await send(emulator, `POST /auth/credentials/${id}/verify`, { body })).toMatchObject(invalidCode)
  })

  it('an encrypted code is refused from the moment at which it expires', async () => {
    const { emulator, target, code, first } = await setUp()
    const to = await target()
    await emulator.clock.advance(300_000)
    expect((await first(code(), heldKey(), to)).answer).toMatchObject(invalidCode)
  })

  it('a code may be tried five times, if the first wrong try does not void it', async () => {
    const { target, code, first } = await setUp(kept)
    const to = await target()
    for (let tried = 0; tried < 5; tried++)
      expect((await first(wrong(code()), heldKey(), to)).answer).toMatchObject(invalidCode)
    expect((await first(code(), heldKey(), to)).answer).toMatchObject(invalidCode)
  })

  it('the magic code is accepted inside a bundle in sandbox mode only', async () => {
    for (const [mode, status] of [
      ['sandbox', 202],
      ['strict', 401],
    ] as const) {
      const { target, first } = await setUp({ mode })
      expect((await first('000000', heldKey(), await target())).answer.status).toBe(status)
    }
  })

  it('a client key of a wrong try is refused with the right code, in either encoding', async () => {
    const unknowns = { ...kept.unknowns, publicKeyInBundle: 'either' } as const
    const { target, code, first } = await setUp({ unknowns })
    const key = heldKey()
    const to = await target()
    expect((await first(wrong(code()), key, to)).answer).toMatchObject(invalidCode)
    expect((await first(code(), key, to, key.uncompressed)).answer).toMatchObject({
      status: 400,
      body: { details: { issues: ['clientPublicKey'] } },
    })
    expect((await first(code(), heldKey(), to)).answer.status).toBe(202)
  })

  it.each([
    ['is not JSON', () => 'x'],
    ['lacks its ciphertext', () => '{"encappedPublic":"04"}'],
    ['has no hex', () => '{"encappedPublic":"04","ciphertext":"xy"}'],
  ])('a bundle that %s is refused as input', async (_, bundle) => {
    const { emulator, id, target } = await setUp()
    await target()
    expect(await verification(emulator, id, bundle()).first()).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { issues: ['encryptedOtpBundle'] } },
    })
  })

  const flipped = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0')
  it.each<[string, (bundle: Record<string, string>) => object]>([
    ['was cut', ({ ciphertext = '', ...rest }) => ({ ...rest, ciphertext: ciphertext.slice(0, -2) })],
    ['was changed', ({ ciphertext = '', ...rest }) => ({ ...rest, ciphertext: flipped(ciphertext) })],
    [
      'has a key off the curve',
      ({ encappedPublic = '', ...rest }) => ({ ...rest, encappedPublic: flipped(encappedPublic) }),
    ],
  ])('a bundle that %s does not open, and does not void the code', async (_, damage) => {
    const { emulator, id, target, code } = await setUp()
    const to = await target()
    const good = await encryptedCode(code(), heldKey().compressed, to)
    const damaged = JSON.stringify(damage(JSON.parse(good)))
    expect(await verification(emulator, id, damaged).first()).toMatchObject(invalidCode)
    expect((await verification(emulator, id, good).first()).status).toBe(202)
  })

  it('a bundle that contains something else than a code and a key does not open', async () => {
    const { emulator, id, target } = await setUp()
    const bundle = await encrypted('{"otp_code":123456}', await target())
    expect(await verification(emulator, id, bundle).first()).toMatchObject(invalidCode)
  })
})

describe('the stamp of an encrypted code', () => {
  it.each<[string, string, (of: Awaited<ReturnType<typeof begin>>) => Record<string, string>]>([
    ['no stamp', 'WALLET_SIGNATURE_MISSING', ({ asked }) => ({ 'Request-Id': asked.requestId })],
    ['no request id', 'REQUEST_ID_MISSING', ({ headers }) => ({ ...headers, 'Request-Id': '' })],
    [
      'an unreadable stamp',
      'WALLET_SIGNATURE_MALFORMED',
      ({ headers }) => ({ ...headers, 'Service-Wallet-Signature': 'x' }),
    ],
    ['a stamp by another key', 'WALLET_SIGNATURE_INVALID', ({ asked }) => confirming(asked, heldKey())],
    [
      'a stamp over another text',
      'WALLET_SIGNATURE_INVALID',
      ({ asked, key }) => confirming({ ...asked, payloadToSign: 'x' }, key),
    ],
    ['an unknown request id', 'UNAUTHORIZED', ({ headers }) => ({ ...headers, 'Request-Id': 'Request:x' })],
  ])('a confirmation with %s is 401 %s, and a right one is still accepted', async (_, code, headersOf) => {
    const started = await begin()
    const headers = Object.fromEntries(Object.entries(headersOf(started)).filter(([, value]) => value !== ''))
    expect(await started.verify.second(headers)).toMatchObject({ status: 401, body: { code } })
    expect((await started.verify.second(started.headers)).status).toBe(200)
  })

  it('a confirmation with another body is 401 WALLET_SIGNATURE_BODY_MISMATCH', async () => {
    const { emulator, id, headers, to, code, key } = await begin()
    const other = verification(emulator, id, await encryptedCode(code(), key.compressed, to))
    expect(await other.second(headers)).toMatchObject({
      status: 401,
      body: { code: 'WALLET_SIGNATURE_BODY_MISMATCH' },
    })
  })

  it('a confirmation is refused when it is repeated, and from the moment at which its token expires', async () => {
    const once = await begin()
    expect((await once.verify.second(once.headers)).status).toBe(200)
    expect(await once.verify.second(once.headers)).toMatchObject({
      body: { reason: 'Request-Id already used' },
    })
    const late = await begin()
    await late.emulator.clock.advance(5 * 60_000)
    expect(await late.verify.second(late.headers)).toMatchObject({
      status: 401,
      body: { reason: 'Request expired' },
    })
  })

  it('two confirmations at once issue one session', async () => {
    const { emulator, account, verify, headers } = await begin()
    const both = await Promise.all([verify.second(headers), verify.second(headers)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await listed(emulator, account.id)).toBe(1)
  })

  it('a confirmation survives a restart of the emulator between the two requests', async () => {
    const { emulator, id, verify, headers } = await begin()
    const later = createEmulator({ snapshot: [...emulator.snapshot()], clock: emulator.clock })
    expect(later.otpSigner).toBe(emulator.otpSigner)
    const again = verification(later, id, verify.body.encryptedOtpBundle)
    expect((await again.second(headers)).status).toBe(200)
  })
})

describe('what nobody has said about encrypted codes', () => {
  it('afterWrongCode: a wrong try leaves the code or voids it', async () => {
    for (const [afterWrongCode, status] of [
      ['kept', 202],
      ['void', 401],
    ] as const) {
      const { target, code, first } = await setUp({ unknowns: { afterWrongCode } })
      const to = await target()
      expect((await first(wrong(code()), heldKey(), to)).answer).toMatchObject(invalidCode)
      expect((await first(code(), heldKey(), to)).answer.status).toBe(status)
    }
  })

  it('wrongCodeAt: a wrong code may get a token, and is then refused with its stamp', async () => {
    const { emulator, account, target, code, first } = await setUp({
      unknowns: { ...kept.unknowns, wrongCodeAt: 'second' },
    })
    const to = await target()
    const key = heldKey()
    const { verify, answer } = await first(wrong(code()), key, to)
    expect(answer.status).toBe(202)
    expect(await verify.second(confirming(answer.body, key))).toMatchObject(invalidCode)
    expect(await listed(emulator, account.id)).toBe(0)
    expect((await first(code(), heldKey(), to)).answer.status).toBe(202)
  })

  it('repeatedSecond: a repeated confirmation may be answered with the same session', async () => {
    const { emulator, account, verify, headers } = await begin({ unknowns: { repeatedSecond: 'answered' } })
    const { body } = await verify.second(headers)
    expect(await verify.second(headers)).toMatchObject({ status: 200, body: { id: body.id } })
    expect(await listed(emulator, account.id)).toBe(1)
  })

  it.each([
    ['either', 'compressed', 202],
    ['compressed', 'compressed', 202],
    ['compressed', 'uncompressed', 400],
    ['uncompressed', 'compressed', 400],
    ['uncompressed', 'uncompressed', 202],
  ] as const)(
    'publicKeyInBundle: with %s, a key that is %s gives %d',
    async (publicKeyInBundle, form, status) => {
      const { target, code, first } = await setUp({ unknowns: { publicKeyInBundle } })
      const [to, key] = [await target(), heldKey()]
      expect((await first(code(), key, to, key[form])).answer.status).toBe(status)
    },
  )
})

describe('the emulator of one mode', () => {
  it('in both modes at once, a plain code still gets a sealed key', async () => {
    const { emulator, id, challenge, code } = await setUp()
    await challenge()
    const body = { type: 'EMAIL_OTP', otp: code(), clientPublicKey: clientKey().publicKey }
    const { status, body: session } = await send<Session>(emulator, `POST /auth/credentials/${id}/verify`, {
      body,
    })
    expect([status, session.encryptedSessionSigningKey !== undefined]).toEqual([200, true])
  })

  it('the emulator of the sealed mode sends no bundle and refuses encrypted codes', async () => {
    const { emulator, id, challenge, code } = await setUp({ keyDelivery: 'sealed' })
    expect('otpEncryptionTargetBundle' in (await challenge()).body).toBe(false)
    const anyTarget = heldKey().uncompressed
    const bundle = await encryptedCode(code(), heldKey().uncompressed, anyTarget)
    expect((await verification(emulator, id, bundle).first()).status).toBe(400)
  })

  it('the emulator of the later mode refuses plain codes, and takes encrypted ones', async () => {
    const { emulator, id, target, code, first } = await setUp({ keyDelivery: 'client-held' })
    const to = await target()
    const body = { type: 'EMAIL_OTP', otp: code(), clientPublicKey: clientKey().publicKey }
    expect((await send(emulator, `POST /auth/credentials/${id}/verify`, { body })).status).toBe(400)
    expect((await first(code(), heldKey(), to)).answer.status).toBe(202)
  })
})

it('the signer of target bundles is not the signer of exports, and GET /emulator/keys tells both', async () => {
  const { emulator, challenge } = await setUp()
  const keys = await (await emulator.fetch('http://localhost/emulator/keys')).json()
  expect(keys).toMatchObject({ otpSigner: emulator.otpSigner, exportSigner: emulator.exportSigner })
  expect(emulator.otpSigner).not.toBe(emulator.exportSigner)
  const bundle = (await challenge()).body.otpEncryptionTargetBundle ?? ''
  expect(() => targetIn(bundle, emulator.exportSigner)).toThrow()
  expect(p256.utils.isValidPublicKey(Buffer.from(targetIn(bundle, emulator.otpSigner), 'hex'))).toBe(true)
})
