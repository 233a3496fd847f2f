import { createPrivateKey, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'
import { p1363ToDer } from './p1363-to-der.js'

describe('p1363ToDer', () => {
  it.each(vectors.derEncoding.vectors)('encodes the vector $id', ({ p1363, der, derLength }) => {
    const encoded = p1363ToDer(fromHex(p1363))
    expect(toHex(encoded)).toBe(der)
    expect(encoded.length).toBe(derLength)
  })

  it('encodes the number zero as one zero byte', () => {
    expect(toHex(p1363ToDer(new Uint8Array(64)))).toBe('3006020100020100')
  })

  it('returns a signature that OpenSSL accepts', () => {
    const pem = `-----BEGIN PRIVATE KEY-----\n${Buffer.from(
      `3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420${vectors.derEncoding.vectors[0]?.privateKey}`,
      'hex',
    ).toString('base64')}\n-----END PRIVATE KEY-----`
    const key = createPrivateKey(pem)
    for (let i = 0; i < 100; i++) {
      const message = Buffer.from(`message ${i}`)
      const p1363 = sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' })
      expect(verify('sha256', message, { key, dsaEncoding: 'der' }, p1363ToDer(p1363))).toBe(true)
    }
  })
})
