import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derToP1363 } from './p1363.js'
import { fromHex, toHex } from './wallet/crypto/fixtures/client-keys.js'
import vectors from './wallet/crypto/fixtures/vectors.json'
import { p1363ToDer } from './wallet/crypto/p1363-to-der.js'

const half = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  // Converters often fail for short magnitudes and set top bits.
  fc.tuple(fc.nat(32), fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xff)).map(([zeros, lead]) => {
    const bytes = new Uint8Array(32)
    if (zeros < 32) bytes[zeros] = lead
    return bytes
  }),
)
const signature = fc.tuple(half, half).map(([r, s]) => Uint8Array.of(...r, ...s))

describe('derToP1363', () => {
  it.each(vectors.derEncoding.vectors)('decodes the vector $id', ({ p1363, der }) => {
    expect(toHex(derToP1363(fromHex(der)) ?? new Uint8Array())).toBe(p1363)
  })

  it('undoes p1363ToDer for any 64 bytes', () => {
    fc.assert(
      fc.property(signature, (bytes) => {
        expect(derToP1363(p1363ToDer(bytes))).toEqual(bytes)
      }),
    )
  })

  it('accepts only one encoding of a signature, for any bytes', () => {
    fc.assert(
      fc.property(
        signature,
        fc.nat(80),
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: -3, max: 3 }),
        (bytes, at, value, growth) => {
          const der = p1363ToDer(bytes)
          const mutated = new Uint8Array(Math.max(0, der.length + growth))
          mutated.set(der.subarray(0, mutated.length))
          if (at < mutated.length) mutated[at] = value
          const decoded = derToP1363(mutated)
          if (decoded) expect(p1363ToDer(decoded)).toEqual(mutated)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['nothing', ''],
    ['another tag than SEQUENCE', '3106020101020101'],
    ['a length that is too short', '3005020101020101'],
    ['a length that is too long', '3007020101020101'],
    ['a long-form length', '308106020101020101'],
    ['trailing bytes after the sequence', '300602010102010100'],
    ['trailing bytes inside the sequence', '300702010102010100'],
    ['one integer', '3003020101'],
    ['three integers', '3009020101020101020101'],
    ['another tag than INTEGER for r', '3006030101020101'],
    ['another tag than INTEGER for s', '3006020101030101'],
    ['an empty integer', '30050200020101'],
    ['a negative integer', '3006020180020101'],
    ['a padded integer', '300702020001020101'],
    ['a padded zero', '300702020000020101'],
    ['an integer past the end', '3006020101020201'],
    ['an integer of 33 bytes', `30260221${'01'.repeat(33)}020101`],
    ['an integer of 33 bytes after its sign byte', `3027022200${'81'.repeat(33)}020101`],
  ])('refuses %s', (_, der) => {
    expect(derToP1363(fromHex(der))).toBeUndefined()
  })
})
