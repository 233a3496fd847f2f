import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64urlToBytes, bytesToBase64url, bytesToHex, hexToBytes, sha256, utf8 } from './encoding.js'

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

describe('base64url', () => {
  it('base64url is written with - and _ and without padding', () => {
    expect(bytesToBase64url(Uint8Array.of(0xfb, 0xff, 0xfe))).toBe('-__-')
    expect(bytesToBase64url(Uint8Array.of(1))).toBe('AQ')
    expect(bytesToBase64url(new Uint8Array())).toBe('')
  })

  it('bytes survive a round trip through base64url, padded or not', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const text = bytesToBase64url(given)
        expect(text).toBe(Buffer.from(given).toString('base64url'))
        expect(base64urlToBytes(text)).toEqual(Uint8Array.from(given))
        expect(base64urlToBytes(text.padEnd(Math.ceil(text.length / 4) * 4, '='))).toEqual(
          Uint8Array.from(given),
        )
      }),
    )
  })

  it.each(['A', 'AAAAA', 'AA+A', 'AA/A', 'A A', 'AA\n', '=', 'AA===', 'AA=A', 'ÄÄ', 'AA.AA'])(
    '%j is not base64url',
    (text) => {
      expect(base64urlToBytes(text)).toBeUndefined()
    },
  )

  it('base64url encodes more bytes than a function call can have arguments', () => {
    const many = new Uint8Array(200_000).fill(7)
    expect(base64urlToBytes(bytesToBase64url(many))).toEqual(many)
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
