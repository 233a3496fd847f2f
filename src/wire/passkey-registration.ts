/**
 * Schemas and route of the options for registering a passkey. This call is not part of the service's API: the platform
 * backend answers it.
 * @module
 */
import * as v from 'valibot'
import { PasskeyNickname } from './credentials.js'
import type { TypedRoute } from './route.js'
import { base64url, id, looseObject, object, type Schema, text } from './schema.js'

/** Body of {@link passkeyRegistrationOptionsRoute}. */
export interface PasskeyRegistrationBody {
  readonly accountId: string
  readonly nickname: string
}

/** The members of WebAuthn's `PublicKeyCredentialCreationOptionsJSON` that this library relies on. */
export interface PasskeyRegistrationOptions {
  /**
   * Random and single-use, in base64url. The call that creates the credential sends the challenge back in its field
   * `challenge`.
   */
  readonly challenge: string
  readonly rp: { readonly id?: string; readonly name: string }
  /** `id` is the SHA-256 of the account id, in base64url. */
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[]
  /**
   * The account's passkeys: `{ id }` with the id in base64url. An authenticator that has one of them makes no second.
   */
  readonly excludeCredentials?: unknown
  readonly authenticatorSelection?: object
  /** In milliseconds. */
  readonly timeout?: number
  /** The origins under which a frame may create the passkey. Not an option of WebAuthn. */
  readonly topOrigins?: readonly string[]
}

/** `POST /auth/passkey-registration-options` */
export const passkeyRegistrationOptionsRoute: TypedRoute<
  PasskeyRegistrationBody,
  PasskeyRegistrationOptions
> = {
  operation: 'passkeyRegistrationOptions',
  method: 'POST',
  path: '/auth/passkey-registration-options',
  body: object({
    accountId: id('InternalAccount'),
    nickname: PasskeyNickname,
  }) satisfies Schema<PasskeyRegistrationBody>,
  answer: looseObject({
    challenge: base64url(1024),
    rp: looseObject({ id: v.exactOptional(text(255)), name: text(256) }),
    user: looseObject({ id: base64url(128), name: text(320), displayName: text(320) }),
    pubKeyCredParams: v.array(looseObject({ type: v.literal('public-key'), alg: v.number() })),
    authenticatorSelection: v.exactOptional(looseObject({})),
    timeout: v.exactOptional(v.number()),
    topOrigins: v.exactOptional(v.array(text(512))),
  }),
}
