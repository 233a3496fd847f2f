import { type ExchangeRateList, listExchangeRatesRoute, parse, type Quote } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { type Answer, send } from '../../fixtures/client.js'
import { neverBreaks } from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { exchangeRateRoutes } from './routes.js'

const rates = async (emulator: Emulator, query: string): Promise<ExchangeRateList['data']> => {
  const { status, body }: Answer<ExchangeRateList> = await send(emulator, `GET /exchange-rates?${query}`)
  expect([status, parse(listExchangeRatesRoute.answer, body).ok]).toEqual([200, true])
  return body.data
}

const pairs = (data: ExchangeRateList['data']): readonly string[] =>
  data.map(({ sourceCurrency, destinationCurrency }) => `${sourceCurrency.code}-${destinationCurrency.code}`)

describe('exchange rates', () => {
  it('exchange rates cover every pair of supported currencies by default', async () => {
    const all = pairs(await rates(createEmulator(), ''))
    expect(all).toEqual(expect.arrayContaining(['USD-EUR', 'EUR-USD', 'USDB-INR', 'BTC-MXN']))
    expect(new Set(all).size).toBe(all.length)
    expect(all).not.toContain('USD-USD')
  })

  it('exchange rates can be restricted to one source and to one or several destinations', async () => {
    const emulator = createEmulator()
    expect(pairs(await rates(emulator, 'sourceCurrency=USD&destinationCurrency=EUR'))).toEqual(['USD-EUR'])
    expect(
      new Set(
        pairs(await rates(emulator, 'sourceCurrency=USD&destinationCurrency=EUR&destinationCurrency=INR')),
      ),
    ).toEqual(new Set(['USD-EUR', 'USD-INR']))
    expect(pairs(await rates(emulator, 'sourceCurrency=USD')).every((pair) => pair.startsWith('USD-'))).toBe(
      true,
    )
    expect(
      pairs(await rates(emulator, 'destinationCurrency=EUR')).every((pair) => pair.endsWith('-EUR')),
    ).toBe(true)
  })

  it('exchange rates are for a sendingAmount of 10000 of the smallest unit by default', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const query = 'sourceCurrency=USD&destinationCurrency=EUR'
    const [entry] = await rates(emulator, query)
    // 100.00 dollars minus the fee of 0.5 %, at 1.08 dollars per euro.
    expect(entry).toMatchObject({
      sendingAmount: 10_000,
      receivingAmount: 9212,
      fees: { fixed: 50 },
      destinationPaymentRail: 'SEPA_INSTANT',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect((await rates(emulator, `${query}&sendingAmount=20000`))[0]).toMatchObject({
      sendingAmount: 20_000,
    })
    expect((await rates(emulator, `${query}&sendingAmount=0`))[0]).toMatchObject({
      sendingAmount: 0,
      receivingAmount: 0,
    })
  })

  it('exchange rates are the same as those of a quote', async () => {
    const emulator = createEmulator()
    const from = await emulator.provision({ accountType: 'INTERNAL_FIAT', currency: 'EUR', balance: 5000 })
    const to = await emulator.provision({ accountType: 'INTERNAL_FIAT', currency: 'MXN' })
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: from.account.id },
      destination: { destinationType: 'ACCOUNT', accountId: to.account.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 4321,
    }
    const quote = (await send<Quote>(emulator, 'POST /quotes', { body })).body
    const [entry] = await rates(emulator, 'sourceCurrency=EUR&destinationCurrency=MXN&sendingAmount=4321')
    expect(entry).toMatchObject({
      receivingAmount: quote.totalReceivingAmount,
      exchangeRate: quote.exchangeRate,
      fees: { fixed: quote.feesIncluded },
    })
  })

  it('exchange rates contain the smallest and the largest amount of the source currency', async () => {
    const emulator = createEmulator()
    const row = (currencyCode: string): object => ({
      currencyCode,
      minAmount: 100,
      maxAmount: 5000,
      requiredCounterpartyFields: [],
      enabledTransactionTypes: ['OUTGOING'],
    })
    await send(emulator, 'PATCH /config', { body: { supportedCurrencies: [row('USD'), row('EUR')] } })
    const data = await rates(emulator, '')
    expect(pairs(data)).toEqual(['USD-EUR', 'EUR-USD'])
    expect(data[0]).toMatchObject({ minSendingAmount: 100, maxSendingAmount: 5000 })
  })

  it.each([
    ['INVALID_INPUT', 'sendingAmount=-1'],
    ['INVALID_INPUT', 'sendingAmount=1.5'],
    ['INVALID_INPUT', 'sendingAmount=9007199254740992'],
    ['INVALID_INPUT', 'sendingAmount=1&sendingAmount=2'],
    ['INVALID_INPUT', 'sourceCurrency=usd'],
    ['INVALID_INPUT', 'destinationCurrency=EUR&destinationCurrency=euro'],
    ['INVALID_CURRENCY', 'sourceCurrency=CHF'],
    ['INVALID_CURRENCY', 'destinationCurrency=EUR&destinationCurrency=CHF'],
    ['AMOUNT_OUT_OF_RANGE', 'sourceCurrency=EUR&destinationCurrency=MXN&sendingAmount=9007199254740991'],
  ])('exchange rates are refused with 400 %s for %s', async (code, query) => {
    expect(await send(createEmulator(), `GET /exchange-rates?${query}`)).toMatchObject({
      status: 400,
      body: { code },
    })
  })

  it('exchange rates never break on any input', async () => {
    await neverBreaks(createEmulator(), exchangeRateRoutes, ['USD', '1', '9007199254740991'])
  })
})
