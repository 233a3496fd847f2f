import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUtf8 } from './utf8-check.js'

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

describe('isUtf8', () => {
  it('accepts the bytes of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isUtf8(new TextEncoder().encode(text))).toBe(true)
      }),
    )
  })

  it('agrees with TextDecoder on any bytes', () => {
    const interesting = fc.constantFrom(
      ...[0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf],
      ...[0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff],
    )
    fc.assert(
      fc.property(fc.array(interesting, { maxLength: 6 }), (bytes) => {
        expect(isUtf8(Uint8Array.from(bytes))).toBe(decodes(Uint8Array.from(bytes)))
      }),
      { numRuns: 20_000 },
    )
  })
})
