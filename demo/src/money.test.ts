import { describe, expect, test } from 'vitest'
import {
  type AmountProblem,
  formatAmount,
  formatMoney,
  formatRate,
  parseAmount,
  usableLocale,
} from './money.js'

const usdb = { code: 'USDB', decimals: 6 }
const eur = { code: 'EUR', decimals: 2 }
const yen = { code: 'JPY', decimals: 0 }
const btc = { code: 'BTC', decimals: 8 }

describe('formatAmount', () => {
  test.each([
    [0, usdb, '0.00'],
    [1, usdb, '0.000001'],
    [1_250_500_000, usdb, '1,250.50'],
    [1_250_505_000, usdb, '1,250.505'],
    [12_550, eur, '125.50'],
    [-12_550, eur, '−125.50'],
    [1_234_567, yen, '1,234,567'],
    [7, btc, '0.00000007'],
    [Number.MAX_SAFE_INTEGER, usdb, '9,007,199,254.740991'],
  ] as const)('the amount %i of %o is shown as %s', (amount, currency, text) => {
    expect(formatAmount(amount, currency)).toBe(text)
  })

  test.each([
    ['de', '1.234.567,89'],
    ['en-IN', '12,34,567.89'],
    ['ar-EG', '1,234,567.89'],
  ])('a person with the format of %s reads %s', (locale, text) => {
    expect(formatAmount(123_456_789, eur, locale)).toBe(text)
  })

  test('a rate keeps twelve digits, however small it is', () => {
    expect([
      formatRate(1.08),
      formatRate(25 / 27),
      formatRate(17.4, 'de'),
      formatRate(3.901_234e-10),
    ]).toEqual(['1.08', '0.925925925926', '17,4', '0.0000000003901234'])
  })

  test('an amount in a currency without a number of decimals is shown with two', () => {
    expect(formatAmount(500, { code: 'XXX' })).toBe('5.00')
  })

  test('an amount and its currency are joined by a non-breaking space', () => {
    expect(formatMoney({ amount: 500, currency: eur })).toBe('5.00\u00a0EUR')
  })
})

describe('parseAmount', () => {
  test.each([
    ['25', usdb, 25_000_000],
    ['25.', usdb, 25_000_000],
    ['.5', usdb, 500_000],
    ['0.1', usdb, 100_000],
    ['0.000001', usdb, 1],
    ['1,250.50', usdb, 1_250_500_000],
    [' 1 250.50 ', eur, 125_050],
    ['1.10', eur, 110],
    ['1.1000', eur, 110],
    ['4.35', eur, 435],
    ['1,250', eur, 125_000],
    ['12', yen, 12],
    ['1,5', usdb, 1_500_000],
    ['1,25', eur, 125],
    [',5', eur, 50],
    ['1250,50', eur, 125_050],
    ['1.250,50', eur, 125_050],
    ['1 250,5', eur, 125_050],
    ['1,2345', usdb, 1_234_500],
  ] as const)('the amount %j is understood', (text, currency, amount) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, amount })
  })

  test.each<[string, typeof eur, AmountProblem]>([
    ['', eur, 'empty'],
    ['   ', eur, 'empty'],
    ['.', eur, 'unreadable'],
    ['abc', eur, 'unreadable'],
    ['1e3', eur, 'unreadable'],
    ['-5', eur, 'unreadable'],
    ['1.25,5', eur, 'unreadable'],
    ['1,', eur, 'unreadable'],
    ['1,2,3', eur, 'unreadable'],
    ['1.2.3', eur, 'unreadable'],
    ['1,2345.00', eur, 'unreadable'],
    ['0x10', eur, 'unreadable'],
    ['1.005', eur, 'too-precise'],
    ['1.5', yen, 'too-precise'],
    ['99999999999999999999', eur, 'too-large'],
    ['0', eur, 'nothing'],
    ['0.00', eur, 'nothing'],
  ])('the amount %j of %o is refused as %s', (text, currency, problem) => {
    expect(parseAmount(text, currency)).toEqual({ ok: false, problem })
  })

  test.each(['en', 'en-IN', 'de', 'de-CH', 'pt-PT', 'fr', 'ar-EG', 'fa'])(
    'an amount that is formatted for %s can be read back there, with every digit',
    (locale) => {
      for (let amount = 1; amount < 10 ** 15; amount = amount * 3 + 1) {
        expect(parseAmount(formatAmount(amount, usdb, locale), usdb, locale)).toEqual({ ok: true, amount })
      }
    },
  )

  test.each([
    ['1.250', 'de', 1_250],
    ['1,250', 'de', 1.25],
    ['1.250', 'en', 1.25],
    ['1,250', 'en', 1_250],
    ['12,34,567', 'en-IN', 1_234_567],
    ['1’250.5', 'de-CH', 1_250.5],
    ['25.5', 'de', 25.5],
  ] as const)('%j typed by a person with the format of %s is %d', (text, locale, value) => {
    expect(parseAmount(text, usdb, locale)).toEqual({ ok: true, amount: Math.round(value * 1e6) })
  })
})

test.each([
  ['en-US', 'en-US'],
  ['en-US@posix', 'en-US'],
  ['de_DE.UTF-8', 'de-DE'],
  ['C', 'en'],
  ['', 'en'],
])('the locale of a browser with the language "%s" is %s', (language, locale) => {
  expect(usableLocale(language)).toBe(locale)
})

test('a very small rate keeps its digits', () => {
  expect(formatRate(1.234_567_89e-10, 'en')).toBe('0.000000000123456789')
})
