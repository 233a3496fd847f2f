/**
 * Encrypts a one-time code to the service, together with the public key of the session to come (wire-facts 11.2
 * [current]).
 * @module
 */
import { type Bytes, bytesToHex, type CryptoKeyPair, utf8 } from '../../encoding.js'
import { jsonOf } from '../../wire/json.js'
import { sealToService } from './hpke.js'
import { type OtpSigner, otpTarget } from './otp-target.js'
import type { SessionKey } from './prove-session-key.js'

/** How a code is encrypted. */
export interface CodeSettings {
  readonly signer: OtpSigner
  /** The encoding of the public key beside the code (wire-facts 11.2). */
  readonly publicKey: 'uncompressed' | 'compressed'
}

/**
 * Encrypts a code. Resolves with `encryptedOtpBundle`: JSON text with `encappedPublic` and `ciphertext` in hex. Rejects
 * as `otpTarget` does if the bundle of the challenge cannot be trusted.
 *
 * @param ephemeral - only for test vectors
 *
 * @example
 * const encryptedOtpBundle = await encryptCode('123456', key, challenge.otpEncryptionTargetBundle, settings)
 */
export async function encryptCode(
  code: string,
  key: SessionKey,
  bundle: string,
  settings: CodeSettings,
  ephemeral?: CryptoKeyPair,
): Promise<string> {
  const target = await otpTarget(bundle, settings.signer)
  const publicKey =
    settings.publicKey === 'compressed'
      ? key.publicKey
      : bytesToHex(new Uint8Array(await crypto.subtle.exportKey('raw', key.verifyKey)))
  // Compact, with these two names in this order, as the provider's package writes it.
  const plaintext: Bytes = utf8(jsonOf({ otp_code: code, public_key: publicKey }))
  try {
    const { enc, ciphertext } = await sealToService(plaintext, target, ephemeral)
    return jsonOf({ encappedPublic: bytesToHex(enc), ciphertext: bytesToHex(ciphertext) })
  } finally {
    plaintext.fill(0)
  }
}
