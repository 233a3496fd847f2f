import bs58check from 'bs58check'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SealedKeyError } from '../../errors.js'
import { generateClientKey } from './client-key.js'
import { bundle, clientKeyOf, compressed, fromHex, sealTo, toHex } from './fixtures/client-keys.js'
import { seal } from './fixtures/rfc9180.js'
import vectors from './fixtures/vectors.json'
import { openSealedKey } from './sealed-key.js'

const { positive, negative } = vectors.sessionBundle
const scalar = fromHex('24aa45457f03a1976ac219496b1b21d07a813c6463bdfbe18157837fc3a6cb17')

async function codeOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof SealedKeyError ? error.code : `not a SealedKeyError: ${error}`
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('openSealedKey opens', () => {
  it.each(positive)('opens the vector $id', async ({ bundle: sealed, receiverPrivateKey, plaintext }) => {
    expect(toHex(await openSealedKey(sealed, await clientKeyOf(receiverPrivateKey)))).toBe(plaintext)
  })

  it('opens a key that a second implementation sealed to a generated client key', async () => {
    for (let i = 0; i < 20; i++) {
      const clientKey = await generateClientKey()
      expect(await openSealedKey(bundle(clientKey.publicKey, scalar), clientKey)).toEqual(scalar)
    }
  })

  it('opens the largest and the smallest scalar', async () => {
    const clientKey = await generateClientKey()
    for (const hex of [
      '00'.repeat(31).concat('01'),
      'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550',
    ]) {
      expect(toHex(await openSealedKey(bundle(clientKey.publicKey, fromHex(hex)), clientKey))).toBe(hex)
    }
  })
})

describe('openSealedKey rejects', () => {
  it.each(negative)(
    'rejects $id with $expect',
    async ({ bundle: sealed, receiverPrivateKey, expect: classes }) => {
      const code = await codeOf(openSealedKey(sealed, await clientKeyOf(receiverPrivateKey)))
      expect(classes.map((name) => `SEALED_KEY_${name}`)).toContain(code)
    },
  )

  it('rejects every length but 81 bytes with LENGTH before it opens anything', async () => {
    const clientKey = await generateClientKey()
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    for (const length of [0, 1, 31, 33, 48, 64]) {
      const sealed = bundle(clientKey.publicKey, new Uint8Array(length).fill(1))
      expect(await codeOf(openSealedKey(sealed, clientKey))).toBe('SEALED_KEY_LENGTH')
    }
    expect(decrypt).not.toHaveBeenCalled()
  })

  it('rejects a long text with LENGTH at once, without decoding it', async () => {
    const clientKey = await generateClientKey()
    const started = performance.now()
    expect(await codeOf(openSealedKey('z'.repeat(5_000_000), clientKey))).toBe('SEALED_KEY_LENGTH')
    // Decoding that much base58 takes minutes.
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('rejects an encapsulated key off the curve with POINT before WebCrypto sees it', async () => {
    const clientKey = await generateClientKey()
    const payload = Buffer.concat([Buffer.from(`02${'00'.repeat(31)}01`, 'hex'), Buffer.alloc(48, 7)])
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    expect(await codeOf(openSealedKey(bs58check.encode(payload), clientKey))).toBe('SEALED_KEY_POINT')
    expect(importKey).not.toHaveBeenCalled()
  })

  it.each([
    ['0', '00'.repeat(32)],
    ['the order', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'],
    ['2^256 - 1', 'ff'.repeat(32)],
  ])('rejects the scalar %s with PLAINTEXT', async (_, hex) => {
    const clientKey = await generateClientKey()
    expect(await codeOf(openSealedKey(bundle(clientKey.publicKey, fromHex(hex)), clientKey))).toBe(
      'SEALED_KEY_PLAINTEXT',
    )
  })

  it.each([
    ['an empty info', '', 'enc-recipient'],
    ['an empty AAD', 'turnkey_hpke', 'none'],
    ['an AAD in the other order', 'turnkey_hpke', 'recipient-enc'],
  ])('rejects %s with OPEN', async (_, info, order) => {
    const clientKey = await generateClientKey()
    const recipient = fromHex(clientKey.publicKey)
    const aad = (enc: Uint8Array): Uint8Array => {
      if (order === 'none') return new Uint8Array()
      return Buffer.concat(order === 'enc-recipient' ? [enc, recipient] : [recipient, enc])
    }
    const { enc, ciphertext } = seal({ recipient, plaintext: scalar, info: Buffer.from(info), aad })
    const sealed = bs58check.encode(Buffer.concat([compressed(enc), ciphertext]))
    expect(await codeOf(openSealedKey(sealed, clientKey))).toBe('SEALED_KEY_OPEN')
  })

  it('rejects a key sealed to another client key with OPEN', async () => {
    const [mine, theirs] = await Promise.all([generateClientKey(), generateClientKey()])
    expect(await codeOf(openSealedKey(bundle(theirs.publicKey, scalar), mine))).toBe('SEALED_KEY_OPEN')
  })

  it('rejects a flip of any bit of the payload with POINT or OPEN', async () => {
    const clientKey = await generateClientKey()
    const { enc, ciphertext } = sealTo(clientKey.publicKey, scalar)
    const payload = Buffer.concat([compressed(enc), ciphertext])
    for (let bit = 0; bit < 8 * payload.length; bit += 5) {
      const flipped = Buffer.from(payload)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const code = await codeOf(openSealedKey(bs58check.encode(flipped), clientKey))
      expect(['SEALED_KEY_POINT', 'SEALED_KEY_OPEN']).toContain(code)
    }
  })

  it('rejects every mutated text with a SealedKeyError and nothing else', async () => {
    const clientKey = await clientKeyOf(positive[0]?.receiverPrivateKey ?? '')
    const original = positive[0]?.bundle ?? ''
    const edited = fc
      .tuple(fc.nat(original.length), fc.nat(6), fc.string({ unit: 'binary', maxLength: 6 }))
      .map(([at, drop, insert]) => original.slice(0, at) + insert + original.slice(at + drop))
    const payload = fc.uint8Array({ maxLength: 110 }).map((bytes) => bs58check.encode(bytes))
    const anything = fc.oneof(edited, payload, fc.string({ unit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        fc.pre(text !== original)
        expect(await codeOf(openSealedKey(text, clientKey))).toMatch(/^SEALED_KEY_[A-Z0-9]+$/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('openSealedKey leaves nothing behind', () => {
  it('wipes an opened plaintext that is not a scalar', async () => {
    const clientKey = await generateClientKey()
    const sealed = bundle(clientKey.publicKey, new Uint8Array(32).fill(0xff))
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    await expect(openSealedKey(sealed, clientKey)).rejects.toThrow()
    const opened = await decrypt.mock.results[0]?.value
    expect(new Uint8Array(opened)).toEqual(new Uint8Array(32))
  })

  it.each([
    ['success', positive[1]?.bundle, true],
    ['failure', negative.find(({ id }) => id === 'neg-tampered-tag')?.bundle, false],
  ])('wipes the decoded text after %s', async (_, text, opens) => {
    const clientKey = await clientKeyOf(positive[1]?.receiverPrivateKey ?? '')
    const decode = vi.spyOn(bs58check, 'decodeUnsafe')
    const opening = openSealedKey(text ?? '', clientKey)
    await (opens ? expect(opening).resolves.toHaveLength(32) : expect(opening).rejects.toThrow())
    expect(decode.mock.results[0]?.value).toEqual(new Uint8Array(81))
  })
})
