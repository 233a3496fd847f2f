import { utf8 } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { base32ToBytes, totpCode, totpStep } from './totp.js'

describe('codes of authenticator apps', () => {
  // RFC 6238, appendix B: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('the code of RFC 6238 at second %i is computed', async (second, code) => {
    expect(await totpCode(utf8('12345678901234567890'), totpStep(second * 1000))).toBe(code)
  })

  // RFC 4648, section 10.
  it.each([
    ['MZXW6YTBOI======', 'foobar'],
    ['mzxw6', 'foo'],
  ])('the base32 text %s is decoded', (text, plain) => {
    expect(base32ToBytes(text)).toEqual(utf8(plain))
  })

  it.each(['', '====', 'MZXW0', 'MZ W6'])('the text %j is not base32', (text) => {
    expect(base32ToBytes(text)).toBeUndefined()
  })
})
