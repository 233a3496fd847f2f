import { describe, expect, it } from 'vitest'
import { currencyCodes, currencyRow } from './currencies.js'
import { exchangeRate, priceOf } from './pricing.js'

const usd = currencyRow('USD')
const eur = currencyRow('EUR')
const usdb = currencyRow('USDB')

describe('price', () => {
  it('a price with the sending side locked deducts the fee from it and rounds down the amount that arrives', () => {
    // 100.00 USD less 0.50 fee = 99.50 USD = 92.1296… EUR
    expect(priceOf.SENDING(10_000n, usd, eur)).toEqual({ sending: 10_000n, receiving: 9_212n, fee: 50n })
  })

  it('a price with the receiving side locked delivers exactly the locked amount', () => {
    // 92.00 EUR = 99.36 USD, and 99.36 is 99.5 % of 99.86 (rounded up)
    expect(priceOf.RECEIVING(9_200n, usd, eur)).toEqual({ sending: 9_986n, receiving: 9_200n, fee: 50n })
  })

  it('a price converts between currencies with different decimals', () => {
    expect(priceOf.SENDING(1_000_000n, usdb, usd)).toEqual({
      sending: 1_000_000n,
      receiving: 99n,
      fee: 5_000n,
    })
  })

  it('a price has no fee if there is only one currency', () => {
    expect(priceOf.SENDING(7n, usd, usd)).toEqual({ sending: 7n, receiving: 7n, fee: 0n })
    expect(priceOf.RECEIVING(7n, usd, usd)).toEqual({ sending: 7n, receiving: 7n, fee: 0n })
  })

  it('a price is never better for the sender if the other side is locked', () => {
    for (let amount = 1n; amount < 3_000n; amount += 7n) {
      const { sending } = priceOf.RECEIVING(amount, usd, eur)
      expect(priceOf.SENDING(sending, usd, eur).receiving).toBeGreaterThanOrEqual(amount)
      if (sending > 1n) expect(priceOf.SENDING(sending - 1n, usd, eur).receiving).toBeLessThanOrEqual(amount)
    }
  })

  it('a price is exact where floating point would not be', () => {
    const amount = 9_000_000_000_000_000n
    expect(priceOf.SENDING(amount, usd, usd).receiving).toBe(amount)
    expect(priceOf.SENDING(amount, usdb, usd).fee).toBe(45_000_000_000_000n)
  })
})

it('the exchange rate is sending units per receiving unit', () => {
  expect(exchangeRate(usd, eur)).toBe(1.08)
  expect(exchangeRate(eur, usd)).toBe(0.9259259259259259)
})

it('every exchange rate is above zero and fits the amounts to twelve digits', () => {
  const rows = currencyCodes.map(currencyRow)
  const pairs = rows.flatMap((from) => rows.map((to) => [from, to] as const))
  expect(pairs).toHaveLength(currencyCodes.length ** 2)
  for (const [from, to] of pairs) {
    // The sum is so large that rounding it to whole units changes less than the thirteenth digit.
    const { sending, receiving, fee } = priceOf.SENDING(10n ** 40n, from, to)
    const scale = 10n ** 30n
    const exact =
      ((sending - fee) * 10n ** BigInt(to.currency.decimals) * scale) /
      (receiving * 10n ** BigInt(from.currency.decimals))
    const rate = exchangeRate(from, to)
    expect(rate).toBeGreaterThan(0)
    expect(Math.abs(rate / (Number(exact) / Number(scale)) - 1)).toBeLessThan(1e-12)
  }
})

it('an unknown currency is refused', () => {
  expect(() => currencyRow('XXX')).toThrow(RangeError)
})
