/** Tests the texts: catalogues, problems, amounts and codes. */
import { describe, expect, test } from 'vitest'
import { readTree } from '../../test/tree.js'
import { plainCode } from '../wire/plain-code.js'
import { messages as ar } from './messages/ar.js'
import { languageOf, loadCatalogue } from './messages/catalogue.js'
import { messages as de } from './messages/de.js'
import { messages as en } from './messages/en.js'
import { messages as es } from './messages/es.js'
import { messages as fr } from './messages/fr.js'
import { messages as ja } from './messages/ja.js'
import { messages as pt } from './messages/pt.js'
import { textFor } from './problems.js'
import { codeIn, isComplete } from './read-code.js'
import { clockText, moneyText, rateText, sayIn, verbatimParts } from './text.js'

const catalogues = { en, de, es, fr, pt, ja, ar }
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort()

describe('catalogues', () => {
  test.each(Object.entries(catalogues))(
    'the catalogue %s has every text, with the placeholders of the English text',
    (_, messages) => {
      expect(Object.keys(messages)).toEqual(Object.keys(en))
      for (const [key, text] of Object.entries(messages)) {
        expect(text.trim(), key).toBe(text)
        expect(text, key).not.toBe('')
        expect(placeholders(text), key).toEqual(placeholders(en[key as keyof typeof en]))
      }
    },
  )

  test('no text is left in English', () => {
    // A language may share a word with English, but not a sentence.
    for (const [lang, messages] of Object.entries(catalogues).filter(([name]) => name !== 'en'))
      for (const [key, text] of Object.entries(messages))
        if (text.length > 12) expect(text, `${lang} ${key}`).not.toBe(en[key as keyof typeof en])
  })

  test.each([
    ['de-CH', 'de-CH', 'ltr', de],
    ['pt-BR', 'pt-BR', 'ltr', pt],
    ['ar', 'ar', 'rtl', ar],
    ['EN-gb', 'en-GB', 'ltr', en],
    ['de_DE', 'de-DE', 'ltr', de],
    ['pt_BR.UTF-8', 'pt-BR', 'ltr', pt],
    ['en-US@posix', 'en-US', 'ltr', en],
    ['ja-JP-mac', 'ja-JP', 'ltr', ja],
    ['es-', 'es', 'ltr', es],
    ['fr-x', 'fr', 'ltr', fr],
    [' de ', 'de', 'ltr', de],
    ['de-DE-u-co', 'de-DE-u-co', 'ltr', de],
    ['C', 'en', 'ltr', en],
    ['x-default', 'en', 'ltr', en],
    ['{{lang}}', 'en', 'ltr', en],
    ['\u{1f1e9}\u{1f1ea}', 'en', 'ltr', en],
    ['nl', 'en', 'ltr', en],
    ['constructor', 'en', 'ltr', en],
    ['', 'en', 'ltr', en],
  ])('the catalogue for the language %s is %s', async (tag, lang, dir, messages) => {
    expect(await loadCatalogue(tag)).toEqual({ lang, dir, messages })
  })

  test('the language of an element is that of its nearest ancestor', () => {
    const above = { getAttribute: () => 'fr', parentElement: null, getRootNode: () => ({}) }
    const below = { getAttribute: () => null, parentElement: above, getRootNode: () => ({}) }
    // Only the parts of an element that the function uses.
    expect(languageOf(below as unknown as Element)).toBe('fr')
  })

  test('the values in a text are verbatim parts of it', () => {
    const say = sayIn({ messages: ar })
    expect(say('codeSent', { address: 'ada@example.com' })).toContain('\u2068ada@example.com\u2069')
    expect(say('codeSent')).toContain('{address}')
    const marked = say('codeSent', { address: '\u2068ada\u2069 \u202Emoc\u2066' })
    expect(verbatimParts(marked)).toHaveLength(3)
    expect(verbatimParts(marked)[1]).toBe('ada moc')
  })
})

describe('problems', () => {
  const codes = (path: string): readonly string[] =>
    [...(readTree('src').get(path) ?? '').matchAll(/^ {2}\| '([A-Z_\d]+)'$/gm)].map(([, code = '']) => code)
  const endings = [...codes('src/errors.ts'), ...codes('src/oidc/oidc-error.ts')]

  test('the codes of the library are found in its source', () => {
    expect(endings.length).toBeGreaterThan(50)
    expect(endings).toContain('PASSKEY_EXISTS')
  })

  test.each([...new Set(endings)])('the code %s has a text that says what to do, or is not shown', (code) => {
    const kind = 'session'
    const cause = Object.assign(new Error(), { code })
    const keys = [
      textFor({ kind, code }, 'EMAIL_OTP'),
      textFor({ kind: 'ceremony', code: 'OIDC_CALLBACK_FAILED', cause }, 'OAUTH'),
    ]
    for (const key of keys) {
      if (key === undefined) expect(['CANCELLED', 'SUPERSEDED', 'DISPOSED']).toContain(code)
      // A text that says what happened and what to do is longer than this.
      else expect(en[key].length, `${code}: ${en[key]}`).toBeGreaterThan(25)
    }
  })

  test.each([
    ['UNAUTHORIZED', 401, 'EMAIL_OTP', 'codeWrong'],
    ['INVALID_INPUT', 400, 'EMAIL_OTP', 'codeWrong'],
    ['INVALID_INPUT', 400, 'sending', 'broken'],
    ['UNAUTHORIZED', 401, 'PASSKEY', 'passkeyFailed'],
    ['UNAUTHORIZED', 401, 'OAUTH', 'providerFailed'],
    ['UNAUTHORIZED', 401, 'payment', 'payRefused'],
    ['PAYMENT_PROOF_REFUSED', 403, 'payment', 'paymentPasskeyFailed'],
    ['PAYMENT_PASSKEY_UNKNOWN', 403, 'payment', 'payAfterPasskey'],
    ['PAYMENT_PASSKEY_REQUIRED', 403, 'payment', 'payNeedsPasskey'],
    ['PAYMENT_NOT_YET', 403, 'payment', 'payNever'],
    ['NOT_LOGGED_IN', 401, 'EMAIL_OTP', 'loggedOut'],
    ['RATE_LIMITED', 429, 'EMAIL_OTP', 'tooMany'],
    ['INTERNAL_ERROR', 500, 'EMAIL_OTP', 'unavailable'],
    ['SOMETHING_NEW', 400, 'EMAIL_OTP', 'broken'],
    ['SOMETHING_NEW', 400, 'payment', 'payRefused'],
    ['SOMETHING_NEW', 503, 'payment', 'unavailable'],
  ] as const)('%s (%i) in %s is "%s"', (code, status, doing, key) => {
    expect(textFor({ kind: 'service', code, status }, doing)).toBe(key)
  })
})

test('a request that was refused for one of its fields is not told as a wrong code', () => {
  const problem = {
    kind: 'service',
    code: 'INVALID_INPUT',
    status: 400,
    fields: ['encryptedOtpBundle'],
  } as const
  expect(textFor(problem, 'EMAIL_OTP')).toBe('broken')
})

describe('amounts', () => {
  const usdb = { code: 'USDB', decimals: 6 }
  test.each([
    [{ amount: 1_250_500_000, currency: usdb }, 'en', '1,250.50 USDB'],
    [{ amount: 125_000, currency: usdb }, 'en', '0.125 USDB'],
    [{ amount: 1, currency: usdb }, 'de', '0,000001 USDB'],
    [{ amount: 123_456_789, currency: { code: 'EUR' } }, 'de', '1.234.567,89 EUR'],
    [{ amount: 1_000, currency: { code: 'JPY', decimals: 0 } }, 'ja', '1,000 JPY'],
    [
      { amount: Number.MAX_SAFE_INTEGER, currency: { code: 'BTC', decimals: 8 } },
      'en',
      '90,071,992.54740991 BTC',
    ],
    [{ amount: 2_500, currency: { code: 'SAR' } }, 'ar', '25.00 SAR'],
    [{ amount: -5, currency: { code: 'USD', decimals: 2 } }, 'en', '-0.05 USD'],
    [{ amount: -99, currency: { code: 'USD', decimals: 2 } }, 'de', '-0,99 USD'],
    [{ amount: -1_234, currency: { code: 'USD', decimals: 2 } }, 'en', '-12.34 USD'],
    [{ amount: -1, currency: usdb }, 'en', '-0.000001 USDB'],
    [{ amount: -7, currency: { code: 'JPY', decimals: 0 } }, 'en', '-7 JPY'],
    [{ amount: -123_456, currency: { code: 'EUR' } }, 'fr', '-1\u202f234,56 EUR'],
    [{ amount: -5, currency: { code: 'SAR' } }, 'ar', '\u200e-0.05 SAR'],
    [{ amount: 0, currency: { code: 'USD' } }, 'en', '0.00 USD'],
    [{ amount: 1_000, currency: { code: 'JPY' } }, 'en', '1,000 JPY'],
    [{ amount: 5, currency: { code: 'KWD' } }, 'en', '0.005 KWD'],
  ])('%j in %s is %s', (money, lang, text) => {
    expect(moneyText(money, lang)).toBe(text)
  })

  test('a rate is the one that was quoted, with all its digits', () => {
    const terms = { sends: { amount: 1, currency: usdb }, receives: { amount: 1, currency: { code: 'USD' } } }
    expect(rateText(1.0801, terms, 'en')).toBe('1 USD = 1.0801 USDB')
    expect(rateText(0.000_012_34, terms, 'de')).toBe('1 USD = 0,00001234 USDB')
    expect(rateText(3.901_234e-10, terms, 'en')).toBe('1 USD = 0.0000000003901234 USDB')
    expect(rateText(1.234_567_890_12e-9, terms, 'en')).toBe('1 USD = 0.00000000123456789012 USDB')
    expect(rateText(97_123.45, terms, 'en')).toBe('1 USD = 97,123.45 USDB')
  })

  test.each([
    [0, '0:00'],
    [59, '0:59'],
    [272, '4:32'],
    [3_605, '1:00:05'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text)
  })
})

describe('codes', () => {
  const six = { length: 6, isAlphanumeric: false }
  const mixed = { length: 8, isAlphanumeric: true }
  test.each([
    ['123456', six, '123456'],
    [' 123 456 ', six, '123456'],
    ['123-456', six, '123456'],
    ['１２３４５６', six, '123456'],
    ['١٢٣٤٥٦', six, '123456'],
    ['رمزك هو ۱۲۳۴۵۶.', six, '123456'],
    ['Your code is 123456.', six, '123456'],
    ['123456 (yes, 123456)', six, '123456'],
    ['123456 or 654321', six, undefined],
    ['Order 1234567', six, undefined],
    ['12345', six, undefined],
    ['Code: AB12CD34', mixed, 'AB12CD34'],
    ['customer', mixed, 'customer'],
    ['Dear customer, code AB12CD34', mixed, 'AB12CD34'],
    ['Dear customer, your code: ABCDEFGH', mixed, 'ABCDEFGH'],
    ['YOUR SECURITY CODE: AB12CD34', mixed, 'AB12CD34'],
    ['YOUR SECURITY CODE: ABCDEFGH', mixed, undefined],
    ['Dear customer, welcome', mixed, undefined],
    ['123456', { length: undefined, isAlphanumeric: false }, undefined],
  ])('codeIn(%j, %j) returns %s', (pasted, form, code) => {
    expect(codeIn(pasted, form)).toBe(code)
  })

  test('letters do not complete a code of digits', () => {
    expect(isComplete('12345a', six)).toBe(false)
    expect(plainCode('a-b')).toBe('a-b')
  })
})
