import {
  SignedRequestChallenge as ChallengeSchema,
  type Customer,
  type InternalAccount,
  parse,
  type SignedRequestChallenge,
} from 'embedded-wallet-auth/wire'
import { beforeEach, describe, expect, it } from 'vitest'
import { testAuthenticator } from '../../fixtures/authenticator.js'
import {
  clientKey,
  credentialsOf,
  passkeyBody,
  type SignedIn,
  send,
  signedHeaders,
  signedSend,
  signInByMail,
  signInByPasskey,
} from '../../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'

const body = { customerType: 'INDIVIDUAL', email: 'new@example.com', fullName: 'Ada' }

let emulator: Emulator
let customer: Customer
let account: InternalAccount
let session: SignedIn
let call: string

beforeEach(async () => {
  emulator = createEmulator({ clock: steppedClock() })
  const provisioned = await emulator.provision({ email: 'old@example.com' })
  customer = provisioned.customer
  account = provisioned.account
  session = await signInByMail(emulator, account)
  call = `PATCH /customers/${customer.id}`
})

const begin = async (sent: object = body): Promise<SignedRequestChallenge> => {
  const { status, body: answer } = await send<SignedRequestChallenge>(emulator, call, { body: sent })
  expect(status).toBe(202)
  return answer
}

const emails = async (of: InternalAccount): Promise<readonly string[]> =>
  (await credentialsOf(emulator, of)).map(({ nickname }) => nickname)

describe('changing the e-mail address of a customer with an EMAIL_OTP on an embedded wallet', () => {
  it('changing the e-mail address of an EMAIL_OTP first answers 202 without a type and changes nothing', async () => {
    const challenge = await begin()
    expect(parse(ChallengeSchema, challenge).ok).toBe(true)
    expect('type' in challenge).toBe(false)
    expect(challenge.payloadToSign).toContain('ACTIVITY_TYPE_UPDATE_USER_EMAIL')
    expect(await emails(account)).toEqual(['old@example.com'])
    expect((await send(emulator, `GET /customers/${customer.id}`)).body).toEqual(customer)
  })

  it('changing the e-mail address of an EMAIL_OTP takes effect on the stamped retry with the same body: 200, and all tied credentials change together', async () => {
    const second = await emulator.provision({ customerId: customer.id })
    const answer = await signedSend<Customer>(emulator, session, call, body)
    expect(answer).toMatchObject({ status: 200, body: { email: 'new@example.com', fullName: 'Ada' } })
    expect([await emails(account), await emails(second.account)]).toEqual([
      ['new@example.com'],
      ['new@example.com'],
    ])
    const renewed = await signInByMail(emulator, account)
    expect(renewed.session.nickname).toBe('new@example.com')
  })

  it('changing the e-mail address of an EMAIL_OTP invalidates the code that was mailed to the old address', async () => {
    const [credential] = await credentialsOf(emulator, account)
    await emulator.clock.advance(60_000)
    await send(emulator, `POST /auth/credentials/${credential?.id}/challenge`)
    const otp = emulator.inbox.latest('old@example.com')?.otp
    await signedSend(emulator, session, call, body)
    const proof = { type: 'EMAIL_OTP', otp, clientPublicKey: clientKey().publicKey }
    expect(
      await send(emulator, `POST /auth/credentials/${credential?.id}/verify`, { body: proof }),
    ).toMatchObject({
      status: 401,
      body: { reason: 'Invalid OTP code' },
    })
  })

  it('changing the e-mail address of an EMAIL_OTP may be stamped by a session of any credential of the wallet', async () => {
    const authenticator = await testAuthenticator()
    const added = await signedSend<{ id: string }>(
      emulator,
      session,
      'POST /auth/credentials',
      await passkeyBody(account, authenticator),
    )
    const passkey = (await credentialsOf(emulator, account)).find(({ id }) => id === added.body.id)
    if (!passkey) throw new Error('no passkey')
    const byPasskey = await signInByPasskey(emulator, passkey, authenticator)
    expect((await signedSend(emulator, byPasskey, call, body)).status).toBe(200)
  })

  it('changing the e-mail address of an EMAIL_OTP is 401 with another body on the retry', async () => {
    const headers = signedHeaders(await begin(), session)
    for (const other of [
      { ...body, email: 'other@example.com' },
      { customerType: 'INDIVIDUAL', fullName: 'Ada' },
    ]) {
      expect((await send(emulator, call, { body: other, headers })).status).toBe(401)
    }
    expect(await emails(account)).toEqual(['old@example.com'])
  })

  it('changing the e-mail address of an EMAIL_OTP is 401 with a used request id', async () => {
    const headers = signedHeaders(await begin(), session)
    expect((await send(emulator, call, { body, headers })).status).toBe(200)
    expect((await send(emulator, call, { body, headers })).status).toBe(401)
  })

  it('changing the e-mail address of an EMAIL_OTP is 401 without a stamp, with a wrong stamp, and after expiresAt', async () => {
    const challenge = await begin()
    const { 'Request-Id': id = '', ...stamp } = signedHeaders(challenge, session)
    for (const headers of [
      { 'Request-Id': id },
      stamp,
      { 'Request-Id': id, 'Service-Wallet-Signature': session.stamp('x') },
    ]) {
      expect((await send(emulator, call, { body, headers })).status).toBe(401)
    }
    await emulator.clock.advance(5 * 60_000)
    expect((await send(emulator, call, { body, headers: signedHeaders(challenge, session) })).status).toBe(
      401,
    )
    expect(await emails(account)).toEqual(['old@example.com'])
  })

  it('changing the e-mail address of an EMAIL_OTP is 409 EMAIL_OTP_CREDENTIAL_SET_CHANGED if a tied credential was added between the legs', async () => {
    const headers = signedHeaders(await begin(), session)
    await emulator.provision({ customerId: customer.id })
    expect(await send(emulator, call, { body, headers })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_OTP_CREDENTIAL_SET_CHANGED' },
    })
    expect(await emails(account)).toEqual(['old@example.com'])
  })

  it('changing the e-mail address of an EMAIL_OTP is 409 EMAIL_OTP_CREDENTIAL_SET_CHANGED if the tied credential was removed between the legs', async () => {
    const authenticator = await testAuthenticator()
    await signedSend(emulator, session, 'POST /auth/credentials', await passkeyBody(account, authenticator))
    const [otp, passkey] = await credentialsOf(emulator, account)
    if (!otp || !passkey) throw new Error('two credentials were expected')
    const byPasskey = await signInByPasskey(emulator, passkey, authenticator)
    const headers = signedHeaders(await begin(), byPasskey)
    expect((await signedSend(emulator, byPasskey, `DELETE /auth/credentials/${otp.id}`)).status).toBe(204)
    expect(await send(emulator, call, { body, headers })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_OTP_CREDENTIAL_SET_CHANGED' },
    })
  })

  it('changing the e-mail address of an EMAIL_OTP is 409 EMAIL_OTP_EMAIL_ALREADY_EXISTS, on either leg, if another customer’s EMAIL_OTP has the address', async () => {
    const headers = signedHeaders(await begin(), session)
    await emulator.provision({ email: 'NEW@example.com' })
    const refused = { status: 409, body: { code: 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' } }
    expect(await send(emulator, call, { body })).toMatchObject(refused)
    expect(await send(emulator, call, { body, headers })).toMatchObject(refused)
  })

  it('changing the e-mail address of an EMAIL_OTP accepts the address of another EMAIL_OTP of the same customer', async () => {
    const second = await emulator.provision({ customerId: customer.id, credential: false })
    const own = { type: 'EMAIL_OTP', accountId: second.account.id, email: body.email }
    expect((await send(emulator, 'POST /auth/credentials', { body: own })).status).toBe(201)
    expect((await signedSend(emulator, session, call, body)).status).toBe(200)
  })

  it('changing the e-mail address of an EMAIL_OTP answers 424 EMAIL_OTP_CREDENTIAL_SYNC_FAILED if a fault injects it, and can be tried again', async () => {
    const headers = signedHeaders(await begin(), session)
    const code = 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED'
    emulator.faults.next('PATCH /customers/{customerId}', { status: 424, code })
    expect(await send(emulator, call, { body, headers })).toMatchObject({ status: 424, body: { code } })
    expect((await send(emulator, call, { body, headers })).status).toBe(200)
  })

  it('changing the e-mail address of an EMAIL_OTP accepts the magic stamp in the sandbox', async () => {
    emulator = createEmulator({ mode: 'sandbox' })
    const provisioned = await emulator.provision({ email: 'old@example.com' })
    call = `PATCH /customers/${provisioned.customer.id}`
    expect((await signedSend(emulator, { stamp: () => 'sandbox-valid-signature' }, call, body)).status).toBe(
      200,
    )
    expect(await emails(provisioned.account)).toEqual(['new@example.com'])
  })
})

describe('changes without a signature', () => {
  it('an unchanged e-mail address needs no signature', async () => {
    expect((await send(emulator, call, { body: { ...body, email: 'old@example.com' } })).status).toBe(200)
  })

  it('other fields are changed without a signature', async () => {
    expect(
      (await send(emulator, call, { body: { customerType: 'INDIVIDUAL', fullName: 'Ada' } })).status,
    ).toBe(200)
  })

  it('the address of a customer without an EMAIL_OTP on an embedded wallet is changed without a signature', async () => {
    const bare = await emulator.provision({ credential: false, email: 'bare@example.com' })
    const answer = await send(emulator, `PATCH /customers/${bare.customer.id}`, { body })
    expect(answer).toMatchObject({ status: 200, body: { email: 'new@example.com' } })
  })
})
