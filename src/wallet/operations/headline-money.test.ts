import { describe, expect, test } from 'vitest'
import { headlineMoney } from '../../index.js'

const usdb = { code: 'USDB', decimals: 6 }
const shown = (amount: number, currency: { code: string; decimals?: number } = usdb): number =>
  headlineMoney({ amount, currency }).amount

describe('the amount in a heading', () => {
  test.each([
    [0, 0],
    [-5, -5],
    [1, 10_000],
    [9_999, 10_000],
    [10_000, 10_000],
    [10_001, 20_000],
    [19_999_999, 20_000_000],
    [20_000_000, 20_000_000],
    [20_100_503, 20_110_000],
    [Number.MAX_SAFE_INTEGER, 9_007_199_254_750_000],
  ])('%d millionths of a dollar coin are shown as %d', (amount, headline) => {
    expect(shown(amount)).toBe(headline)
  })

  test.each([
    ['an amount in Bitcoin', { code: 'BTC', decimals: 8 }],
    ['an amount in yen', { code: 'JPY', decimals: 0 }],
    ['an amount in dinars', { code: 'KWD', decimals: 3 }],
    ['an amount in dollars', { code: 'USD', decimals: 2 }],
    ['an amount in dollars with six decimals', { code: 'USD', decimals: 6 }],
    ['an amount in a coin of which only cents are counted', { code: 'USDC', decimals: 2 }],
    ['an amount in a coin that does not say its decimals', { code: 'USDB' }],
    ['an amount in a coin whose name only begins like one at par', { code: 'USDBX', decimals: 6 }],
  ])('%s is not rounded', (_, currency) => {
    for (const amount of [1, 20_100_503, Number.MAX_SAFE_INTEGER])
      expect(shown(amount, currency)).toBe(amount)
  })

  test.each([3, 6, 8, 18])(
    'an amount in a coin with %i decimals is never shown as less than it is, nor as a cent more',
    (decimals) => {
      const cent = 10n ** BigInt(decimals - 2)
      for (let amount = 1; amount <= Number.MAX_SAFE_INTEGER; amount = amount * 7 + 3) {
        const headline = BigInt(shown(amount, { code: 'USDC', decimals }))
        expect(BigInt(shown(amount, { code: 'USDT', decimals }))).toBe(headline)
        expect(headline % cent).toBe(0n)
        expect(headline >= BigInt(amount) && headline < BigInt(amount) + cent, String(amount)).toBe(true)
      }
    },
  )

  test('an amount that a coin holds in whole cents is returned as it came', () => {
    const money = { amount: 25_000_000, currency: usdb }
    expect(headlineMoney(money)).toBe(money)
  })
})
