import { describe, expect, it } from 'vitest'
import { plainPem, plainSetting, plainTokenId } from './as-configured.js'

describe('a setting from an environment', () => {
  it.each(['secret', 'secret\n', 'secret\r\n', '\ufeffsecret', ' secret ', '\tsecret\n\n'])(
    '%j is trimmed',
    (value) => {
      expect(plainSetting(value, 'secret')).toBe('secret')
    },
  )

  it.each(['', ' ', '\ufeff', 'sec\nret', 'sec\u0000ret', 'sec\u200bret', undefined, null, 7])(
    '%j is refused by the name of its option, and not quoted',
    (value) => {
      expect(() => plainSetting(value, 'auth.clientSecret')).toThrow(
        new TypeError('auth.clientSecret is malformed: it must consist of visible characters.'),
      )
    },
  )

  it('a token id must not contain a colon', () => {
    expect(plainTokenId('id\n', 'auth.tokenId')).toBe('id')
    expect(() => plainTokenId('i:d', 'auth.tokenId')).toThrow(
      new TypeError('auth.tokenId is malformed: it must not contain a colon.'),
    )
  })
})

describe('PEM from an environment', () => {
  const pem = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'

  it.each([
    ['as it is', pem],
    ['with a line break at its end', `${pem}\n`],
    ['with the line breaks of Windows', `${pem.replaceAll('\n', '\r\n')}\r\n`],
    ['with a byte order mark', `\ufeff${pem}`],
    ['in one line', pem.replaceAll('\n', '\\n')],
    ['in one line, with the line breaks of Windows', `${pem.replaceAll('\n', '\\r\\n')}\\r\\n`],
    ['in one line and in quotes', `"${pem.replaceAll('\n', '\\n')}\\n"\n`],
    ['in single quotes', `'${pem}'`],
  ])('%s is read', (_, text) => {
    expect(plainPem(text)).toBe(pem)
  })
})
