import bs58check from 'bs58check'
import { describe, expect, it } from 'vitest'
import { decodeBase58check } from './base58check.js'
import { fromHex, toHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'

describe('decodeBase58check', () => {
  it.each(vectors.sessionBundle.positive)(
    'decodes the vector $id',
    ({ bundle, decodedHex, decodedLength }) => {
      const payload = decodeBase58check(bundle, 160)
      expect(toHex(payload)).toBe(decodedHex)
      expect(payload).toHaveLength(decodedLength)
    },
  )

  it('keeps leading zero bytes', () => {
    expect(decodeBase58check(bs58check.encode(fromHex('000001')), 160)).toEqual(fromHex('000001'))
  })

  it.each(['0', 'O', 'I', 'l', ' ', '\n', '+', 'é', '\u{1f600}', '\u0131'])(
    'refuses %j with BASE58',
    (char) => {
      const { bundle = '' } = vectors.sessionBundle.positive[0] ?? {}
      for (const text of [char + bundle, bundle + char, bundle.slice(0, 20) + char + bundle.slice(20)]) {
        expect(() => decodeBase58check(text, 160)).toThrow(
          expect.objectContaining({ code: 'SEALED_KEY_BASE58' }),
        )
      }
    },
  )

  it.each(['1', '11', '1111', 'z', 'zzzzzz'])(
    'refuses %s with CHECKSUM, because it is too short for a checksum',
    (text) => {
      expect(() => decodeBase58check(text, 160)).toThrow(
        expect.objectContaining({ code: 'SEALED_KEY_CHECKSUM' }),
      )
    },
  )

  it('tells the two refusals apart, which bs58check does only in its messages', () => {
    const { bundle = '' } = vectors.sessionBundle.positive[0] ?? {}
    const other = `${bundle.slice(0, -1)}${bundle.endsWith('2') ? '3' : '2'}`
    expect([bs58check.decodeUnsafe(`0${bundle}`), bs58check.decodeUnsafe(other)]).toEqual([
      undefined,
      undefined,
    ])
    for (const text of [`0${bundle}`, other]) {
      expect(() => bs58check.decode(text)).toThrow(expect.not.objectContaining({ code: expect.anything() }))
    }
  })

  it('refuses a text that is one character longer than the limit, and accepts one of exactly that length', () => {
    const { bundle = '' } = vectors.sessionBundle.positive[0] ?? {}
    expect(decodeBase58check(bundle, bundle.length)).toHaveLength(81)
    expect(() => decodeBase58check(bundle, bundle.length - 1)).toThrow(
      expect.objectContaining({ code: 'SEALED_KEY_LENGTH' }),
    )
  })
})
