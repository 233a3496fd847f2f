/**
 * The context that every handler gets: the state, the clock, the emulator's options, and functions for mail, webhooks
 * and scheduled jobs.
 * @module
 */
import type { Behaviour, Profile } from 'embedded-wallet-auth/wire'
import type { EnvelopeSigner } from '../crypto/export-envelope.js'
import type { KeyPair } from '../crypto/key-pair.js'
import type { IssuerKeys } from '../oidc/issuers.js'
import type { Mail } from '../state/inbox.js'
import type { ScaOptions } from '../state/records/authorizations.js'
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

/** The context of handlers, jobs and provisioning. */
export interface Context {
  /** A reset replaces the whole state. */
  state: State
  readonly clock: EmulatorClock
  /** The id of the platform, and the time at which it was created, in milliseconds since 1970. */
  readonly platform: { readonly id: string; readonly since: number }
  /** Recognizes the magic values that `facts` names. */
  magic: Magic
  readonly origins: readonly string[]
  /** Other origins whose pages may embed a page from `origins` in a frame. */
  readonly topOrigins: readonly string[]
  readonly relyingPartyIds: readonly string[]
  readonly otp: OtpForm
  /** How many one-time codes may be sent per minute for one credential. */
  readonly codesPerMinute: number
  readonly umaDomain: string
  /** The deployment that the emulator plays. When it changes, `facts`, `magic` and `envelopeSigner` do, too. */
  profile: Profile
  /** What the emulator does where deployments of the service differ. */
  facts: Behaviour
  /** Signs the target bundles and the tokens of encrypted codes. */
  readonly otpSigner: KeyPair
  /** How customers of the EU and the EEA authorize payments, unless `provision()` said otherwise for one. */
  readonly sca: ScaOptions | undefined
  envelopeSigner: EnvelopeSigner
  readonly issuerKeys: IssuerKeys
  readonly mail: (mail: Mail) => Promise<void>
  readonly webhooks: WebhookChannel
  readonly scheduler: Scheduler
}
