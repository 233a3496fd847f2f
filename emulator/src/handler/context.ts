/**
 * The context that every handler gets: the state, the clock, the emulator's options, and functions for mail, webhooks
 * and scheduled jobs.
 * @module
 */
import type { EnvelopeSigner } from '../crypto/export-envelope.js'
import type { KeyPair } from '../crypto/key-pair.js'
import type { IssuerKeys } from '../oidc/issuers.js'
import type { Mail } from '../state/inbox.js'
import type { State } from '../state/state.js'
import type { EmulatorClock } from '../time/clock.js'
import type { Scheduler } from '../time/scheduler.js'
import type { Magic } from './magic.js'
import type { WebhookChannel } from './webhook-channel.js'

/** The format and the lifetime of the one-time codes that are mailed [reference]. */
export interface OtpForm {
  /** The number of characters, from 4 to 12. Default 6. */
  readonly length: number
  /** Whether a code contains letters as well as digits. Default `false`. */
  readonly alphanumeric: boolean
  /** How long a code is valid, in seconds, from 1 to 86400. Default 300. */
  readonly expirationSeconds: number
}

/**
 * The encoding of a passkey challenge (wire-facts 3.2). With `hex` the challenge is sent as hex, and the WebAuthn
 * challenge is the UTF-8 bytes of that hex text. With `base64url` the challenge is sent as base64url, and the WebAuthn
 * challenge is the decoded bytes.
 */
export type ChallengeEncoding = 'hex' | 'base64url'

/** How a session is refreshed: by a signed retry, or by one request without a stamp. */
export type RefreshForm = 'signed' | 'direct'

/**
 * How the emulator gives sessions their keys: sealed to the client key, or by taking the client key itself (wire-facts
 * 11 [current]). With `both`, the encoding of `clientPublicKey` selects.
 */
export type KeyDeliveryMode = 'both' | 'sealed' | 'client-held'

/** What nobody has said about encrypted codes, and how the emulator answers it (wire-facts 11.3 [our choice]). */
export interface Unknowns {
  /** Whether the code and its bundle stay valid after a wrong try: `kept` (default, for five tries) or `void`. */
  readonly afterWrongCode: 'kept' | 'void'
  /** Which of the two requests is refused for a wrong code: the `first` (default) or the `second`. */
  readonly wrongCodeAt: 'first' | 'second'
  /** Whether the second request, sent again, gets the same session: `refused` (default) or `answered`. */
  readonly repeatedSecond: 'refused' | 'answered'
  /** The encoding of `public_key` that a bundle must contain. Default `either`. */
  readonly publicKeyInBundle: 'either' | 'compressed' | 'uncompressed'
}

/** The context of handlers, jobs and provisioning. */
export interface Context {
  /** A reset replaces the whole state. */
  state: State
  readonly clock: EmulatorClock
  /** The id of the platform, and the time at which it was created, in milliseconds since 1970. */
  readonly platform: { readonly id: string; readonly since: number }
  readonly magic: Magic
  readonly origins: readonly string[]
  /** Other origins whose pages may embed a page from `origins` in a frame. */
  readonly topOrigins: readonly string[]
  readonly relyingPartyIds: readonly string[]
  readonly otp: OtpForm
  /** How many one-time codes may be sent per minute for one credential. */
  readonly codesPerMinute: number
  readonly challengeEncoding: ChallengeEncoding
  readonly umaDomain: string
  readonly refresh: RefreshForm
  readonly keyDelivery: KeyDeliveryMode
  readonly unknowns: Unknowns
  /** Signs the target bundles and the tokens of encrypted codes. */
  readonly otpSigner: KeyPair
  /** The `kycStatus` of an individual whose request has none. */
  readonly newIndividuals: 'APPROVED' | 'UNVERIFIED'
  readonly envelopeSigner: EnvelopeSigner
  readonly issuerKeys: IssuerKeys
  readonly mail: (mail: Mail) => Promise<void>
  readonly webhooks: WebhookChannel
  readonly scheduler: Scheduler
}
