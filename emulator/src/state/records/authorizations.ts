/** Records of the strong customer authentication of payments, as plain data (wire-facts 12 [current]). @module */
import {
  type Option,
  type Options,
  oneOf,
  optional,
  type ScaChallenge,
  type ScaFactor,
  scaFactors,
} from 'embedded-wallet-auth/wire'

/** How a customer authorizes payments. */
export interface ScaOptions {
  /**
   * The factor that challenges ask for. Default `SMS_OTP`. A customer without a passkey is asked for a code by text
   * message instead of a passkey.
   */
  readonly factor?: ScaFactor
  /**
   * How many challenges a payment has whose sending and receiving currencies differ. Default 2: one for the conversion,
   * then one for the payout. Other payments have one.
   */
  readonly challenges?: 1 | 2
  /** The secret of the customer's authenticator app, in base32. Needed for `TOTP`. */
  readonly totpSecret?: string
  /**
   * `missing`: the customer has no session at the service in which a payment may be authorized, so that every attempt
   * is answered with 409 `SCA_SESSION_REQUIRED`.
   */
  readonly session?: 'missing'
}

/** How many challenges a payment has. */
export const someChallenges: Option = optional([(value) => value === 1 || value === 2, '1 or 2'])

/** The table of {@link ScaOptions}. */
export const scaOptions: Options<ScaOptions> = {
  factor: optional(oneOf(...scaFactors)),
  challenges: someChallenges,
  // `provision()` reads it, with a `RangeError`.
  totpSecret: [() => true, ''],
  session: optional(oneOf('missing')),
}

/** What earlier attempts of a customer mean for the next one. */
export interface ScaStanding {
  /** The wrong proofs since the last right one. */
  readonly wrongTries: number
  /** No proof is accepted before this time, in milliseconds since 1970. */
  readonly lockedUntil?: number
  /** The time step of the last code of an authenticator app. A code is accepted once. */
  readonly lastTotpStep?: number
}

/** A payment that waits for the person. */
export interface AuthorizationRecord {
  readonly quoteId: string
  readonly customerId: string
  readonly challenge: ScaChallenge & { readonly factor: ScaFactor }
  /** When the challenge expires, in milliseconds since 1970. */
  readonly expiresAt: number
  /** The purposes of the challenges that follow this one. */
  readonly next: readonly string[]
  /** The code that was texted. Only for `SMS_OTP`. */
  readonly code?: string
  /** When codes were texted for this challenge, in milliseconds since 1970. */
  readonly textedAt: readonly number[]
  /** The bytes of the WebAuthn challenge, as base64url. Only for `PASSKEY`. */
  readonly expected?: string
}
