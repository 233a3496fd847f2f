import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmailAddress, plainCode, plainEmail, withPlainDigits } from './as-typed.js'

describe('a code as typed', () => {
  it.each([
    ['spaces', ' 123 456 '],
    ['a no-break space and a line break', '123\u00a0456\r\n'],
    ['dashes', '123-456'],
    ['an en dash and a minus sign', '12\u201334\u221256'],
    ['a zero-width space and direction marks', '\u202a123\u200b456\u202c'],
    ['a variation selector and a combining grapheme joiner', '12\ufe0f34\u034f56'],
    ['a filler and a byte order mark', '\ufeff123\u3164456'],
    ['full-width digits', '\uff11\uff12\uff13\uff14\uff15\uff16'],
    ['mathematical digits', '\u{1d7cf}\u{1d7d0}\u{1d7d1}456'],
    ['Arabic digits', '١٢٣٤٥٦'],
    ['Persian digits', '۱۲۳۴۵۶'],
    ['Devanagari digits', '१२३४५६'],
    ['Bengali digits', '১২৩৪৫৬'],
    ['Thai digits', '๑๒๓๔๕๖'],
    ['Khmer digits', '១២៣៤៥៦'],
    ['Adlam digits', '\u{1e951}\u{1e952}\u{1e953}\u{1e954}\u{1e955}\u{1e956}'],
  ])('%s are read as 123456', (_, typed) => {
    expect(plainCode(typed)).toBe('123456')
  })

  it.each([
    ['a-b', 'a-b'],
    [' AB 12 ', 'AB12'],
    ['', ''],
    [' \u200b', ''],
  ])('%j is read as %j', (typed, code) => {
    expect(plainCode(typed)).toBe(code)
  })

  it('every decimal digit of Unicode becomes an ASCII digit, and counts up within its script', () => {
    let before = -1
    for (let point = 0; point <= 0x10ffff; point++) {
      const char = point >= 0xd800 && point <= 0xdfff ? '' : String.fromCodePoint(point)
      if (!/^\p{Nd}$/u.test(char)) {
        before = -1
        continue
      }
      const digit = Number(withPlainDigits(char))
      expect([char, digit]).toEqual([char, (before + 1) % 10])
      before = digit
    }
  })
})

describe('an e-mail address', () => {
  it.each([
    'ada@example.com',
    "maire.o'brien@example.com",
    'r&d@example.com',
    'first/last@example.com',
    'plus+tag@example.com',
    'under_score@example.com',
    'UPPER@EXAMPLE.COM',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'a@sub.sub-two.example.museum',
    'a@xn--mller-kva.example',
    'a@4example.com',
    `${'a'.repeat(64)}@example.com`,
  ])('%j is accepted', (email) => {
    expect([isEmailAddress(email), plainEmail(email)]).toEqual([true, email])
  })

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@ex ample.com',
    'a da@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@example.123',
    'ada@[127.0.0.1]',
    '"a da"@example.com',
    'Ada <ada@example.com>',
    'mailto:ada@example.com',
    'ada@example.com, bob@example.com',
    'jörg@example.com',
    'info@müller.example',
    '用户@例え.jp',
    // A Kelvin sign is not a K.
    '\u212aate@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(125)}com`,
    '',
  ])('%j is refused', (email) => {
    expect([isEmailAddress(email), plainEmail(email)]).toEqual([false, undefined])
  })

  it.each([
    ['spaces around it', ' ada@example.com\n'],
    ['a no-break space', 'ada@example.com\u00a0'],
    ['direction marks', '\u202aada@example.com\u202c'],
    ['a zero-width space', 'ada@example.com\u200b'],
    ['a soft hyphen', 'ada@exam\u00adple.com'],
    ['a word joiner', '\u2060ada@example.com'],
    ['a byte order mark', '\ufeffada@example.com'],
    ['a full-width @', 'ada＠example.com'],
    ['a full stop at its end', 'ada@example.com.'],
    ['a full stop and a space', ' ada@example.com. '],
  ])('%s that came with a copy: cleaned when typed, refused as such', (_, typed) => {
    expect([plainEmail(typed), isEmailAddress(typed)]).toEqual(['ada@example.com', false])
  })

  it('what was cleaned stays the same when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\u200b', '.'), (email, more) => {
        const once = plainEmail(email + more)
        expect(once === undefined || plainEmail(once) === once).toBe(true)
      }),
    )
  })

  it('a hostile text is refused in time that grows with its length only', () => {
    const began = performance.now()
    for (const hostile of [
      'a.'.repeat(50_000),
      `${'a'.repeat(60)}@${'a-'.repeat(50_000)}`,
      '\u200b'.repeat(50_000),
    ])
      expect(plainEmail(hostile)).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
