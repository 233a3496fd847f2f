/** Keys that the page makes, and codes that are encrypted with them; what is refused before a code is sent. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { randomKeyPair } from '../../../emulator/src/crypto/key-pair.js'
import { openCode, readBundle, targetBundle } from '../../../emulator/src/crypto/otp-bundle.js'
import vectors from '../../../emulator/src/fixtures/held-key-vectors.json'
import { bytesToHex, utf8 } from '../../encoding.js'
import { compressedHex, generateHeldKey } from './client-key.js'
import { encryptCode } from './encrypt-code.js'
import { otpTarget } from './otp-target.js'
import { proveSessionKey } from './prove-session-key.js'

const signer = randomKeyPair()
const target = randomKeyPair()
const pinned = bytesToHex(signer.publicKey)
const bundle = await targetBundle(target.publicKey, 'org', signer)
const key = await generateHeldKey()

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: { code?: string; name: string }) => error.code ?? error.name,
  )

/** A bundle with other fields. Its signature fits only if `data` is not changed. */
const bundleWith = (fields: object): string => JSON.stringify({ ...JSON.parse(bundle), ...fields })

const hexOf = (value: unknown): string => bytesToHex(utf8(JSON.stringify(value)))

describe('a key that the page makes', () => {
  it('is a signing key that cannot be exported, and is sent compressed', async () => {
    expect(await proveSessionKey(key)).toBe(true)
    expect(key.privateKey.extractable).toBe(false)
    expect(key.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
    expect((await generateHeldKey()).publicKey).not.toBe(key.publicKey)
  })

  it.each(vectors.clientHeldKey)('has one compressed form, in any spelling: $label', (vector) => {
    for (const form of [vector.compressed, vector.uncompressed])
      for (const text of [form, form.toUpperCase()]) expect(compressedHex(text)).toBe(vector.compressed)
    expect(compressedHex('04AB')).toBe('04ab')
    expect(compressedHex(`x${vector.uncompressed}`)).toBe(`x${vector.uncompressed}`)
    expect(compressedHex(`${vector.uncompressed}00`)).toBe(`${vector.uncompressed}00`)
    expect(compressedHex(`00${vector.uncompressed}`)).toBe(`00${vector.uncompressed}`)
  })
})

describe('an encrypted code', () => {
  it.each(['uncompressed', 'compressed'] as const)('contains the code and the key, %s', async (publicKey) => {
    const text = await encryptCode('A1-b2', key, bundle, { signer: pinned, publicKey })
    const sealed = readBundle(text) ?? expect.fail('no bundle')
    const opened = (await openCode(sealed, target)) ?? expect.fail('not opened')
    expect(opened.otp_code).toBe('A1-b2')
    expect(opened.public_key).toHaveLength(publicKey === 'compressed' ? 66 : 130)
    expect(compressedHex(opened.public_key)).toBe(key.publicKey)
    expect(await encryptCode('A1-b2', key, bundle, { signer: pinned, publicKey })).not.toBe(text)
  })

  it.each(['resolves', 'rejects'])('is wiped from memory before the encryption %s', async (end) => {
    onTestFinished(() => void vi.restoreAllMocks())
    const encode = vi.spyOn(TextEncoder.prototype, 'encode')
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    if (end === 'rejects') encrypt.mockRejectedValue(new DOMException('no', 'OperationError'))
    const settings = { signer: pinned, publicKey: 'compressed' } as const
    await encryptCode('A1-b2', key, bundle, settings).catch(() => {})
    const plaintext = encode.mock.calls.findIndex(([text]) => text?.includes('A1-b2'))
    const bytes: unknown = encode.mock.results[plaintext]?.value
    expect(encrypt).toHaveBeenCalledTimes(1)
    expect(bytes).toEqual(
      new Uint8Array(JSON.stringify({ otp_code: 'A1-b2', public_key: key.publicKey }).length),
    )
  })

  it('is not made for a bundle that is refused', async () => {
    const settings = { signer: bytesToHex(target.publicKey), publicKey: 'compressed' } as const
    expect(await codeOf(encryptCode('1', key, bundle, settings))).toBe('OTP_SIGNER_MISMATCH')
  })
})

describe('the key to encrypt a code to', () => {
  it.each([
    ['one signer', pinned],
    ['one of several signers', [bytesToHex(target.publicKey), pinned.toUpperCase()]],
    ['no check', 'unverified'],
  ])('is read with %s', async (_, given) => {
    expect(bytesToHex(await otpTarget(bundle, given))).toBe(bytesToHex(target.publicKey))
    for (const text of [`'${bundle}'`, ` \n'${bundle}'\n`])
      expect(bytesToHex(await otpTarget(text, given))).toBe(bytesToHex(target.publicKey))
  })

  it.each([
    ['text that is not JSON', 'x', 'OTP_BUNDLE_MALFORMED'],
    ['a list', '[]', 'OTP_BUNDLE_MALFORMED'],
    ['a quote at the end and one inside', `${bundle[0]}'${bundle.slice(1)}'`, 'OTP_BUNDLE_MALFORMED'],
    ['a quote at the start and one inside', `'${bundle[0]}'${bundle.slice(1)}`, 'OTP_BUNDLE_MALFORMED'],
    ['half of a bundle', bundle.slice(0, 90), 'OTP_BUNDLE_MALFORMED'],
    ['a very long text', `${bundle.slice(0, -1)},"x":"${'a'.repeat(17_000)}"}`, 'OTP_BUNDLE_MALFORMED'],
    ['another version', bundleWith({ version: 'v2.0.0' }), 'OTP_BUNDLE_MALFORMED'],
    ['data that is not hex', bundleWith({ data: 'xx' }), 'OTP_BUNDLE_MALFORMED'],
    ['no signature', bundleWith({ dataSignature: '' }), 'OTP_SIGNATURE_INVALID'],
    [
      'another target under the signature',
      bundleWith({ data: hexOf({ targetPublic: pinned }) }),
      'OTP_SIGNATURE_INVALID',
    ],
    ['no signer', bundleWith({ enclaveQuorumPublic: '' }), 'OTP_SIGNER_MISMATCH'],
    [
      'another signer',
      bundleWith({ enclaveQuorumPublic: bytesToHex(target.publicKey) }),
      'OTP_SIGNER_MISMATCH',
    ],
  ])('%s is refused', async (_, text, code) => {
    expect(await codeOf(otpTarget(text, pinned))).toBe(code)
  })

  it.each([
    ['a target that is on no curve', { targetPublic: `04${'11'.repeat(64)}` }],
    ['a compressed target', { targetPublic: key.publicKey }],
    ['no target', { organizationId: 'org' }],
  ])('%s is refused, signed or not', async (_, data) => {
    expect(await codeOf(otpTarget(bundleWith({ data: hexOf(data) }), 'unverified'))).toBe(
      'OTP_BUNDLE_MALFORMED',
    )
  })

  it('the refusal of text that is not JSON has the original error as its cause', async () => {
    await expect(otpTarget('x', pinned)).rejects.toMatchObject({ cause: expect.any(SyntaxError) })
  })

  it('a pinned key that is on no curve is a mistake of the caller', async () => {
    expect(await codeOf(otpTarget(bundle, `04${'11'.repeat(64)}`))).toBe('TypeError')
  })
})
