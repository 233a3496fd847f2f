/** The strong customer authentication that a payment waits for (wire-facts 12 [current]). @module */
import * as v from 'valibot'
import type { Unlisted } from './open-sets.js'
import { looseObject, openSet, type Schema, Timestamp, text } from './schema.js'

/** How a person can answer a {@link ScaChallenge}. */
export const scaFactors = ['SMS_OTP', 'TOTP', 'PASSKEY'] as const

/** Whether a challenge for a factor sends the person a text message. */
const texts: Readonly<Record<ScaFactor, boolean>> = { SMS_OTP: true, TOTP: false, PASSKEY: false }

/** Whether a challenge for this factor may have sent a text message. One that is not known may have. */
export const mayText = (factor: string): boolean =>
  new Map<string, boolean>(Object.entries(texts)).get(factor) ?? true

/** One of {@link scaFactors}. */
export type ScaFactor = (typeof scaFactors)[number]

/** The challenge that has to be answered now. Another one may follow. A field that is null is absent. */
export interface ScaChallenge {
  /** Says which challenge this is. It is not sent back. */
  readonly id: string
  /** Until when the challenge can be answered: ISO 8601, server time. */
  readonly expiresAt: string
  /** The factor that this challenge is for. */
  readonly factor: ScaFactor | Unlisted
  readonly availableFactors: readonly (ScaFactor | Unlisted)[]
  /** What the person authorizes, such as `PAYOUT`. Only to be shown. */
  readonly purpose?: string | null
  /** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. Only if `factor` is `PASSKEY`. */
  readonly passkeyAssertionOptions?: Readonly<Record<string, unknown>> | null
  /** The origins from which the passkey may be used. */
  readonly passkeyAllowedOrigins?: readonly string[] | null
}

export const ScaChallenge: Schema<ScaChallenge> = looseObject({
  id: text(128),
  expiresAt: Timestamp,
  factor: openSet(scaFactors),
  availableFactors: v.pipe(v.array(openSet(scaFactors)), v.maxLength(16)),
  purpose: v.exactOptional(v.nullable(text(64))),
  passkeyAssertionOptions: v.exactOptional(v.nullable(looseObject({}))),
  passkeyAllowedOrigins: v.exactOptional(v.nullable(v.pipe(v.array(text(255)), v.maxLength(64)))),
})
