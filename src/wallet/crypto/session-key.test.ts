import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fromHex, toHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'
import { importSessionKey } from './session-key.js'

const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const hexOf = (value: bigint): string => value.toString(16).padStart(64, '0')
const SCALAR = '24aa45457f03a1976ac219496b1b21d07a813c6463bdfbe18157837fc3a6cb17'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns a function that lists every buffer passed to `importKey` as PKCS8, with its current content. */
function watchPkcs8(): () => Uint8Array[] {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  return () =>
    importKey.mock.calls.flatMap(([format, bytes]) =>
      format === 'pkcs8' && bytes instanceof Uint8Array ? [bytes] : [],
    )
}

describe('importSessionKey derives', () => {
  it.each(vectors.sessionBundle.positive)('derives the public key of $id', async (vector) => {
    const key = await importSessionKey(fromHex(vector.plaintext))
    expect(key.publicKey).toBe(vector.sessionPublicKeyCompressed)
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', key.verifyKey))
    expect(toHex(raw)).toBe(vector.sessionPublicKeyUncompressed)
  })

  it.each([
    ['1', hexOf(1n)],
    ['2', hexOf(2n)],
    ['n - 1', hexOf(n - 1n)],
    ['n - 2', hexOf(n - 2n)],
    ['a scalar with 31 leading zero bytes', hexOf(0xffn)],
    ['a scalar with 8 leading zero bytes', `${'00'.repeat(8)}${'ab'.repeat(24)}`],
    ['a scalar with trailing zero bytes', `ab${'00'.repeat(31)}`],
  ])('derives the same key as @noble/curves and OpenSSL from %s', async (_, hex) => {
    const key = await importSessionKey(fromHex(hex))
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(hex, 'hex')
    expect(key.publicKey).toBe(toHex(p256.getPublicKey(fromHex(hex), true)))
    expect(key.publicKey).toBe(ecdh.getPublicKey('hex', 'compressed'))
  })

  it('derives the same key as @noble/curves for 200 random scalars of every size', async () => {
    for (let i = 0; i < 200; i++) {
      const bytes = new Uint8Array(32)
      bytes.set(randomBytes(32 - (i % 31)), i % 31)
      if (i % 31 === 0) bytes[0] = 0x7f
      if (bytes.every((byte) => byte === 0)) bytes[31] = 1
      const expected = toHex(p256.getPublicKey(bytes, true))
      expect((await importSessionKey(Uint8Array.from(bytes))).publicKey).toBe(expected)
    }
  })
})

describe('the imported session key', () => {
  it('imports a session key that signs for its public key, as node:crypto confirms', async () => {
    const key = await importSessionKey(fromHex(SCALAR))
    const message = Buffer.from('a message')
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, message)
    const spki = await crypto.subtle.exportKey('spki', key.verifyKey)
    const publicKey = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
    const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', message, options, new Uint8Array(signature))).toBe(true)
  })

  it.each(['jwk', 'pkcs8', 'raw', 'spki'] as const)(
    'imports a session key that cannot be exported as %s',
    async (format) => {
      const { privateKey } = await importSessionKey(fromHex(SCALAR))
      await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow()
    },
  )

  it('imports a session key that cannot be wrapped', async () => {
    const { privateKey } = await importSessionKey(fromHex(SCALAR))
    const algorithm = { name: 'AES-GCM', length: 256 }
    const wrapping = await crypto.subtle.generateKey(algorithm, true, ['wrapKey', 'unwrapKey'])
    const iv = new Uint8Array(12)
    await expect(
      crypto.subtle.wrapKey('pkcs8', privateKey, wrapping, { name: 'AES-GCM', iv }),
    ).rejects.toThrow()
  })

  it('imports a session key whose only usage is sign', async () => {
    const { privateKey, verifyKey } = await importSessionKey(fromHex(SCALAR))
    expect(privateKey.extractable).toBe(false)
    expect(privateKey.usages).toEqual(['sign'])
    expect(verifyKey.usages).toEqual(['verify'])
  })

  it('imports a session key without an extractable key in between', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    await importSessionKey(fromHex(SCALAR))
    const extractable = importKey.mock.calls.filter(([format]) => format === 'pkcs8').map((call) => call[3])
    expect(extractable).toEqual([false, false])
  })
})

describe('importSessionKey rejects', () => {
  it.each([
    ['0', hexOf(0n)],
    ['the order', hexOf(n)],
    ['the order + 1', hexOf(n + 1n)],
    ['2^256 - 1', 'ff'.repeat(32)],
    ['no bytes', ''],
    ['31 bytes', '01'.repeat(31)],
    ['33 bytes', '01'.repeat(33)],
    ['64 bytes', '01'.repeat(64)],
  ])('rejects %s, and wipes it', async (_, hex) => {
    const scalar = fromHex(hex)
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    await expect(importSessionKey(scalar)).rejects.toMatchObject({
      name: 'SealedKeyError',
      code: 'SEALED_KEY_PLAINTEXT',
    })
    expect(scalar).toEqual(new Uint8Array(scalar.length))
    expect(importKey).not.toHaveBeenCalled()
  })

  it('rejects a key that does not sign for its own public key', async () => {
    vi.spyOn(crypto.subtle, 'verify').mockResolvedValue(false)
    await expect(importSessionKey(fromHex(SCALAR))).rejects.toMatchObject({ code: 'SEALED_KEY_PLAINTEXT' })
  })

  it('rejects with the error of WebCrypto as the cause', async () => {
    const cause = new DOMException('no', 'DataError')
    vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(cause)
    await expect(importSessionKey(fromHex(SCALAR))).rejects.toMatchObject({
      code: 'SEALED_KEY_PLAINTEXT',
      cause,
    })
  })
})

describe('a browser that derives the public key itself', () => {
  /** Adds `getPublicKey`, which Node does not have, with the public key of this scalar. */
  const deriving = (hex: string) => {
    const getPublicKey = vi.fn((_key: CryptoKey, usages: KeyUsage[]) =>
      crypto.subtle.importKey(
        'raw',
        Uint8Array.from(p256.getPublicKey(fromHex(hex), false)),
        { name: 'ECDSA', namedCurve: 'P-256' },
        true,
        usages,
      ),
    )
    Object.defineProperty(crypto.subtle, 'getPublicKey', { value: getPublicKey, configurable: true })
    return getPublicKey
  }

  afterEach(() => {
    Reflect.deleteProperty(crypto.subtle, 'getPublicKey')
  })

  it('takes the public key from the browser, and needs no key agreement', async () => {
    const getPublicKey = deriving(SCALAR)
    const deriveBits = vi.spyOn(crypto.subtle, 'deriveBits')
    const key = await importSessionKey(fromHex(SCALAR))
    expect(key.publicKey).toBe(toHex(p256.getPublicKey(fromHex(SCALAR), true)))
    expect(key.verifyKey.usages).toEqual(['verify'])
    expect(getPublicKey).toHaveBeenCalledTimes(1)
    expect(deriveBits).not.toHaveBeenCalled()
  })

  it('refuses a public key of the browser that does not belong to the private key', async () => {
    deriving(hexOf(2n))
    await expect(importSessionKey(fromHex(SCALAR))).rejects.toMatchObject({ code: 'SEALED_KEY_PLAINTEXT' })
  })

  it('derives the public key as before if the browser fails to', async () => {
    deriving(SCALAR).mockRejectedValue(new DOMException('no', 'NotSupportedError'))
    const key = await importSessionKey(fromHex(SCALAR))
    expect(key.publicKey).toBe(toHex(p256.getPublicKey(fromHex(SCALAR), true)))
  })
})

describe('importSessionKey leaves nothing behind', () => {
  it('wipes scalar and PKCS8 after success', async () => {
    const scalar = fromHex(SCALAR)
    const pkcs8 = watchPkcs8()
    await importSessionKey(scalar)
    expect(scalar).toEqual(new Uint8Array(32))
    expect(pkcs8()).toEqual([new Uint8Array(67), new Uint8Array(67)])
  })

  it.each(['importKey', 'deriveBits', 'exportKey', 'sign', 'verify'] as const)(
    'wipes scalar and PKCS8 when %s fails',
    async (method) => {
      const scalar = fromHex(SCALAR)
      const real = crypto.subtle.importKey.bind(crypto.subtle)
      const seen: Uint8Array[] = []
      vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...call: unknown[]) => {
        if (call[0] === 'pkcs8' && call[1] instanceof Uint8Array) seen.push(call[1])
        if (method === 'importKey') return Promise.reject(new DOMException('no', 'DataError'))
        return Reflect.apply(real, undefined, call)
      })
      if (method !== 'importKey') {
        vi.spyOn(crypto.subtle, method).mockRejectedValue(new DOMException('no', 'OperationError'))
      }
      await expect(importSessionKey(scalar)).rejects.toMatchObject({ code: 'SEALED_KEY_PLAINTEXT' })
      expect(scalar).toEqual(new Uint8Array(32))
      expect(new Set(seen)).toEqual(new Set([new Uint8Array(67)]))
    },
  )
})
