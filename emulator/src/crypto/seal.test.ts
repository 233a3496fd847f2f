import { bytesToBase64url, bytesToHex, hexToBytes } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import vectors from '../../../src/wallet/crypto/fixtures/vectors.json'
import { clientKey, openSealedKey } from '../fixtures/client.js'
import { publicKeyOf } from './curve.js'
import { seal, sealedKeyText, stubSealedKey } from './seal.js'

const bytes = (hex: string): Uint8Array<ArrayBuffer> => hexToBytes(hex) ?? new Uint8Array()

/** The vectors whose ephemeral key is known. */
const generated = vectors.sessionBundle.positive.filter((vector) => 'ephemeralPrivateKey' in vector)

async function ephemeral(scalar: string): Promise<CryptoKeyPair> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const point = publicKeyOf(bytes(scalar))
  const x = bytesToBase64url(point.subarray(1, 33))
  const y = bytesToBase64url(point.subarray(33))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const d = bytesToBase64url(bytes(scalar))
  return {
    publicKey: await crypto.subtle.importKey('jwk', jwk, algorithm, true, []),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d }, algorithm, false, ['deriveBits']),
  }
}

describe('sealing', () => {
  it.each(generated)('sealing reproduces the vector $id', async (vector) => {
    const pair = await ephemeral(vector.ephemeralPrivateKey ?? '')
    const sealed = await seal(bytes(vector.plaintext), bytes(vector.receiverPublicKeyUncompressed), pair)
    expect(bytesToHex(sealed.enc)).toBe(vector.encUncompressed)
    expect(await sealedKeyText(sealed)).toBe(vector.bundle)
  })

  it('sealing produces a message that an independent HPKE opens', async () => {
    const key = clientKey()
    const scalar = crypto.getRandomValues(new Uint8Array(32))
    const text = await sealedKeyText(await seal(scalar, bytes(key.publicKey)))
    expect(await openSealedKey(key, text)).toEqual(scalar)
  })

  it('sealing produces a message that no other key opens', async () => {
    const text = await sealedKeyText(await seal(new Uint8Array(32), bytes(clientKey().publicKey)))
    await expect(openSealedKey(clientKey(), text)).rejects.toThrow()
  })
})

describe('stub', () => {
  it('a stub has the form of a sealed key, but no key opens it', async () => {
    const stub = await stubSealedKey()
    expect(stub).toMatch(/^[1-9A-HJ-NP-Za-km-z]{115,116}$/)
    await expect(openSealedKey(clientKey(), stub)).rejects.toThrow()
  })
})
