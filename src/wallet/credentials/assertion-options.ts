/**
 * The options with which the service asks for a passkey (wire-facts 12). They are parsed before the browser gets them.
 * @module
 */
import * as v from 'valibot'
import type { ScaChallenge } from '../../wire/sca-challenge.js'
import { base64url, looseObject, type Schema, text } from '../../wire/schema.js'

/** Whether a payment waits for a passkey, not for a code. */
export const isForPasskey = ({ factor }: Pick<ScaChallenge, 'factor'>): boolean => factor === 'PASSKEY'

/** The part of WebAuthn's `PublicKeyCredentialRequestOptionsJSON` that the browser is given. */
export interface AssertionOptions {
  /** In base64url. */
  readonly challenge: string
  /** The service's own relying party. By default, the browser takes the page's host. */
  readonly rpId?: string | null
  /** In milliseconds. */
  readonly timeout?: number | null
  readonly userVerification?: 'required' | 'preferred' | 'discouraged' | null
  readonly allowCredentials?: readonly { readonly id: string }[] | null
}

export const AssertionOptions: Schema<AssertionOptions> = looseObject({
  challenge: base64url(4096),
  rpId: v.exactOptional(v.nullable(text(255))),
  timeout: v.exactOptional(v.nullable(v.pipe(v.number(), v.minValue(1_000)))),
  userVerification: v.exactOptional(v.nullable(v.picklist(['required', 'preferred', 'discouraged']))),
  allowCredentials: v.exactOptional(
    v.nullable(
      v.pipe(v.array(looseObject({ type: v.literal('public-key'), id: base64url(2048) })), v.maxLength(64)),
    ),
  ),
})
