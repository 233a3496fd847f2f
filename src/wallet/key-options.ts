/** What the options about keys mean, with their defaults. @module */
import type { TakenInProduction } from '../wire/facts.js'
import type { WalletOptions } from './api.js'
import type { CodeSettings } from './crypto/encrypt-code.js'
import type { KeyDeliveryMode } from './crypto/key-delivery.js'

/** Production takes no other encoding beside a code. Does not compile if the fact changes. */
const defaultPublicKey = 'compressed' satisfies TakenInProduction<
  'publicKeyInBundle',
  CodeSettings['publicKey']
>

/** Returns the way in which the keys of new sessions arrive, and how codes are encrypted. */
export function keyOptions({
  keyDelivery = 'sealed',
  otpSigner,
  otpPublicKey = defaultPublicKey,
}: WalletOptions): {
  readonly keyDelivery: KeyDeliveryMode
  readonly codeSettings: CodeSettings | undefined
} {
  const signers = [otpSigner ?? []].flat()
  const codeSettings =
    otpSigner === undefined || signers.length === 0
      ? undefined
      : { signer: otpSigner, publicKey: otpPublicKey }
  return { keyDelivery, codeSettings }
}
