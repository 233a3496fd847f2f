import { p256 } from '@noble/curves/nist.js'
import { base64urlToBytes, bytesToBase64url, bytesToHex, hexToBytes, utf8 } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import vectors from '../../../src/wallet/crypto/fixtures/vectors.json'
import { stampOf } from '../fixtures/client.js'
import { readStamp, stampVerifies } from './stamp.js'

const uncompressedKey = (key: string): string =>
  bytesToHex(p256.Point.fromBytes(hexToBytes(key) ?? new Uint8Array()).toBytes(false))

describe('stamp', () => {
  it.each(vectors.stamp.positive)(
    'a stamp of $id is read and verifies',
    async ({ headerValue, payloadToSign, publicKey }) => {
      const stamp = readStamp(headerValue)
      expect(stamp?.publicKey).toBe(publicKey)
      expect(stamp && (await stampVerifies(stamp, payloadToSign, uncompressedKey(publicKey)))).toBe(true)
    },
  )

  it.each(vectors.stamp.negative)('a stamp of $id is refused', async ({ headerValue, payloadToSign }) => {
    const stamp = readStamp(headerValue)
    const key = vectors.stamp.positive[0]?.publicKey ?? ''
    const passes =
      stamp !== undefined &&
      stamp.publicKey === key &&
      (await stampVerifies(stamp, payloadToSign, uncompressedKey(key)))
    expect(passes).toBe(false)
  })

  const scalar = p256.utils.randomSecretKey()
  const good = stampOf(scalar, 'text')

  it('a stamp is read with its fields in any order', () => {
    const { publicKey, scheme, signature } = JSON.parse(
      new TextDecoder().decode(base64urlToBytes(good)),
    ) as Record<string, string>
    const shuffled = bytesToBase64url(utf8(JSON.stringify({ signature, scheme, publicKey })))
    expect(readStamp(shuffled)).toEqual(readStamp(good))
  })

  it.each([
    ['padding', `${good}=`],
    ['plain base64', btoa('{"publicKey":"??>"}')],
    ['a non-UTF-8 byte', bytesToBase64url(new Uint8Array([0xff, 0xfe]))],
    ['an array', bytesToBase64url(utf8('[]'))],
    ['an upper-case key', stampOf(scalar, 'text', { publicKey: `02${'AB'.repeat(32)}` })],
    ['an absurd length', 'e'.repeat(5000)],
    ['nothing', ''],
  ])('a stamp with %s is refused', (_, header) => {
    expect(readStamp(header)).toBeUndefined()
  })

  it('a stamp with a signature that is not DER does not verify', async () => {
    const key = bytesToHex(p256.getPublicKey(scalar, true))
    const stamp = { publicKey: key, signature: '00'.repeat(64) }
    expect(await stampVerifies(stamp, 'text', uncompressedKey(key))).toBe(false)
  })
})
