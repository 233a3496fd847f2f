import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesToHex, hexToBytes, sha256, utf8 } from './encoding.js'

const bytes = fc.uint8Array({ maxLength: 200 })

describe('hex', () => {
  it('hex is written in lower case, two characters for each byte', () => {
    expect(bytesToHex(Uint8Array.of(0, 1, 0x7f, 0xab, 0xff))).toBe('00017fabff')
  })

  it('bytes survive a round trip through hex in either case', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const hex = bytesToHex(given)
        expect(hex).toBe(Buffer.from(given).toString('hex'))
        expect(hexToBytes(hex)).toEqual(Uint8Array.from(given))
        expect(hexToBytes(hex.toUpperCase())).toEqual(Uint8Array.from(given))
      }),
    )
  })

  it.each(['a', 'abc', 'zz', '0x', ' 00', '00 ', '00\n', '-1', '０0'])('%j is not hex', (text) => {
    expect(hexToBytes(text)).toBeUndefined()
  })
})

describe('text and digest', () => {
  it('utf8 encodes text as UTF-8', () => {
    expect(bytesToHex(utf8('é€'))).toBe('c3a9e282ac')
  })

  it('sha256 returns the digest that FIPS 180-4 gives for its example', async () => {
    expect(bytesToHex(await sha256(utf8('abc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})
