import { createECDH } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import bs58check from 'bs58check'
import { bytesToHex, hexToBytes } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import vectors from '../../../src/wallet/crypto/fixtures/vectors.json'
import { base58check } from './base58check.js'
import { compress, publicKeyOf, uncompressed } from './curve.js'
import { derToP1363, p1363ToDer } from './der.js'
import { newSessionKeyPair, randomKeyPair } from './key-pair.js'

const bytes = (hex: string): Uint8Array<ArrayBuffer> => hexToBytes(hex) ?? new Uint8Array()

describe('base58check', () => {
  it.each(vectors.sessionBundle.positive)('base58check encodes $id', async ({ decodedHex, bundle }) => {
    expect(await base58check(bytes(decodedHex))).toBe(bundle)
  })

  it.each(['', '00', '000001', 'ff', '0000000000'])(
    'base58check agrees with bs58check on %j',
    async (hex) => {
      expect(await base58check(bytes(hex))).toBe(bs58check.encode(bytes(hex)))
    },
  )
})

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const scalarOf = (value: bigint): Uint8Array => bytes(value.toString(16).padStart(64, '0'))

describe('curve', () => {
  it.each(vectors.sessionBundle.positive)(
    'the curve derives and compresses the public key of $id',
    (vector) => {
      const key = publicKeyOf(bytes(vector.plaintext))
      expect(bytesToHex(key)).toBe(vector.sessionPublicKeyUncompressed)
      expect(bytesToHex(compress(key))).toBe(vector.sessionPublicKeyCompressed)
    },
  )

  it.each([1n, 2n, 3n, 4n, 5n, order - 2n, order - 1n])('the curve agrees with OpenSSL on %s', (scalar) => {
    const openssl = createECDH('prime256v1')
    openssl.setPrivateKey(scalarOf(scalar))
    expect(bytesToHex(publicKeyOf(scalarOf(scalar)))).toBe(openssl.getPublicKey('hex'))
  })

  it.each([0n, order, order + 1n])('the curve has no public key for the scalar %s', (scalar) => {
    expect(() => publicKeyOf(scalarOf(scalar))).toThrow(RangeError)
  })

  it.each(vectors.clientPublicKey.invalid)('the curve refuses the key $value', ({ value }) => {
    expect(uncompressed(bytes(value))).toBeUndefined()
  })

  it('the curve refuses a point with one bit changed and coordinates beyond the field', () => {
    const { publicKey } = randomKeyPair()
    expect(uncompressed(publicKey)).toEqual(publicKey)
    expect(uncompressed(publicKey.with(40, (publicKey[40] ?? 0) ^ 1))).toBeUndefined()
    expect(uncompressed(new Uint8Array([4, ...new Uint8Array(64).fill(255)]))).toBeUndefined()
    expect(uncompressed(publicKey.with(0, 2))).toBeUndefined()
  })
})

describe('DER', () => {
  it.each(vectors.derEncoding.vectors)('DER converts $id in both directions', ({ p1363, der }) => {
    expect(bytesToHex(p1363ToDer(bytes(p1363)))).toBe(der)
    expect(bytesToHex(derToP1363(bytes(der)) ?? new Uint8Array())).toBe(p1363)
  })

  const good = '3006020101020102'
  it('DER encodes small integers', () => {
    expect(derToP1363(bytes(good))?.[31]).toBe(1)
  })

  it.each([
    ['nothing', ''],
    ['a wrong outer tag', '3106020101020102'],
    ['a wrong outer length', '3007020101020102'],
    ['bytes behind', '300602010102010200'],
    ['bytes behind inside', '300702010102010200'],
    ['a wrong inner tag', '3006030101020102'],
    ['an empty integer', '30050200020102'],
    ['a negative integer', '3006020181020102'],
    ['a padded integer', '300702020001020102'],
    ['a truncated integer', '3006020101020202'],
    ['33 significant bytes', `3026022101${'00'.repeat(32)}020102`],
    ['one integer', '3003020101'],
  ])('refuses %s', (_, hex) => {
    expect(derToP1363(bytes(hex))).toBeUndefined()
  })
})

describe('key pairs', () => {
  it('key pairs contain the public key of their scalar', async () => {
    const pair = await newSessionKeyPair()
    expect(pair.publicKey).toBe(bytesToHex(p256.getPublicKey(pair.scalar, false)))
    expect(pair.compressedKey).toBe(bytesToHex(p256.getPublicKey(pair.scalar, true)))
  })

  it('key pairs can be imported by WebCrypto', async () => {
    const { jwk } = randomKeyPair()
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    await expect(crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])).resolves.toBeDefined()
  })
})
