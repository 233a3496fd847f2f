import { verify } from 'node:crypto'
import { base64urlToBytes, bytesToBase64url, hexToBytes } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import vectors from '../../../src/wallet/crypto/fixtures/vectors.json'
import { publicKeyOf } from './curve.js'
import { derToP1363 } from './der.js'
import { webhookSigner } from './webhook-signer.js'

const { webhook: vector } = vectors
const scalar = hexToBytes(vector.privateKey) ?? new Uint8Array()
const publicKey = publicKeyOf(scalar)
const signer = webhookSigner({
  publicKey,
  jwk: {
    kty: 'EC',
    crv: 'P-256',
    x: bytesToBase64url(publicKey.subarray(1, 33)),
    y: bytesToBase64url(publicKey.subarray(33)),
    d: bytesToBase64url(scalar),
  },
})
const isSigned = (body: string, header: string, pem: string): boolean =>
  verify('sha256', Buffer.from(body), pem, Buffer.from(header, 'base64'))

describe('signature of a webhook', () => {
  it('the signature of a webhook uses the public key of an independent test vector', () => {
    expect(hexToBytes(vector.privateKey)?.length).toBe(32)
    expect(signer.publicKeyPem).toBe(vector.publicKeyPem)
  })

  it('the signature of a webhook verifies like that of the vector, with independent code', async () => {
    expect(isSigned(vector.body, vector.header, signer.publicKeyPem)).toBe(true)
    expect(isSigned(vector.body, await signer.sign(vector.body), vector.publicKeyPem)).toBe(true)
  })

  it.each(vector.negative)(
    'the signature of a webhook is not valid for another body',
    async ({ body, header }) => {
      expect(isSigned(body, header, signer.publicKeyPem)).toBe(false)
      expect(isSigned(body, await signer.sign(vector.body), signer.publicKeyPem)).toBe(false)
    },
  )

  it('the signature of a webhook is DER in base64', async () => {
    const header = await signer.sign('x')
    const der = base64urlToBytes(header.replaceAll('+', '-').replaceAll('/', '_'))
    expect(derToP1363(der ?? new Uint8Array())).toBeDefined()
  })
})
