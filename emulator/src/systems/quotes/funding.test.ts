/** Quotes that are paid from outside: instructions, and the sandbox's payment of them. @module */

import { type Quote, sandboxSendRoute, type Transaction } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type Answer, send } from '../../fixtures/client.js'
import { eurInfo, type MoneyScene, moneyScene } from '../../fixtures/money.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { quoteRoutes } from './routes.js'

interface Funding extends MoneyScene {
  readonly funded: (source?: object, body?: object) => Promise<Answer<Quote>>
  readonly pay: (quote: Quote, change?: object) => Promise<Answer<Transaction>>
}

async function setUp(): Promise<Funding> {
  const scene = await moneyScene()
  const { emulator, dollars, quote } = scene
  return {
    ...scene,
    funded: (source = {}, body = {}) => {
      const standard = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: dollars.customerId }
      return quote({ source: { ...standard, ...source }, ...body })
    },
    pay: ({ id }, change = {}) => {
      const body = { quoteId: id, currencyCode: 'USD', ...change }
      return send<Transaction>(emulator, 'POST /sandbox/send', { body })
    },
  }
}

describe('quote with real-time funding', () => {
  it('a quote with real-time funding says where to pay, and with which reference', async () => {
    const { funded, dollars } = await setUp()
    const { status, body } = await funded()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: dollars.customerId },
      paymentInstructions: [
        {
          accountOrWalletInfo: {
            accountType: 'USD_ACCOUNT',
            paymentRails: ['ACH', 'WIRE'],
            accountNumber: expect.any(String),
            routingNumber: expect.stringMatching(/^\d{9}$/),
            bankName: expect.any(String),
            reference: expect.any(String),
          },
          instructionsNotes: expect.any(String),
        },
      ],
    })
    expect(body.payloadToSign).toBeUndefined()
  })

  it.each([
    ['EUR', undefined, ['EUR_ACCOUNT']],
    ['GBP', undefined, ['GBP_ACCOUNT']],
    ['MXN', undefined, ['MXN_ACCOUNT']],
    ['BRL', undefined, ['BRL_ACCOUNT']],
    ['INR', undefined, ['INR_ACCOUNT']],
    ['BTC', undefined, ['SPARK_WALLET', 'LIGHTNING']],
    ['USDB', undefined, ['SPARK_WALLET']],
    ['USDC', undefined, ['SOLANA_WALLET']],
    ['USDC', 'BASE', ['BASE_WALLET']],
    ['USDT', 'tron', ['TRON_WALLET']],
  ])('a quote with real-time funding in %s on %s is paid to %j', async (currency, cryptoNetwork, types) => {
    const { funded } = await setUp()
    const network = cryptoNetwork === undefined ? {} : { cryptoNetwork }
    const { body } = await funded({ currency, ...network }, { lockedCurrencyAmount: 100_000_000 })
    expect(body.paymentInstructions?.map((one) => one.accountOrWalletInfo.accountType)).toEqual(types)
  })

  it.each([
    ['a currency that is not funded this way', { currency: 'NGN' }, 400, 'INVALID_CURRENCY'],
    ['an unknown currency', { currency: 'XXX' }, 400, 'INVALID_CURRENCY'],
    ['an unknown chain', { currency: 'USDC', cryptoNetwork: 'ABACUS' }, 400, 'INVALID_INPUT'],
    ['a chain for a currency that has none', { cryptoNetwork: 'BASE' }, 400, 'INVALID_INPUT'],
    ['an unknown customer', { customerId: unknown('Customer') }, 404, 'REFERENCE_NOT_FOUND'],
    ['no currency', { currency: undefined }, 400, 'INVALID_INPUT'],
  ])('a quote with real-time funding is refused for %s', async (_, source, status, code) => {
    const { funded } = await setUp()
    expect(await funded(source, { lockedCurrencyAmount: 100_000_000 })).toMatchObject({
      status,
      body: { code },
    })
  })

  it('a quote with real-time funding cannot be executed at once, because it has no internal account to pay from', async () => {
    const { funded } = await setUp()
    expect(await funded({}, { immediatelyExecute: true })).toMatchObject({
      status: 400,
      body: { details: { issues: ['immediatelyExecute'] } },
    })
  })

  it('a quote with real-time funding cannot be executed by its call: it waits for the payment', async () => {
    const { funded, execute } = await setUp()
    expect((await execute((await funded()).body)).status).toBe(409)
  })

  it('a quote with real-time funding without a customer belongs to the receiver’s customer', async () => {
    const { funded, euros } = await setUp()
    const { body } = await funded({ customerId: undefined })
    expect(body.source.customerId).toBe(euros.customerId)
  })
})

describe('paying its instructions', () => {
  it('paying the instructions of a quote credits an internal account at once', async () => {
    const { funded, pay, emulator, euros, at } = await setUp()
    const { body } = await funded()
    expect(await pay(body)).toMatchObject({
      status: 200,
      body: { id: body.transactionId, type: 'OUTGOING', status: 'COMPLETED' },
    })
    expect(await at(`/quotes/${body.id}`)).toMatchObject({ status: 'COMPLETED' })
    expect(emulator.ledger.balance(euros.id, 'EUR')).toBe(92_12n)
    const list = (await at(`/transactions?customerId=${euros.customerId}`)) as { data: Transaction[] }
    expect(list.data).toMatchObject([{ type: 'INCOMING', status: 'COMPLETED' }])
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('paying the instructions of a quote continues to an external account, with the outcome of its suffix', async () => {
    const { funded, pay, external, emulator, transaction } = await setUp()
    const destination = { destinationType: 'ACCOUNT', accountId: (await external(eurInfo('004'))).id }
    const { body } = await funded({}, { destination })
    expect((await pay(body)).body.status).toBe('PROCESSING')
    await emulator.clock.advance(10_000)
    expect(await transaction(body.transactionId)).toMatchObject({ refund: { status: 'COMPLETED' } })
    expect(emulator.ledger.balances().filter(({ account }) => account === 'platform:outside')).toEqual([])
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('paying the instructions of a quote with another amount fails, and the money is sent back', async () => {
    const { funded, pay, emulator, euros, at } = await setUp()
    const { body } = await funded()
    expect((await pay(body, { currencyAmount: 100_01 })).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refund: { status: 'COMPLETED' },
    })
    expect(await at(`/quotes/${body.id}`)).toMatchObject({ status: 'FAILED' })
    expect(emulator.ledger.balance(euros.id, 'EUR')).toBe(0n)
    expect(emulator.ledger.balanced()).toBe(true)
    const again = (await funded()).body
    expect((await pay(again, { currencyAmount: 100_00 })).body.status).toBe('COMPLETED')
  })

  it('paying the instructions of a quote is refused in another currency, a second time, and after the quote has expired', async () => {
    const { funded, pay, emulator } = await setUp()
    const [first, second] = [(await funded()).body, (await funded()).body]
    expect(await pay(first, { currencyCode: 'EUR' })).toMatchObject({ body: { code: 'INVALID_CURRENCY' } })
    await pay(first)
    expect((await pay(first)).status).toBe(409)
    await emulator.clock.advance(5 * 60_000)
    expect((await pay(second)).status).toBe(409)
  })

  it('paying the instructions of a quote is refused for an unknown quote, and for one from an internal account', async () => {
    const { quote, pay } = await setUp()
    const { body } = await quote()
    expect(await pay({ ...body, id: unknown('Quote') })).toMatchObject({ body: { code: 'QUOTE_NOT_FOUND' } })
    expect(await pay(body)).toMatchObject({ status: 400, body: { details: { issues: ['quoteId'] } } })
  })
})

it('no call about quotes breaks on any input', async () => {
  const { emulator, funded, dollars, euros, external } = await setUp()
  const { body } = await funded()
  const side = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 100 }
  const source = { sourceType: 'ACCOUNT', accountId: dollars.id }
  const funding = { sourceType: 'REALTIME_FUNDING', currency: 'USDC' }
  const internal = { destinationType: 'ACCOUNT', accountId: euros.id }
  const outside = { destinationType: 'ACCOUNT', accountId: (await external()).id }
  const uma = { destinationType: 'UMA_ADDRESS', umaAddress: '$success.usd@sandbox.test' }
  await neverBreaks(
    emulator,
    [...quoteRoutes, { route: sandboxSendRoute }],
    [body.id, 'USD'],
    [
      { source, destination: internal, ...side },
      { source: funding, destination: outside, ...side },
      { source, destination: uma, ...side, lookupId: unknown('Lookup') },
      { quoteId: body.id, currencyCode: 'USD' },
    ],
  )
  expect(emulator.ledger.balanced()).toBe(true)
})
