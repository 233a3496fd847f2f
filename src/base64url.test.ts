import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64urlToBytes, bytesToBase64url } from './base64url.js'

const bytes = fc.uint8Array({ maxLength: 200 })

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
