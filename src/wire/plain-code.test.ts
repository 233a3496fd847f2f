import { describe, expect, it } from 'vitest'
import { plainCode } from './plain-code.js'
import { withPlainDigits } from './plain-text.js'

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
