import { type Customer, PlatformConfig, parse } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { credentialsOf, send, signInByMail } from '../../fixtures/client.js'
import { customerBy, neverBreaks } from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { configRoutes } from './routes.js'

const config = async (emulator: Emulator): Promise<PlatformConfig> => {
  const { status, body } = await send<PlatformConfig>(emulator, 'GET /config')
  expect([status, parse(PlatformConfig, body).ok]).toEqual([200, true])
  return body
}

const change = (emulator: Emulator, body: object): ReturnType<typeof send<PlatformConfig>> =>
  send<PlatformConfig>(emulator, 'PATCH /config', { body })

const mailedCode = async (emulator: Emulator): Promise<{ otp: string; lifetime: number }> => {
  const { account } = await emulator.provision()
  const [credential] = await credentialsOf(emulator, account)
  await send(emulator, `POST /auth/credentials/${credential?.id}/challenge`)
  const mail = emulator.inbox.latest(credential?.nickname ?? '')
  if (!mail) throw new Error('no mail')
  return { otp: mail.otp, lifetime: Date.parse(mail.expiresAt) - Date.parse(mail.sentAt) }
}

describe('settings', () => {
  it('the settings are initially the emulator’s options, with all of its currencies', async () => {
    const emulator = createEmulator({ clock: steppedClock(), umaDomain: 'uma.example', otp: { length: 8 } })
    const current = await config(emulator)
    expect(current).toMatchObject({
      umaDomain: 'uma.example',
      isRegulatedFinancialInstitution: false,
      embeddedWalletConfig: { otpLength: 8, alphanumeric: false, expirationSeconds: 300 },
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(current.supportedCurrencies.map(({ currencyCode }) => currencyCode)).toEqual(
      expect.arrayContaining(['USDB', 'USD', 'EUR', 'BTC']),
    )
  })

  it('the settings change only in the fields that were sent, until a reset', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const before = await config(emulator)
    await emulator.clock.advance(1000)
    const answer = await change(emulator, { embeddedWalletConfig: { appName: 'Bank', otpLength: 4 } })
    const embeddedWalletConfig = { ...before.embeddedWalletConfig, appName: 'Bank', otpLength: 4 }
    expect(answer.body).toEqual({ ...before, embeddedWalletConfig, updatedAt: '2026-01-01T00:00:01.000Z' })
    await change(emulator, { embeddedWalletConfig: { alphanumeric: true } })
    expect((await config(emulator)).embeddedWalletConfig).toEqual({
      ...embeddedWalletConfig,
      alphanumeric: true,
    })
    emulator.reset()
    expect(await config(emulator)).toEqual(before)
  })

  it('the settings determine the form of the one-time codes', async () => {
    const emulator = createEmulator()
    const embeddedWalletConfig = { otpLength: 12, alphanumeric: true, expirationSeconds: 60 }
    await change(emulator, { embeddedWalletConfig })
    const { otp, lifetime } = await mailedCode(emulator)
    expect(otp).toMatch(/^[0-9A-Z]{12}$/)
    expect(lifetime).toBe(60_000)
    await change(emulator, {
      embeddedWalletConfig: { otpLength: 4, alphanumeric: false, expirationSeconds: 86_400 },
    })
    const second = await mailedCode(emulator)
    expect(second.otp).toMatch(/^\d{4}$/)
    expect(second.lifetime).toBe(86_400_000)
    const { account } = await emulator.provision()
    expect((await signInByMail(emulator, account)).session.accountId).toBe(account.id)
  })

  it('the settings determine the domain of new UMA addresses and the currencies of new customers', async () => {
    const emulator = createEmulator()
    await change(emulator, { umaDomain: 'pay.example' })
    const customer: Customer = await customerBy(emulator)
    expect(customer.umaAddress).toMatch(/@pay\.example$/)
    const [usd] = (await config(emulator)).supportedCurrencies.filter(
      ({ currencyCode }) => currencyCode === 'USD',
    )
    await change(emulator, { supportedCurrencies: [usd] })
    expect((await customerBy(emulator)).currencies).toEqual(['USD'])
    const body = { customerType: 'INDIVIDUAL', currencies: ['EUR'] }
    expect((await send(emulator, 'POST /customers', { body })).body.code).toBe('INVALID_CURRENCY')
  })

  it.each([
    ['embeddedWalletConfig.otpLength', { embeddedWalletConfig: { otpLength: 3 } }],
    ['embeddedWalletConfig.otpLength', { embeddedWalletConfig: { otpLength: 13 } }],
    ['embeddedWalletConfig.otpLength', { embeddedWalletConfig: { otpLength: 6.5 } }],
    ['embeddedWalletConfig.expirationSeconds', { embeddedWalletConfig: { expirationSeconds: 0 } }],
    ['embeddedWalletConfig.expirationSeconds', { embeddedWalletConfig: { expirationSeconds: 86_401 } }],
    ['embeddedWalletConfig.alphanumeric', { embeddedWalletConfig: { alphanumeric: 'yes' } }],
    ['embeddedWalletConfig.senderEmail', { embeddedWalletConfig: { senderEmail: 'bank' } }],
    ['webhookEndpoint', { webhookEndpoint: 'ftp://example.com' }],
    ['umaDomain', { umaDomain: 'not a domain' }],
    [
      'supportedCurrencies.0.minAmount',
      {
        supportedCurrencies: [
          { currencyCode: 'USD', maxAmount: 1, requiredCounterpartyFields: [], enabledTransactionTypes: [] },
        ],
      },
    ],
    [
      'supportedCurrencies.0',
      {
        supportedCurrencies: [
          {
            currencyCode: 'USD',
            minAmount: 2,
            maxAmount: 1,
            requiredCounterpartyFields: [],
            enabledTransactionTypes: [],
          },
        ],
      },
    ],
  ])('the settings refuse a wrong %s with 400 and change nothing', async (field, body) => {
    const emulator = createEmulator({ clock: steppedClock() })
    const before = await config(emulator)
    expect(await change(emulator, body)).toMatchObject({
      status: 400,
      body: { details: { issues: [field] } },
    })
    expect(await config(emulator)).toEqual(before)
  })

  it('the settings refuse a repeated currency, and a currency that the emulator does not support', async () => {
    const emulator = createEmulator()
    const row = (currencyCode: string): object => ({
      currencyCode,
      minAmount: 1,
      maxAmount: 2,
      requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      enabledTransactionTypes: ['OUTGOING'],
    })
    expect((await change(emulator, { supportedCurrencies: [row('USD'), row('USD')] })).status).toBe(400)
    expect(await change(emulator, { supportedCurrencies: [row('CHF')] })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURRENCY' },
    })
    expect((await change(emulator, { supportedCurrencies: [row('USD')] })).body.supportedCurrencies).toEqual([
      row('USD'),
    ])
  })

  it('the settings never break on any input', async () => {
    await neverBreaks(
      createEmulator(),
      configRoutes,
      ['x'],
      [
        {
          embeddedWalletConfig: {},
          umaDomain: 'a.example',
          supportedCurrencies: [],
          webhookEndpoint: 'http://localhost/',
        },
      ],
    )
  })
})
