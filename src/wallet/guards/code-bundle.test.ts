import { describe, expect, it } from 'vitest'
import { randomKeyPair } from '../../../emulator/src/crypto/key-pair.js'
import { targetBundle } from '../../../emulator/src/crypto/otp-bundle.js'
import { bytesToHex } from '../../encoding.js'
import { SessionError, TransportError } from '../../errors.js'
import { assertCanEncrypt, checkedBundle, present } from './code-bundle.js'

const signer = randomKeyPair()
const bundle = await targetBundle(randomKeyPair().publicKey, 'org', signer)
const settingsOf = ({ publicKey }: typeof signer) =>
  ({ signer: bytesToHex(publicKey), publicKey: 'uncompressed' }) as const
const encrypting = { codeSettings: settingsOf(signer) }
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('whether a code can be encrypted', () => {
  it('returns the settings, and throws OTP_SIGNER_REQUIRED without them', () => {
    expect(assertCanEncrypt(encrypting)).toBe(encrypting.codeSettings)
    const error = thrownBy(() => assertCanEncrypt({ codeSettings: undefined }))
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ code: 'OTP_SIGNER_REQUIRED' })
  })

  it('returns a bundle that is there, and throws MALFORMED_ANSWER for one that is not', () => {
    expect(present('bundle')).toBe('bundle')
    const error = thrownBy(() => present(undefined))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ code: 'MALFORMED_ANSWER' })
  })

  it('resolves with a bundle that the pinned signer has signed', async () => {
    expect(await checkedBundle(encrypting, { otpEncryptionTargetBundle: bundle })).toBe(bundle)
  })

  it('refuses a bundle of another signer, an answer without one, no answer, and a page without a signer', async () => {
    const codeOf = (work: Promise<unknown>): Promise<unknown> => work.catch(({ code }) => code)
    const other = { codeSettings: settingsOf(randomKeyPair()) }
    const challenge = { otpEncryptionTargetBundle: bundle }
    expect(await codeOf(checkedBundle(other, challenge))).toBe('OTP_SIGNER_MISMATCH')
    expect(await codeOf(checkedBundle(encrypting, {}))).toBe('MALFORMED_ANSWER')
    expect(await codeOf(checkedBundle(encrypting, undefined))).toBe('MALFORMED_ANSWER')
    expect(await codeOf(checkedBundle({ codeSettings: undefined }, challenge))).toBe('OTP_SIGNER_REQUIRED')
  })
})
