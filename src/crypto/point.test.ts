import { describe, expect, it } from 'vitest'
import { compressPoint } from './compress-point.js'
import { fromHex, toHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'
import { pointsWithX, uncompressedPoint } from './point.js'

const bundles = vectors.sessionBundle.positive

describe('uncompressedPoint', () => {
  it.each(bundles)('decompresses the encapsulated key of $id', ({ enc, encUncompressed }) => {
    expect(toHex(uncompressedPoint(fromHex(enc)) ?? new Uint8Array())).toBe(encUncompressed)
    expect(toHex(uncompressedPoint(fromHex(encUncompressed)) ?? new Uint8Array())).toBe(encUncompressed)
  })

  it.each([
    ['nothing', ''],
    ['infinity', '00'],
    ['an uncompressed point off the curve', `04${'00'.repeat(63)}01`],
    ['an x without a point', `02${'00'.repeat(31)}01`],
    ['an x of the field prime or more', `02${'ff'.repeat(32)}`],
    ['a hybrid prefix', `06${'01'.repeat(64)}`],
    ['33 bytes with the uncompressed prefix', `04${'01'.repeat(32)}`],
    ['32 bytes', `02${'01'.repeat(31)}`],
    ['34 bytes', `02${'01'.repeat(33)}`],
  ])('refuses %s', (_, hex) => {
    expect(uncompressedPoint(fromHex(hex))).toBeUndefined()
  })
})

describe('pointsWithX', () => {
  it.each(bundles)('has the session public key of $id among two', (vector) => {
    const points = pointsWithX(fromHex(vector.sessionPublicKeyCompressed.slice(2))).map(toHex)
    expect(points).toHaveLength(2)
    expect(points).toContain(vector.sessionPublicKeyUncompressed)
  })

  it('has none for an x without a point', () => {
    expect(pointsWithX(fromHex(`${'00'.repeat(31)}01`))).toEqual([])
  })
})

describe('compressPoint', () => {
  it.each(bundles)('undoes decompression for $id', ({ enc, encUncompressed }) => {
    expect(toHex(compressPoint(fromHex(encUncompressed)))).toBe(enc)
  })
})
