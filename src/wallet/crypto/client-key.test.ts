import { describe, expect, it, vi } from 'vitest'
import { ClientPublicKey } from '../../wire/client-public-key.js'
import { parse } from '../../wire/schema.js'
import { generateClientKey, oidcNonce } from './client-key.js'
import { fromHex, toHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'
import { uncompressedPoint } from './point.js'

describe('generateClientKey', () => {
  it('gives a public key as the interface spells it: on the curve, in lower case', async () => {
    const { publicKey } = await generateClientKey()
    expect(publicKey).toMatch(/^04[0-9a-f]{128}$/)
    expect(parse(ClientPublicKey, publicKey).ok).toBe(true)
    expect(uncompressedPoint(fromHex(publicKey))).toEqual(fromHex(publicKey))
  })

  it('returns the public half of the pair as the public key', async () => {
    const { pair, publicKey } = await generateClientKey()
    expect(toHex(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))).toBe(publicKey)
  })

  it('generates a different key pair every time', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, generateClientKey))
    expect(new Set(keys.map((key) => key.publicKey)).size).toBe(8)
  })

  it('lets the private half derive bits and nothing else', async () => {
    const { pair } = await generateClientKey()
    expect(pair.privateKey.usages).toEqual(['deriveBits'])
    expect(pair.privateKey.algorithm).toEqual({ name: 'ECDH', namedCurve: 'P-256' })
  })

  it.each(['jwk', 'pkcs8', 'raw', 'spki'] as const)(
    'does not export the private half as %s',
    async (format) => {
      const { pair } = await generateClientKey()
      expect(pair.privateKey.extractable).toBe(false)
      await expect(crypto.subtle.exportKey(format, pair.privateKey)).rejects.toThrow()
    },
  )

  it('generates keys that survive structured cloning, as a stored record must', async () => {
    const { pair } = await generateClientKey()
    expect(structuredClone(pair).privateKey.extractable).toBe(false)
  })
})

describe('a browser that makes no P-256 key', () => {
  it.each(['generateKey', 'exportKey'] as const)(
    'rejects with WEBCRYPTO_UNUSABLE when %s fails, with the error of the browser as the cause',
    async (method) => {
      const cause = new DOMException('no', 'NotSupportedError')
      const failing = vi.spyOn(crypto.subtle, method).mockRejectedValue(cause)
      await expect(generateClientKey()).rejects.toMatchObject({
        name: 'SessionError',
        code: 'WEBCRYPTO_UNUSABLE',
        cause,
      })
      failing.mockRestore()
    },
  )
})

describe('isClientPublicKey', () => {
  const known = (hex: string): boolean =>
    parse(ClientPublicKey, hex).ok && uncompressedPoint(fromHex(hex)) !== undefined

  it.each(vectors.clientPublicKey.valid)('accepts the client public key %s', (hex) => {
    expect(known(hex)).toBe(true)
  })

  it.each(vectors.clientPublicKey.validCompressedClientHeldModeOnly)(
    'refuses the compressed client public key %s',
    (hex) => {
      expect(known(hex)).toBe(false)
    },
  )

  it.each(vectors.clientPublicKey.invalid)('refuses $value as a client public key', ({ value }) => {
    expect(known(value)).toBe(false)
  })
})

describe('oidcNonce', () => {
  it.each(vectors.oauthNonce)(
    'hashes the hex text of the key, not its bytes: $nonce',
    async ({ clientPublicKey, nonce }) => {
      expect(await oidcNonce(clientPublicKey)).toBe(nonce)
    },
  )
})
