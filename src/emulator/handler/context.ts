/** The context of every handler: the state, the clock, and its connections to the outside. @module */

import type { EnvelopeSigner } from '../crypto/export-envelope.js'
import type { IssuerKeys } from '../oidc/issuers.js'
import type { Mail } from '../state/inbox.js'
import type { State } from '../state/state.js'
import type { EmulatorClock } from '../time/clock.js'
import type { Scheduler } from '../time/scheduler.js'
import type { Magic } from './magic.js'
import type { WebhookChannel } from './webhook-channel.js'

/** Format of a mailed one-time code [at date]. */
export interface OtpForm {
  /** 4 to 12 characters, default 6. */
  readonly length: number
  /** Letters and digits instead of digits only, default `false`. */
  readonly alphanumeric: boolean
  /** 1 to 86400, default 300. */
  readonly expirationSeconds: number
}

/** How a passkey challenge is turned into WebAuthn bytes: the two readings of wire-facts 3.2. */
export type ChallengeEncoding = 'hex' | 'base64url'

/** How a session is refreshed: by a signed retry, or by one request without a stamp. */
export type RefreshForm = 'signed' | 'direct'

/** What handlers, jobs and provisioning work with. */
export interface Context {
  /** Replaced as a whole by a reset. */
  state: State
  readonly clock: EmulatorClock
  /** The platform's id, and when it was created in milliseconds since 1970. */
  readonly platform: { readonly id: string; readonly since: number }
  readonly magic: Magic
  readonly origins: readonly string[]
  /** Origins of pages that may embed a page of `origins` in a frame. */
  readonly topOrigins: readonly string[]
  readonly relyingPartyIds: readonly string[]
  readonly otp: OtpForm
  /** How many codes may be sent per credential and minute. */
  readonly codesPerMinute: number
  readonly challengeEncoding: ChallengeEncoding
  readonly umaDomain: string
  readonly refresh: RefreshForm
  readonly envelopeSigner: EnvelopeSigner
  /** Finds the keys of a trusted issuer; `undefined` for any other issuer. */
  readonly issuerKeys: IssuerKeys
  readonly mail: (mail: Mail) => Promise<void>
  readonly webhooks: WebhookChannel
  readonly scheduler: Scheduler
}
