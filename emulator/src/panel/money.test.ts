import { describe, expect, it } from 'vitest'
import { moneyText, smallestUnit } from './money.js'

const usdb = { code: 'USDB', decimals: 6 }
const usd = { code: 'USD', decimals: 2 }

describe('amounts on the page', () => {
  it.each([
    [125_500_000, usdb, '125.50 USDB'],
    [1_234_567_890_001, usdb, '1,234,567.890001 USDB'],
    [0, usd, '0.00 USD'],
    [5, usd, '0.05 USD'],
    [-1_50, usd, '−1.50 USD'],
    [1_000, { code: 'JPY' }, '1,000 JPY'],
  ])('%d in the smallest unit is formatted for people', (amount, currency, shown) => {
    expect(moneyText({ amount, currency })).toBe(shown)
  })

  it.each([
    ['25', usdb, 25_000_000],
    [' 12.5 ', usd, 12_50],
    ['0.000001', usdb, 1],
    ['7.', usd, 7_00],
  ])('%j is parsed as an amount', (typed, currency, amount) => {
    expect(smallestUnit(typed, currency)).toBe(amount)
  })

  it.each([
    ['', usd, 'Enter an amount such as'],
    ['much', usd, 'Enter an amount such as'],
    ['-1', usd, 'Enter an amount such as'],
    ['1,5', usd, 'Enter an amount such as'],
    ['0', usd, 'above 0'],
    ['1.234', usd, 'at most 2 decimals'],
    ['99999999999999', usdb, 'too large'],
  ])('%j is refused as an amount, with a message for the user', (typed, currency, message) => {
    expect(() => smallestUnit(typed, currency)).toThrow(message)
  })
})
