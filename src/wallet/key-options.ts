/**
 * Checks the options about keys. They are checked when the lazy half is loaded, because the first load has no room for
 * what only a sign-in needs.
 * @module
 */
import type { TakenInProduction } from '../wire/facts.js'
import type { WalletOptions } from './api.js'
import type { CodeSettings } from './crypto/encrypt-code.js'
import type { KeyDeliveryMode } from './crypto/key-delivery.js'

/** Production takes no other encoding beside a code. Does not compile if the fact changes. */
const defaultPublicKey = 'compressed' satisfies TakenInProduction<
  'publicKeyInBundle',
  CodeSettings['publicKey']
>

/**
 * Returns the way in which the keys of new sessions arrive, and how codes are encrypted.
 *
 * @throws TypeError for an invalid option; the message names the option
 */
export function checkedKeyOptions({
  keyDelivery = 'sealed',
  otpSigner,
  otpPublicKey = defaultPublicKey,
}: WalletOptions): {
  readonly keyDelivery: KeyDeliveryMode
  readonly codeSettings: CodeSettings | undefined
} {
  assertOneOf('keyDelivery', keyDelivery, ['sealed', 'client-held'])
  assertOneOf('otpPublicKey', otpPublicKey, ['uncompressed', 'compressed'])
  const signers = [otpSigner ?? []].flat()
  const isKey = (signer: unknown): boolean =>
    typeof signer === 'string' && /^0(?:4[\da-f]{128}|[23][\da-f]{64})$/i.test(signer)
  if (otpSigner !== 'unverified' && !signers.every(isKey))
    throw new TypeError('`otpSigner` must be a P-256 public key in hex, an array of them, or "unverified".')
  const codeSettings =
    otpSigner === undefined || signers.length === 0
      ? undefined
      : { signer: otpSigner, publicKey: otpPublicKey }
  return { keyDelivery, codeSettings }
}

function assertOneOf(name: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value))
    throw new TypeError(`\`${name}\` must be ${allowed.map((each) => `"${each}"`).join(' or ')}.`)
}
