import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'
import { generator, pointsWithX, uncompressedPoint } from './point.js'
import { compressPoint } from './prove-session-key.js'

const bundles = vectors.sessionBundle.positive

it('the base point has the uncompressed form, which every browser imports', () => {
  expect(toHex(generator())).toMatch(/^046b17d1f2[\da-f]{120}$/)
})

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

describe('the encodings that uncompressedPoint refuses', () => {
  const [{ enc, encUncompressed } = { enc: '', encUncompressed: '' }] = bundles
  const p = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n

  it.each(['02', '03', '05', '06', '07'])(
    'refuses a point of the curve whose 65 bytes begin with %s',
    (prefix) => {
      expect(uncompressedPoint(fromHex(`${prefix}${encUncompressed.slice(2)}`))).toBeUndefined()
    },
  )

  it.each(['00', '01', '04', '05'])('refuses a point of the curve whose 33 bytes begin with %s', (prefix) => {
    expect(uncompressedPoint(fromHex(`${prefix}${enc.slice(2)}`))).toBeUndefined()
  })

  it.each([
    ['compressed, with a byte more', `${enc}00`],
    ['compressed, with a byte less', enc.slice(0, -2)],
    ['uncompressed, with a byte more', `${encUncompressed}00`],
    ['uncompressed, with a byte less', encUncompressed.slice(0, -2)],
    // 5 is the x-coordinate of a point, and p + 5 would become 5 if it were reduced.
    ['whose x is not below the field prime', `02${(p + 5n).toString(16)}`],
  ])('refuses a point of the curve %s', (_, hex) => {
    expect(uncompressedPoint(fromHex(`02${'00'.repeat(31)}05`))).toBeDefined()
    expect(uncompressedPoint(fromHex(hex))).toBeUndefined()
  })
})

describe('pointsWithX', () => {
  it.each(bundles)('finds two points for an x, one of them the session public key of $id', (vector) => {
    const points = pointsWithX(fromHex(vector.sessionPublicKeyCompressed.slice(2))).map(toHex)
    expect(points).toHaveLength(2)
    expect(points).toContain(vector.sessionPublicKeyUncompressed)
  })

  it.each([0, 31, 33])('pointsWithX finds no points for %d bytes', (length) => {
    expect(pointsWithX(new Uint8Array(length).fill(5))).toEqual([])
  })

  it('pointsWithX finds no points for an x that is not on the curve', () => {
    expect(pointsWithX(fromHex(`${'00'.repeat(31)}01`))).toEqual([])
  })
})

describe('compressPoint', () => {
  it.each(bundles)('undoes decompression for $id', ({ enc, encUncompressed }) => {
    expect(toHex(compressPoint(fromHex(encUncompressed)))).toBe(enc)
  })
})
