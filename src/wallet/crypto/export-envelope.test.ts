/** Over 200 lines: one row for each way in which an export can be wrong. */
import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import bs58check from 'bs58check'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SealedKeyError } from '../../errors.js'
import type { ClientKey } from './client-key.js'
import { type ExportSigner, openExport } from './export-envelope.js'
import { bundle, clientKeyOf, compressed, fromHex, sealTo, toHex } from './fixtures/client-keys.js'
import vectors from './fixtures/vectors.json'

const { vectors: signed, negative, base58checkVariant: base58 } = vectors.exportEnvelope
const own = signed[0]
const ORGANIZATION = own?.organizationId ?? ''
const SIGNER = own?.signerPublicKey ?? ''
const clientKey: ClientKey = await clientKeyOf(own?.receiverPrivateKey ?? '')
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

async function codeOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => 'opened',
    (reason: unknown) => reason,
  )
  return error instanceof SealedKeyError ? error.code : String(error)
}

/** The signer's private key in a form that OpenSSL accepts. */
function privateKeyOf(hex: string): KeyObject {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(hex, 'hex')
  const raw = ecdh.getPublicKey()
  const base64url = (part: Buffer): string => part.toString('base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: base64url(Buffer.from(hex, 'hex')),
    x: base64url(raw.subarray(1, 33)),
    y: base64url(raw.subarray(33)),
  }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

/** Makes an envelope around any data, signed by the pinned signer, without the library. */
function envelopeOf(data: string | Uint8Array, changes: object = {}): string {
  const bytes = Buffer.from(data)
  return JSON.stringify({
    version: 'v1.0.0',
    data: bytes.toString('hex'),
    dataSignature: sign('sha256', bytes, privateKeyOf(own?.signerPrivateKey ?? '')).toString('hex'),
    enclaveQuorumPublic: SIGNER,
    ...changes,
  })
}

function dataOf(plaintext: Uint8Array, changes: object = {}): string {
  const { enc, ciphertext } = sealTo(clientKey.publicKey, plaintext)
  return JSON.stringify({
    encappedPublic: enc.toString('hex'),
    ciphertext: ciphertext.toString('hex'),
    organizationId: ORGANIZATION,
    ...changes,
  })
}

const UNSIGNED = { dataSignature: '', enclaveQuorumPublic: '' }
const pinned: ExportSigner = { signer: SIGNER, organizationId: ORGANIZATION }

afterEach(() => {
  vi.restoreAllMocks()
})

describe('openExport opens', () => {
  it.each(signed)('opens the envelope $id with its signer and its organization', async (vector) => {
    const key = await clientKeyOf(vector.receiverPrivateKey)
    const options = { signer: vector.signerPublicKey, organizationId: vector.organizationId }
    expect(text(await openExport(vector.envelope, key, options))).toBe(vector.plaintext)
    expect(text(await openExport(vector.envelope, key, { signer: vector.signerPublicKey }))).toBe(
      vector.plaintext,
    )
  })

  it('opens an envelope whose pinned signer is given in upper case or compressed', async () => {
    for (const signer of [SIGNER.toUpperCase(), toHex(compressed(fromHex(SIGNER)))]) {
      expect(text(await openExport(own?.envelope ?? '', clientKey, { signer }))).toBe(PHRASE)
    }
  })

  it('opens an envelope with an empty signature and signer as unsigned', async () => {
    const envelope = envelopeOf(dataOf(Buffer.from(PHRASE)), UNSIGNED)
    expect(text(await openExport(envelope, clientKey, 'unsigned'))).toBe(PHRASE)
  })

  it('opens the base58check form as unsigned', async () => {
    const key = await clientKeyOf(base58.receiverPrivateKey)
    expect(text(await openExport(base58.value, key, 'unsigned'))).toBe(base58.plaintext)
  })

  it('opens a phrase in any language that a second implementation sealed', async () => {
    const phrase = 'あいこくしん あいさつ é'
    expect(text(await openExport(envelopeOf(dataOf(Buffer.from(phrase))), clientKey, pinned))).toBe(phrase)
    const sealed = bundle(clientKey.publicKey, Buffer.from(phrase))
    expect(text(await openExport(sealed, clientKey, 'unsigned'))).toBe(phrase)
  })
})

describe('openExport rejects before it opens', () => {
  const codes = new Map([
    ['export-neg-signature', 'EXPORT_SIGNATURE_INVALID'],
    ['export-neg-self-signed', 'EXPORT_SIGNER_MISMATCH'],
    ['export-neg-organization', 'EXPORT_ORGANIZATION_MISMATCH'],
  ])

  async function expectRefusal(
    encrypted: string,
    options: ExportSigner | 'unsigned',
    code: string,
  ): Promise<void> {
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    expect(await codeOf(openExport(encrypted, clientKey, options))).toBe(code)
    expect(decrypt).not.toHaveBeenCalled()
  }

  it.each(negative)(
    'rejects $id before it opens anything',
    async ({ id, envelope, expectedOrganizationId = ORGANIZATION }) => {
      const options = { signer: SIGNER, organizationId: expectedOrganizationId }
      await expectRefusal(envelope, options, codes.get(id) ?? 'a known vector')
    },
  )

  it('rejects an envelope without an organization if one is expected', async () => {
    const envelope = envelopeOf(dataOf(Buffer.from(PHRASE), { organizationId: undefined }))
    await expectRefusal(envelope, pinned, 'EXPORT_ORGANIZATION_MISMATCH')
  })

  it('rejects an unsigned envelope if a signer is pinned', async () => {
    const data = dataOf(Buffer.from(PHRASE))
    await expectRefusal(envelopeOf(data, UNSIGNED), pinned, 'EXPORT_UNSIGNED')
    await expectRefusal(envelopeOf(data, { dataSignature: '' }), pinned, 'EXPORT_UNSIGNED')
  })

  it('rejects a signed envelope that names no signer', async () => {
    const envelope = envelopeOf(dataOf(Buffer.from(PHRASE)), { enclaveQuorumPublic: '' })
    await expectRefusal(envelope, pinned, 'EXPORT_SIGNER_MISMATCH')
  })

  it('rejects the base58check form if a signer is pinned', async () => {
    await expectRefusal(base58.value, pinned, 'EXPORT_UNSIGNED')
  })

  it('rejects a signed envelope if no signer is pinned', async () => {
    await expectRefusal(own?.envelope ?? '', 'unsigned', 'EXPORT_SIGNER_MISMATCH')
    const data = dataOf(Buffer.from(PHRASE))
    await expectRefusal(envelopeOf(data, { enclaveQuorumPublic: '' }), 'unsigned', 'EXPORT_SIGNER_MISMATCH')
    await expectRefusal(envelopeOf(data, { dataSignature: '' }), 'unsigned', 'EXPORT_SIGNER_MISMATCH')
  })

  it('rejects signed data in which one bit was flipped', async () => {
    const envelope = JSON.parse(own?.envelope ?? '')
    for (const at of [0, 40, envelope.data.length - 1]) {
      const digit = (Number.parseInt(envelope.data[at], 16) ^ 1).toString(16)
      const data = `${envelope.data.slice(0, at)}${digit}${envelope.data.slice(at + 1)}`
      await expectRefusal(JSON.stringify({ ...envelope, data }), pinned, 'EXPORT_SIGNATURE_INVALID')
    }
  })

  it.each([
    ['not DER', '00'.repeat(70)],
    ['raw r and s', 'ab'.repeat(64)],
    ['zero', '3006020100020100'],
  ])('rejects a signature that is %s', async (_, dataSignature) => {
    const envelope = JSON.stringify({ ...JSON.parse(own?.envelope ?? ''), dataSignature })
    await expectRefusal(envelope, pinned, 'EXPORT_SIGNATURE_INVALID')
  })

  it.each([
    ['no bytes', ''],
    ['JSON that breaks off', '{'],
    ['other JSON', '{}'],
    ['another version', envelopeOf(dataOf(Buffer.from(PHRASE)), { version: 'v2.0.0' })],
    ['a field missing', envelopeOf(dataOf(Buffer.from(PHRASE)), { data: undefined })],
    ['data of odd length', envelopeOf(dataOf(Buffer.from(PHRASE)), { data: '7' })],
    ['data that is not hex', envelopeOf(dataOf(Buffer.from(PHRASE)), { data: 'zz' })],
    ['data that is a number', envelopeOf(dataOf(Buffer.from(PHRASE)), { data: 12 })],
    ['a signature that is too long', envelopeOf('', { ...UNSIGNED, dataSignature: '30'.repeat(73) })],
    ...['3', 'xy', '30xy', 'xy30'].map((dataSignature) => [
      `the signature ${dataSignature}`,
      envelopeOf(dataOf(Buffer.from(PHRASE)), { ...UNSIGNED, dataSignature }),
    ]),
    ['a signer that is not a key', envelopeOf('', { ...UNSIGNED, enclaveQuorumPublic: '04' })],
    ['data that is not JSON', envelopeOf('no json', UNSIGNED)],
    ['data that is not UTF-8', envelopeOf(Uint8Array.of(0xff, 0xfe), UNSIGNED)],
    [
      'data without a ciphertext',
      envelopeOf(dataOf(Buffer.from(PHRASE), { ciphertext: undefined }), UNSIGNED),
    ],
    ['a ciphertext that is not hex', envelopeOf(dataOf(Buffer.from(PHRASE), { ciphertext: 'xy' }), UNSIGNED)],
    [
      'an encapsulated key that is compressed',
      envelopeOf(dataOf(Buffer.from(PHRASE), { encappedPublic: `02${'11'.repeat(32)}` }), UNSIGNED),
    ],
    [
      'an encapsulated key off the curve',
      envelopeOf(dataOf(Buffer.from(PHRASE), { encappedPublic: `04${'11'.repeat(64)}` }), UNSIGNED),
    ],
    [
      'an organization that is not a string',
      envelopeOf(dataOf(Buffer.from(PHRASE), { organizationId: 1 }), UNSIGNED),
    ],
    [
      'more than 16 KiB',
      envelopeOf(dataOf(Buffer.from(PHRASE)), { ...UNSIGNED, filler: 'x'.repeat(16_384) }),
    ],
    ['base58 with a wrong checksum', `${base58.value.slice(0, -1)}z`],
    ['a character outside base58', `0${base58.value}`],
    ['too long a base58 text', 'z'.repeat(100_000)],
    ['base58check of a key and a tag alone', bs58check.encode(new Uint8Array(49).fill(2))],
    ['base58check of a point off the curve', bs58check.encode(new Uint8Array(80).fill(4))],
  ])('rejects as malformed: %s', async (_, encrypted) => {
    await expectRefusal(encrypted, 'unsigned', 'EXPORT_MALFORMED')
  })

  it.each([
    ['not JSON', '{', SyntaxError],
    ['not base58check', `${base58.value.slice(0, -1)}z`, SealedKeyError],
  ])('rejects an envelope that is %s, with the original error as the cause', async (_, encrypted, cause) => {
    await expect(openExport(encrypted, clientKey, 'unsigned')).rejects.toMatchObject({
      code: 'EXPORT_MALFORMED',
      cause: expect.any(cause),
    })
  })

  it('rejects more than 16 Ki characters, and accepts exactly as many', async () => {
    const envelope = (filler: string): string =>
      envelopeOf(dataOf(Buffer.from(PHRASE)), { ...UNSIGNED, filler })
    const filler = 'x'.repeat(16_384 - envelope('').length)
    expect(text(await openExport(envelope(filler), clientKey, 'unsigned'))).toBe(PHRASE)
    await expectRefusal(envelope(`${filler}x`), 'unsigned', 'EXPORT_MALFORMED')
  })

  it('rejects signed data that is malformed', async () => {
    await expectRefusal(envelopeOf('[]'), pinned, 'EXPORT_MALFORMED')
  })

  it.each([
    ['empty', ''],
    ['not hex', 'signer'],
    ['off the curve', `04${'11'.repeat(64)}`],
    ['short', SIGNER.slice(0, -2)],
  ])('a pinned signer that is %s is a TypeError', async (_, signer) => {
    for (const encrypted of [own?.envelope ?? '', base58.value]) {
      await expect(openExport(encrypted, clientKey, { signer })).rejects.toBeInstanceOf(TypeError)
    }
  })
})

describe('openExport rejects', () => {
  it('rejects an export that was sealed to another client key', async () => {
    const other = await clientKeyOf('03'.repeat(32))
    expect(await codeOf(openExport(own?.envelope ?? '', other, pinned))).toBe('SEALED_KEY_OPEN')
    expect(await codeOf(openExport(base58.value, other, 'unsigned'))).toBe('SEALED_KEY_OPEN')
  })

  it.each([
    ['no bytes', new Uint8Array()],
    ['bytes that are not UTF-8', Uint8Array.of(0x61, 0xff, 0x62)],
  ])('rejects a plaintext of %s, and wipes it', async (_, plaintext) => {
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    expect(await codeOf(openExport(envelopeOf(dataOf(plaintext)), clientKey, pinned))).toBe(
      'EXPORT_MALFORMED',
    )
    const opened = new Uint8Array(await decrypt.mock.results[0]?.value)
    expect(opened).toEqual(new Uint8Array(plaintext.length))
  })

  it('rejects every mutated envelope with a SealedKeyError and nothing else', async () => {
    const original = own?.envelope ?? ''
    const mutated = fc
      .tuple(fc.nat(original.length), fc.nat(6), fc.string({ unit: 'binary', maxLength: 6 }))
      .map(([at, drop, insert]) => original.slice(0, at) + insert + original.slice(at + drop))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(mutated, fc.json(), fc.string()),
        fc.constantFrom(pinned, 'unsigned' as const),
        async (encrypted, options) => {
          const outcome = await openExport(encrypted, clientKey, options).then(text, (error: unknown) =>
            error instanceof SealedKeyError ? error.code : String(error),
          )
          // Upper-case hex and white space between JSON tokens do not change the meaning of an envelope.
          if (outcome !== PHRASE) expect(outcome).toMatch(/^(SEALED_KEY|EXPORT)_[A-Z_]+$/)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the recovery phrase', () => {
  it('never turns the recovery phrase into a string', async () => {
    const decode = vi.spyOn(TextDecoder.prototype, 'decode')
    await openExport(own?.envelope ?? '', clientKey, pinned)
    const texts = decode.mock.results.map((result) => String(result.value))
    expect(texts.some((decoded) => decoded.includes('winner'))).toBe(false)
  })
})
