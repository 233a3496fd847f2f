import type { AuthMethod, SignedRequestChallenge } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { credentialsOf, send, signedSend, signInByMail } from '../../fixtures/client.js'
import { createEmulator, type EmulatorOptions, steppedClock } from '../../index.js'

const phoneNumber = '+15551234567'

async function setUp(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ clock: steppedClock(), ...options })
  const { customer, account } = await emulator.provision({ email: 'ada@example.com', phoneNumber })
  const session = await signInByMail(emulator, account)
  const body = { type: 'SMS_OTP', accountId: account.id }
  const create = () => signedSend<AuthMethod>(emulator, session, 'POST /auth/credentials', body)
  return { emulator, customer, account, session, body, create }
}

describe('creating an SMS_OTP', () => {
  it('creating an SMS_OTP texts a code to the customer’s phone number, and answers with the key to encrypt it', async () => {
    const { emulator, create } = await setUp()
    expect(await create()).toMatchObject({
      status: 201,
      body: { type: 'SMS_OTP', nickname: phoneNumber, otpEncryptionTargetBundle: expect.any(String) },
    })
    expect(emulator.inbox.latest(phoneNumber)).toMatchObject({ otp: expect.stringMatching(/^\d+$/) })
  })

  it('creating an SMS_OTP asks for a stamp over the phone number', async () => {
    const { emulator, body } = await setUp()
    const first = await send<SignedRequestChallenge>(emulator, 'POST /auth/credentials', { body })
    expect(first.status).toBe(202)
    expect(JSON.parse(first.body.payloadToSign)).toMatchObject({
      type: expect.stringMatching(/^ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER/),
      parameters: { userPhoneNumber: phoneNumber },
    })
  })

  it('a second SMS_OTP is 400 SMS_OTP_CREDENTIAL_ALREADY_EXISTS', async () => {
    const { emulator, create, body } = await setUp()
    await create()
    expect(await send(emulator, 'POST /auth/credentials', { body })).toMatchObject({
      status: 400,
      body: { code: 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS' },
    })
  })

  it('creating an SMS_OTP is 400 for a customer without a phone number', async () => {
    const emulator = createEmulator()
    const { account } = await emulator.provision({ credential: false })
    const body = { type: 'SMS_OTP', accountId: account.id }
    expect(await send(emulator, 'POST /auth/credentials', { body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { issues: ['phoneNumber'] } },
    })
  })

  it('creating an SMS_OTP is 400 at a service that only seals keys', async () => {
    const { emulator, body } = await setUp({ keyDelivery: 'sealed' })
    expect(await send(emulator, 'POST /auth/credentials', { body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  })
})

describe('a code of SMS_OTP', () => {
  it('a code of SMS_OTP in plain text is 400', async () => {
    const { emulator, account, create } = await setUp()
    await create()
    const { id = '' } = (await credentialsOf(emulator, account)).find(({ type }) => type === 'SMS_OTP') ?? {}
    const otp = emulator.inbox.latest(phoneNumber)?.otp
    const body = { type: 'SMS_OTP', otp, clientPublicKey: `02${'00'.repeat(32)}` }
    expect(await send(emulator, `POST /auth/credentials/${id}/verify`, { body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  })
})

describe('changing the phone number of a customer with an SMS_OTP', () => {
  const changed = { customerType: 'INDIVIDUAL', phoneNumber: '+442071234567' }

  it('a changed phone number takes effect on the stamped retry, for the customer and the credential', async () => {
    const { emulator, customer, account, session, create } = await setUp()
    await create()
    const call = `PATCH /customers/${customer.id}`
    expect((await send(emulator, call, { body: changed })).status).toBe(202)
    expect(await signedSend(emulator, session, call, changed)).toMatchObject({
      status: 200,
      body: { phoneNumber: '+442071234567' },
    })
    expect((await credentialsOf(emulator, account)).map(({ nickname }) => nickname)).toContain(
      '+442071234567',
    )
  })

  it('a phone number without a credential changes at once', async () => {
    const { emulator, customer } = await setUp()
    expect((await send(emulator, `PATCH /customers/${customer.id}`, { body: changed })).status).toBe(200)
  })

  it('a changed phone number is 409 CONFLICT if another customer’s credential has it', async () => {
    const { emulator, customer, create } = await setUp()
    await create()
    const other = await emulator.provision({ phoneNumber: changed.phoneNumber, credential: false })
    await send(emulator, 'POST /auth/credentials', { body: { type: 'SMS_OTP', accountId: other.account.id } })
    expect(await send(emulator, `PATCH /customers/${customer.id}`, { body: changed })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
  })

  it('an e-mail address and a phone number that are both tied cannot change in one call', async () => {
    const { emulator, customer, create } = await setUp()
    await create()
    const body = { ...changed, email: 'new@example.com' }
    expect(await send(emulator, `PATCH /customers/${customer.id}`, { body })).toMatchObject({ status: 400 })
  })
})
