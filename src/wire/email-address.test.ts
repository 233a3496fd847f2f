import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmailAddress, plainEmail } from './email-address.js'

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
