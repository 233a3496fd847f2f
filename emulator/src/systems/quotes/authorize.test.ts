import type { Quote, Transaction } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send, signInByMail } from '../../fixtures/client.js'
import { testEndpoint } from '../../fixtures/endpoint.js'
import { scaScene } from '../../fixtures/sca.js'
import { createEmulator, steppedClock } from '../../index.js'

const minutes = 60_000
const one = { sca: { challenges: 1 } } as const
const conflict = { status: 409, body: { code: 'CONFLICT' } }
const locked = { status: 423, body: { code: 'ACCOUNT_LOCKED' } }
const wrongCode = { status: 400, body: { code: 'INVALID_INPUT', reason: 'Invalid authorization code' } }

describe('a payment under strong customer authentication', () => {
  it('an execution moves no money, and is answered with a challenge', async () => {
    const { quote, execute, read, balances, code } = await scaScene(one)
    const { id } = (await quote()).body
    const { status, body } = await execute(id)
    expect([status, body.status, body.scaChallenge]).toEqual([
      200,
      'PENDING_AUTHORIZATION',
      {
        id: expect.any(String),
        expiresAt: '2026-01-01T00:05:00.000Z',
        factor: 'SMS_OTP',
        availableFactors: ['SMS_OTP'],
        purpose: 'TRANSFER',
      },
    ])
    expect(await read(id)).toEqual(body)
    expect(balances()).toEqual([1_000_00n, 0n])
    expect(code()).toMatch(/^\d{6}$/)
  })

  it('the right code moves the money once', async () => {
    const { waiting, authorize, code, balances, emulator } = await scaScene(one)
    const { id } = await waiting()
    const { status, body } = await authorize(id, { code: code(), endUserIpAddress: '203.0.113.7' })
    expect([status, body.status, body.scaChallenge]).toEqual([200, 'COMPLETED', undefined])
    const paid = balances()
    expect(paid[0]).toBe(900_00n)
    expect(await authorize(id, { code: code() })).toMatchObject(conflict)
    await emulator.clock.advance(60 * minutes)
    expect(balances()).toEqual(paid)
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('two calls with the same right code move the money once', async () => {
    const { waiting, authorize, code, balances } = await scaScene(one)
    const { id } = await waiting()
    const body = { code: code() }
    const answers = await Promise.all([authorize(id, body), authorize(id, body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(balances()[0]).toBe(900_00n)
  })

  it('a second execution is refused, and one with the same key gets the first answer again', async () => {
    const { quote, execute } = await scaScene(one)
    const { id } = (await quote()).body
    const headers = { 'Idempotency-Key': 'k' }
    const { body } = await execute(id, headers)
    expect(await execute(id)).toMatchObject(conflict)
    expect(await execute(id, headers)).toMatchObject({ status: 200, body })
  })

  it('a payment that converts has two challenges, and is paid after the second', async () => {
    const { waiting, authorize, code, balances, emulator } = await scaScene()
    const { id, scaChallenge: first } = await waiting()
    await emulator.clock.advance(minutes)
    const used = code()
    const { body } = await authorize(id, { code: used })
    expect([first?.purpose, body.status, body.scaChallenge?.purpose]).toEqual([
      'CURRENCY_CONVERSION',
      'PENDING_AUTHORIZATION',
      'TRANSFER',
    ])
    expect(body.scaChallenge?.id).not.toBe(first?.id)
    expect(body.scaChallenge?.expiresAt).toBe('2026-01-01T00:06:00.000Z')
    expect(balances()[0]).toBe(1_000_00n)
    if (used !== code()) expect(await authorize(id, { code: used })).toMatchObject(wrongCode)
    expect((await authorize(id, { code: code() })).body.status).toBe('COMPLETED')
    expect(balances()[0]).toBe(900_00n)
  })

  it('the end of the first challenge does not end the second', async () => {
    const { waiting, authorize, code, read, emulator } = await scaScene()
    const { id } = await waiting()
    await emulator.clock.advance(4 * minutes)
    await authorize(id, { code: code() })
    await emulator.clock.advance(5 * minutes - 1)
    expect((await read(id)).status).toBe('PENDING_AUTHORIZATION')
    await emulator.clock.advance(1)
    expect((await read(id)).status).toBe('FAILED')
  })

  it('a payment that does not convert has one challenge', async () => {
    const { emulator, waiting } = await scaScene()
    const { account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    const { id, scaChallenge } = await waiting(account.id)
    expect(scaChallenge?.purpose).toBe('TRANSFER')
    expect(id).toMatch(/^Quote:/)
  })

  it('a quote that is executed at its creation waits too', async () => {
    const { quote, authorize, code, balances } = await scaScene(one)
    const { status, body } = await quote(undefined, { immediatelyExecute: true })
    expect([status, body.status, balances()[0]]).toEqual([201, 'PENDING_AUTHORIZATION', 1_000_00n])
    expect((await authorize(body.id, { code: code() })).body.status).toBe('COMPLETED')
  })

  it('an embedded wallet needs the stamp first and the code then', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const { account, customer } = await emulator.provision({ balance: 10_000_000, sca: { challenges: 1 } })
    const { account: euros } = await emulator.provision({ accountType: 'INTERNAL_FIAT', currency: 'EUR' })
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: euros.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000_000,
    }
    const quote = (await send<Quote>(emulator, 'POST /quotes', { body })).body
    const call = `POST /quotes/${quote.id}`
    expect((await send(emulator, `${call}/execute`)).status).toBe(401)
    expect(await send(emulator, `${call}/authorize`, { body: { code: '123456' } })).toMatchObject(conflict)
    const stamp = (await signInByMail(emulator, account)).stamp(quote.payloadToSign ?? '')
    const headers = { 'Service-Wallet-Signature': stamp }
    expect((await send<Quote>(emulator, `${call}/execute`, { headers })).body.status).toBe(
      'PENDING_AUTHORIZATION',
    )
    const { otp: code, quoteId } = emulator.inbox.latest(customer.phoneNumber ?? '') ?? {}
    expect(quoteId).toBe(quote.id)
    expect((await send<Quote>(emulator, `${call}/authorize`, { body: { code } })).body.status).toBe(
      'COMPLETED',
    )
    expect(emulator.ledger.balance(account.id, 'USDB')).toBe(0n)
  })

  it('a payment that nobody releases fails when its challenge expires, and moves no money', async () => {
    const webhooks = testEndpoint()
    const { emulator, waiting, authorize, resend, code, read, balances } = await scaScene(one, { webhooks })
    const { id, transactionId } = await waiting()
    await emulator.clock.advance(5 * minutes - 1)
    expect((await read(id)).status).toBe('PENDING_AUTHORIZATION')
    await emulator.clock.advance(1)
    const late = await read(id)
    expect([late.status, late.scaChallenge]).toEqual(['FAILED', undefined])
    const { body } = await send<Transaction>(emulator, `GET /transactions/${transactionId}`)
    expect([body.status, body.failureReason]).toEqual(['FAILED', 'SCA_NOT_COMPLETED'])
    expect(await authorize(id, { code: code() })).toMatchObject(conflict)
    expect(await resend(id)).toMatchObject(conflict)
    expect(balances()).toEqual([1_000_00n, 0n])
    expect(webhooks.types().filter((type) => type === 'OUTGOING_PAYMENT.FAILED')).toHaveLength(1)
  })

  it('a payment whose balance was spent in the meantime fails at its release', async () => {
    const { waiting, authorize, emulator, balances } = await scaScene({ balance: 150_00, ...one })
    const first = await waiting()
    const second = await waiting()
    const codes = emulator.inbox.all().map(({ otp }) => otp)
    expect((await authorize(first.id, { code: codes[0] })).body.status).toBe('COMPLETED')
    expect((await authorize(second.id, { code: codes[1] })).body.status).toBe('FAILED')
    const { body } = await send<Transaction>(emulator, `GET /transactions/${second.transactionId}`)
    expect(body.failureReason).toBe('QUOTE_EXECUTION_FAILED')
    expect([balances()[0], emulator.ledger.balanced()]).toEqual([50_00n, true])
  })

  it('an execution without enough balance is refused before anybody is asked', async () => {
    const { quote, execute, emulator } = await scaScene({ balance: 1, ...one })
    expect(await execute((await quote()).body.id)).toMatchObject({ body: { code: 'INSUFFICIENT_BALANCE' } })
    expect(emulator.inbox.all()).toEqual([])
  })
})

describe('wrong codes', () => {
  it('the fifth wrong code in a row locks the customer for fifteen minutes, over all payments', async () => {
    const { waiting, authorize, code, wrong, emulator } = await scaScene(one)
    const { id } = await waiting()
    for (let tries = 1; tries < 5; tries += 1)
      expect(await authorize(id, { code: wrong() })).toMatchObject(wrongCode)
    expect(await authorize(id, { code: wrong() })).toMatchObject(locked)
    expect(await authorize(id, { code: code() })).toMatchObject(locked)
    await emulator.clock.advance(15 * minutes - 1)
    const next = await waiting()
    expect(await authorize(next.id, { code: code() })).toMatchObject(locked)
    await emulator.clock.advance(1)
    expect(await authorize(next.id, { code: wrong() })).toMatchObject(wrongCode)
    expect((await authorize(next.id, { code: code() })).status).toBe(200)
  })

  it('many wrong codes at once lock as well', async () => {
    const { waiting, authorize, wrong } = await scaScene(one)
    const { id } = await waiting()
    const answers = await Promise.all(Array.from({ length: 9 }, () => authorize(id, { code: wrong() })))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
  })

  it('a right code ends the count', async () => {
    const { waiting, authorize, code, wrong } = await scaScene(one)
    for (let payment = 0; payment < 2; payment += 1) {
      const { id } = await waiting()
      for (let tries = 1; tries < 5; tries += 1) await authorize(id, { code: wrong() })
      expect((await authorize(id, { code: code() })).status).toBe(200)
    }
  })

  it('the sandbox’s code is wrong outside the sandbox, and right in it', async () => {
    const strict = await scaScene(one)
    const there = await strict.waiting()
    expect(await strict.authorize(there.id, { code: '123456' })).toMatchObject(wrongCode)
    const sandbox = await scaScene(one, { profile: 'sandbox' })
    const here = await sandbox.waiting()
    expect((await sandbox.authorize(here.id, { code: '123456' })).status).toBe(200)
  })

  it.each([
    ['no proof', {}],
    ['an assertion without its origin', { passkeyAssertion: {} }],
    ['a passkey for a code', { passkeyAssertion: {}, origin: 'http://localhost' }],
  ])('%s is refused and not counted', async (_, body) => {
    const { waiting, authorize, code } = await scaScene(one)
    const { id } = await waiting()
    for (let tries = 0; tries < 6; tries += 1)
      expect(await authorize(id, body)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect((await authorize(id, { code: code() })).status).toBe(200)
  })
})

describe('another code', () => {
  it('a resend sends another code for the same challenge, and the one before becomes invalid', async () => {
    const { waiting, authorize, resend, read, code, emulator } = await scaScene(one)
    const { id, scaChallenge } = await waiting()
    const before = code()
    await emulator.clock.advance(minutes)
    expect((await resend(id)).status).toBe(204)
    expect((await resend(id)).status).toBe(204)
    const sent = emulator.inbox.all().map(({ otp }) => otp)
    expect([sent.length, new Set(sent).size > 1]).toEqual([3, true])
    expect((await read(id)).scaChallenge).toEqual(scaChallenge)
    expect(emulator.inbox.all().at(-1)?.expiresAt).toBe(scaChallenge?.expiresAt)
    if (before !== code()) expect(await authorize(id, { code: before })).toMatchObject(wrongCode)
    expect((await authorize(id, { code: code() })).status).toBe(200)
  })

  it('the fourth code within a minute is refused with the time to wait', async () => {
    const { waiting, resend, emulator } = await scaScene(one)
    const { id } = await waiting()
    await emulator.clock.advance(20_000)
    for (let sent = 0; sent < 2; sent += 1) expect((await resend(id)).status).toBe(204)
    const { status, body, headers } = await resend(id)
    expect([status, body.code, headers.get('Retry-After')]).toEqual([429, 'RATE_LIMITED', '40'])
    await emulator.clock.advance(40_000)
    expect((await resend(id)).status).toBe(204)
  })

  it('a resend is refused for a quote that does not wait, and for an unknown one', async () => {
    const { quote, resend, authorize } = await scaScene(one)
    const { id } = (await quote()).body
    expect(await resend(id)).toMatchObject(conflict)
    const unknown = 'Quote:00000000-0000-4000-8000-000000000000'
    expect(await resend(unknown)).toMatchObject({ status: 404, body: { code: 'QUOTE_NOT_FOUND' } })
    expect((await authorize(unknown, { code: '1' })).status).toBe(404)
  })
})

describe('who has to authorize', () => {
  it('a customer is not asked unless told so, even in the EU', async () => {
    const { waiting } = await scaScene({ region: 'DE' })
    expect((await waiting()).status).toBe('COMPLETED')
  })

  it.each([
    ['DE', 'PENDING_AUTHORIZATION'],
    ['NO', 'PENDING_AUTHORIZATION'],
    ['GB', 'COMPLETED'],
    [undefined, 'COMPLETED'],
  ])('with the emulator’s option, a payment from the region %s is %s', async (region, status) => {
    const options = { phoneNumber: '+491701234567', ...(region !== undefined && { region }) }
    const { waiting } = await scaScene(options, { sca: {} })
    expect((await waiting()).status).toBe(status)
  })

  it('a customer without a phone number cannot execute a payment that needs a code', async () => {
    const { quote, execute, read } = await scaScene({ region: 'DE' }, { sca: {} })
    const { id } = (await quote()).body
    expect(await execute(id)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect((await read(id)).status).toBe('PENDING')
  })

  it('a customer without a session for it cannot authorize', async () => {
    const { waiting, authorize, code, balances } = await scaScene({ sca: { session: 'missing' } })
    const { id } = await waiting()
    expect(await authorize(id, { code: code() })).toMatchObject({
      status: 409,
      body: { code: 'SCA_SESSION_REQUIRED' },
    })
    expect(balances()[0]).toBe(1_000_00n)
  })

  it('a waiting payment and a lock survive a restart', async () => {
    const { emulator, waiting, authorize, code, wrong } = await scaScene(one)
    const { id } = await waiting()
    for (let tries = 1; tries < 5; tries += 1) await authorize(id, { code: wrong() })
    const again = createEmulator({
      clock: steppedClock(emulator.clock.now()),
      snapshot: [...emulator.snapshot()],
    })
    const call = `POST /quotes/${id}/authorize`
    expect(await send(again, call, { body: { code: wrong() } })).toMatchObject(locked)
    await again.clock.advance(5 * minutes)
    expect((await send<Quote>(again, `GET /quotes/${id}`)).body.status).toBe('FAILED')
    expect((await authorize(id, { code: code() })).status).toBe(200)
  })
})
