/** Checks that a code can be encrypted, before it is sent to the user and when its bundle arrives. @module */
import { SessionError, TransportError } from '../../errors.js'
import type { CredentialChallenge } from '../../wire/credentials.js'
import type { CodeSettings } from '../crypto/encrypt-code.js'
import { otpTarget, pinnedPoints } from '../crypto/otp-target.js'

/** How the page encrypts codes; without it, it cannot. */
export interface Encrypting {
  readonly codeSettings: CodeSettings | undefined
}

/**
 * Returns how codes are encrypted.
 *
 * @throws SessionError `OTP_SIGNER_REQUIRED` without the option `otpSigner`, and a `TypeError` if one of its keys is
 * not on the curve, so that no code is sent for nothing
 */
export function assertCanEncrypt({ codeSettings }: Encrypting): CodeSettings {
  if (codeSettings !== undefined) {
    pinnedPoints(codeSettings.signer)
    return codeSettings
  }
  throw new SessionError(
    'OTP_SIGNER_REQUIRED',
    'Set the option `otpSigner`. Without it, nobody knows who could read the code.',
  )
}

/**
 * Returns the bundle of a code that was just sent, once its signature has been checked. It is checked again when the
 * code is encrypted, because the record may be changed in the meantime.
 *
 * @throws TransportError `MALFORMED_ANSWER` if there is no bundle: the service takes only codes in plain text, and this
 * library does not send one in their place; the errors of `otpTarget`
 */
export async function checkedBundle(
  context: Encrypting,
  challenge: Pick<CredentialChallenge, 'otpEncryptionTargetBundle'> | undefined,
): Promise<string> {
  const bundle = present(challenge?.otpEncryptionTargetBundle)
  await otpTarget(bundle, assertCanEncrypt(context).signer)
  return bundle
}

/** Returns a bundle that must be there. Throws `MALFORMED_ANSWER` as {@link checkedBundle} does. */
export function present(bundle: string | undefined): string {
  if (bundle !== undefined) return bundle
  throw new TransportError(
    'MALFORMED_ANSWER',
    'The service sent no key to encrypt the code to. It may know only `keyDelivery: "sealed"`.',
  )
}
