/**
 * Holds the emulator's code, and the page's side that its tests play, to vectors of keys that are born in the page. The
 * vectors were made and checked elsewhere, with @hpke/core and the signing provider's package (wire-facts 11).
 * @module
 */
import { createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import {
  base64urlToBytes,
  bytesToBase64url,
  bytesToHex,
  hexToBytes,
  parse,
  SessionClientKey,
  utf8,
} from 'embedded-wallet-auth/wire'
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { nonceOf } from '../fixtures/client.js'
import vectors from '../fixtures/held-key-vectors.json'
import { heldKey, targetIn } from '../fixtures/held-keys.js'
import { createEmulator } from '../index.js'
import { compress, publicKeyOf, uncompressed } from './curve.js'
import { scheduleOf } from './hpke.js'
import { keyPairOf } from './key-pair.js'
import { open } from './open.js'
import { openCode, readBundle, targetBundle } from './otp-bundle.js'
import { seal } from './seal.js'
import { readStamp, stampVerifies } from './stamp.js'
import { verificationToken } from './verification-token.js'

const bytes = (hex: string): Uint8Array<ArrayBuffer> => hexToBytes(hex) ?? new Uint8Array()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const pairOf = (scalar: string) => {
  const point = publicKeyOf(bytes(scalar))
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const [d, encoded] = [bytesToBase64url(bytes(scalar)), { x: bytesToBase64url(x), y: bytesToBase64url(y) }]
  return keyPairOf({ kty: 'EC', crv: 'P-256', ...encoded, d })
}

const otp = vectors.encryptedOtp
const forms = Object.entries(otp.forms).map(([form, vector]) => ({ form, ...vector }))
const target = pairOf(otp.target.private)
const sealedIn = (bundle: string) => readBundle(bundle) ?? expect.fail('the bundle has no form')
const keys = [
  ...vectors.clientHeldKey,
  { label: 'bundle signer', ...otp.bundleSigner },
  { label: 'target', ...otp.target },
  { label: 'ephemeral key', ...otp.ephemeral },
  { label: 'token signer', ...otp.tokenSigner },
]

describe('client keys', () => {
  it.each(keys)('the vector $label has both encodings of one public key', (vector) => {
    const point = publicKeyOf(bytes(vector.private))
    expect(bytesToHex(point)).toBe(vector.uncompressed)
    expect(bytesToHex(compress(point))).toBe(vector.compressed)
    for (const form of [vector.compressed, vector.uncompressed])
      expect(uncompressed(bytes(form))).toEqual(point)
  })

  it.each(vectors.clientHeldKey)(
    'the nonce of the vector $label is the hash of the text that is sent',
    async (vector) => {
      expect(await nonceOf(vector.compressed)).toBe(vector.oauthNonceCompressed)
      expect(await nonceOf(vector.uncompressed)).toBe(vector.oauthNonceUncompressed)
      expect(await nonceOf(vector.compressed.toUpperCase())).not.toBe(vector.oauthNonceCompressed)
    },
  )

  it.each(vectors.clientPublicKeyPattern.accepted)('the pattern accepts the vector %s', (key) => {
    expect(parse(SessionClientKey, key).ok).toBe(true)
    expect(uncompressed(bytes(key))).toBeDefined()
  })

  it.each(vectors.clientPublicKeyPattern.refused)('the pattern refuses the vector %s', (key) => {
    expect(parse(SessionClientKey, key).ok).toBe(false)
  })

  it('a vector that fits the pattern and is not on the curve is refused', () => {
    const { notOnCurve } = vectors.clientPublicKeyPattern
    expect(parse(SessionClientKey, notOnCurve).ok).toBe(true)
    expect(uncompressed(bytes(notOnCurve))).toBeUndefined()
  })
})

describe('payloads', () => {
  const { passkeyChallenge, refresh } = vectors

  it('a passkey challenge is the hash of the body that creates the session, as text', () => {
    expect(sha256(passkeyChallenge.sessionCreationBody)).toBe(passkeyChallenge.challenge)
    expect(bytesToHex(utf8(passkeyChallenge.challenge))).toBe(passkeyChallenge.webAuthnChallengeBytesHex)
    expect(bytesToBase64url(utf8(passkeyChallenge.challenge))).toBe(passkeyChallenge.clientDataChallenge)
    expect(heldKey(bytes(passkeyChallenge.sessionSigningKey)).compressed).toBe(
      passkeyChallenge.clientPublicKey,
    )
    expect(JSON.parse(passkeyChallenge.sessionCreationBody).parameters).toEqual({
      targetPublicKey: passkeyChallenge.clientPublicKey,
    })
  })

  it.each([
    ['a refresh', refresh.payloadToSign, refresh.stampByCurrentKey, refresh.currentSessionKey],
    ['a token', otp.verificationToken, otp.stampOfToken, otp.client.private],
  ])('the stamp of %s verifies by its key over its text only', async (_, text, { header, json }, scalar) => {
    const key = heldKey(bytes(scalar))
    const stamp = readStamp(header) ?? expect.fail('the stamp has no form')
    expect(stamp).toEqual(JSON.parse(json))
    expect(new TextDecoder().decode(base64urlToBytes(header))).toBe(json)
    expect(stamp.publicKey).toBe(key.compressed)
    expect(key.stamp(text)).toBe(header)
    expect(await stampVerifies(stamp, text, key.uncompressed)).toBe(true)
    expect(await stampVerifies(stamp, `${text} `, key.uncompressed)).toBe(false)
    expect(await stampVerifies(stamp, text, otp.target.uncompressed)).toBe(false)
  })

  it('a refresh names the new key, which is that of the next session', () => {
    expect(heldKey(bytes(refresh.newSessionSigningKey)).compressed).toBe(refresh.newClientPublicKey)
    expect(JSON.parse(refresh.payloadToSign).parameters.targetPublicKey).toBe(refresh.newClientPublicKey)
  })
})

describe('target bundles', () => {
  const signer = otp.bundleSigner.uncompressed

  it('the vector of a target bundle is signed by its signer, and names the target', () => {
    expect(targetIn(otp.otpEncryptionTargetBundle, signer)).toBe(otp.target.uncompressed)
    expect(targetIn(otp.negative.quotedBundle, signer)).toBe(otp.target.uncompressed)
    const { data } = JSON.parse(otp.otpEncryptionTargetBundle)
    expect(new TextDecoder().decode(bytes(data))).toBe(otp.targetBundleDataText)
  })

  it('OpenSSL verifies the vector of a target bundle, and not the one that was altered', () => {
    const { jwk } = pairOf(otp.bundleSigner.private)
    const publicKey = createPublicKey(createPrivateKey({ key: { ...jwk }, format: 'jwk' }))
    const verifies = (bundle: string): boolean => {
      const { data, dataSignature } = JSON.parse(bundle)
      return verify('sha256', bytes(data), publicKey, bytes(dataSignature))
    }
    expect(verifies(otp.otpEncryptionTargetBundle)).toBe(true)
    expect(verifies(otp.negative.alteredSignature)).toBe(false)
  })

  it('a target bundle with an altered signature or by a key that is not pinned is refused', () => {
    expect(() => targetIn(otp.negative.alteredSignature, signer)).toThrow('signature')
    for (const { uncompressed: other } of keys.filter((key) => key.uncompressed !== signer))
      expect(() => targetIn(otp.otpEncryptionTargetBundle, other)).toThrow('signer')
  })

  it('the emulator makes the same bundle as the vector, but for its signature', async () => {
    const { organizationId } = JSON.parse(otp.targetBundleDataText)
    const made = await targetBundle(target.publicKey, organizationId, pairOf(otp.bundleSigner.private))
    const { dataSignature: _, ...rest } = JSON.parse(otp.otpEncryptionTargetBundle)
    expect(JSON.parse(made)).toMatchObject(rest)
    expect(targetIn(made, signer)).toBe(otp.target.uncompressed)
  })
})

describe('encrypted codes', () => {
  it.each(forms)(
    'the emulator opens the vector with its key $form',
    async ({ form, plaintext, ...vector }) => {
      const sealed = sealedIn(vector.encryptedOtpBundle)
      expect(new TextDecoder().decode(await open(sealed, target))).toBe(plaintext)
      const publicKey = form === 'compressed' ? otp.client.compressed : otp.client.uncompressed
      expect(await openCode(sealed, target)).toEqual({ otp_code: '000000', public_key: publicKey })
    },
  )

  it.each(forms)('the sender of the vector with its key $form derives its key and nonce', async (vector) => {
    const ecdh = { name: 'ECDH', namedCurve: 'P-256' }
    const { jwk, publicKey } = pairOf(otp.ephemeral.private)
    const { d: _, ...open } = jwk
    const ephemeral = {
      publicKey: await crypto.subtle.importKey('jwk', open, ecdh, true, []),
      privateKey: await crypto.subtle.importKey('jwk', jwk, ecdh, false, ['deriveBits']),
    }
    const sealed = await seal(utf8(vector.plaintext), target.publicKey, ephemeral)
    const bundle = JSON.parse(vector.encryptedOtpBundle)
    expect([bytesToHex(sealed.enc), bytesToHex(sealed.ciphertext)]).toEqual([
      bundle.encappedPublic,
      bundle.ciphertext,
    ])
    const recipient = await crypto.subtle.importKey('raw', target.publicKey, ecdh, true, [])
    const agreed = { name: 'ECDH', public: recipient }
    const dh = await crypto.subtle.deriveBits(agreed, ephemeral.privateKey, 256)
    const { parameters, key } = await scheduleOf(dh, publicKey, target.publicKey, 'encrypt')
    expect(bytesToHex(new Uint8Array(parameters.iv as ArrayBuffer))).toBe(vector.aeadNonce)
    const known = await crypto.subtle.importKey('raw', bytes(vector.aeadKey), 'AES-GCM', false, ['encrypt'])
    const [ours, theirs] = await Promise.all(
      [key, known].map((one) => crypto.subtle.encrypt(parameters, one, utf8('text'))),
    )
    expect(ours).toEqual(theirs)
  })

  it('the emulator opens the bundle that the signing provider’s package made', async () => {
    const opened = await openCode(sealedIn(otp.byProviderPackage), target)
    expect(opened?.otp_code).toBe('000000')
    expect(uncompressed(bytes(opened?.public_key ?? ''))).toEqual(bytes(otp.client.uncompressed))
  })

  const bundles = [...forms.map(({ encryptedOtpBundle }) => encryptedOtpBundle), otp.byProviderPackage]
  it.each(bundles)('the bundle %s opens with its target only, and only unchanged', async (bundle) => {
    const sealed = sealedIn(bundle)
    expect(await open(sealed, pairOf(otp.bundleSigner.private))).toBeUndefined()
    const { enc, ciphertext } = sealed
    const last = ciphertext.length - 1
    for (const at of [0, last])
      expect(
        await open({ enc, ciphertext: ciphertext.with(at, (ciphertext[at] ?? 0) ^ 1) }, target),
      ).toBeUndefined()
    expect(await open({ enc, ciphertext: ciphertext.slice(0, last) }, target)).toBeUndefined()
    expect(await open({ enc: bytes(otp.target.uncompressed), ciphertext }, target)).toBeUndefined()
    expect(await open({ enc: enc.with(64, (enc[64] ?? 0) ^ 1), ciphertext }, target)).toBeUndefined()
    expect(await open({ enc: compress(enc), ciphertext }, target)).toBeUndefined()
  })
})

describe('verification tokens', () => {
  const signerKey = (scalar: string) => {
    const { d: _, ...jwk } = pairOf(scalar).jwk
    return jwk
  }

  it('the vector of a token is signed by the token signer only', async () => {
    const { payload } = await compactVerify(otp.verificationToken, signerKey(otp.tokenSigner.private))
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(otp.tokenClaims)
    await expect(compactVerify(otp.verificationToken, signerKey(otp.target.private))).rejects.toThrow()
  })

  it('the emulator’s token has the header, the claims and the signature of the vector', async () => {
    const token = await verificationToken(
      {
        contact: otp.tokenClaims.contact,
        organizationId: otp.tokenClaims.organization_id,
        clientKey: otp.client.uncompressed,
        expiresAt: Number(otp.tokenClaims.exp),
      },
      pairOf(otp.tokenSigner.private),
    )
    expect(decodeProtectedHeader(token)).toEqual(decodeProtectedHeader(otp.verificationToken))
    const { id: _, ...claims } = otp.tokenClaims
    const made: object = decodeJwt(token)
    expect(made).toMatchObject(claims)
    expect(Object.keys(made)).toEqual(Object.keys(otp.tokenClaims))
    await compactVerify(token, signerKey(otp.tokenSigner.private))
  })
})

it('the signers of one emulator are not those of another', () => {
  expect(createEmulator().otpSigner).not.toBe(createEmulator().otpSigner)
})
