import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex } from './fixtures/client-keys.js'
import { isScalar } from './scalar.js'

const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const bytesOf = (value: bigint): Uint8Array => fromHex(value.toString(16).padStart(64, '0'))

describe('isScalar', () => {
  it.each([
    ['1', 1n],
    ['2^255', 1n << 255n],
    ['n - 1', n - 1n],
    ['n - 256', n - 256n],
  ])('accepts %s as a scalar', (_, value) => {
    expect(isScalar(bytesOf(value))).toBe(true)
  })

  it.each([
    ['0', 0n],
    ['n', n],
    ['n + 1', n + 1n],
    ['n with a larger byte early and smaller ones after it', n + (1n << 192n) - 0x51n],
    ['2^256 - 1', (1n << 256n) - 1n],
  ])('refuses %s as a scalar', (_, value) => {
    expect(isScalar(bytesOf(value))).toBe(false)
  })

  it.each([0, 31, 33, 64])('refuses %i bytes as a scalar', (length) => {
    expect(isScalar(new Uint8Array(length).fill(1))).toBe(false)
  })

  it('isScalar agrees with big-integer arithmetic, near the order and elsewhere', () => {
    const anywhere = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
    const near = fc.tuple(fc.bigInt({ min: -300n, max: 300n }), fc.nat(28)).map(([by, shift]) => {
      const value = n + (by << BigInt(8 * shift))
      return value < 0n || value >= 1n << 256n ? n : value
    })
    fc.assert(
      fc.property(fc.oneof(anywhere, near), (value) => {
        expect(isScalar(bytesOf(value))).toBe(value >= 1n && value < n)
      }),
      { numRuns: 2000 },
    )
  })
})
