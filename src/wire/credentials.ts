/** Schemas and routes of credentials (AuthMethod; Endpoints, credentials and sessions). @module */
import * as v from 'valibot'
import { ClientPublicKey, SessionClientKey } from './client-public-key.js'
import {
  type CredentialType,
  credentialTypes,
  isCredentialType,
  type TypesByProof,
} from './credential-type.js'
import { EmailAddress } from './person.js'
import type { TypedRoute } from './route.js'
import {
  base64url,
  CredentialTypeSchema,
  id,
  listOfKnownTypes,
  looseObject,
  object,
  type Schema,
  Timestamp,
  text,
} from './schema.js'
import { Session } from './sessions.js'
import { RequestId } from './signed-request-challenge.js'

/** A credential of an account. */
export interface AuthMethod {
  /** `AuthMethod:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly type: CredentialType
  /**
   * EMAIL_OTP: the e-mail address. SMS_OTP: the phone number. OAUTH: the `email` claim of the ID token. PASSKEY: the
   * passkey's name.
   */
  readonly nickname: string
  /** Only for PASSKEY: the raw WebAuthn credential id in base64url. */
  readonly credentialId?: string
  readonly createdAt: string
  readonly updatedAt: string
}

const authMethodEntries = {
  id: id('AuthMethod'),
  accountId: id('InternalAccount'),
  type: CredentialTypeSchema,
  nickname: v.pipe(v.string(), v.maxLength(320)),
  credentialId: v.exactOptional(base64url(2048)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const AuthMethod: Schema<AuthMethod> = looseObject(authMethodEntries)

/**
 * A passkey's name: 1 to 100 characters after trimming. Unicode letters and digits, spaces and `. _ - ' ( )` are
 * allowed [reference].
 */
export const PasskeyNickname: Schema<string> = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(100),
  v.regex(/^[\p{L}\p{N} ._\-'()]+$/u),
)

const OidcToken: Schema<string> = text(16_384)

/**
 * The fields of a WebAuthn registration that are sent to the service. The service spells WebAuthn's `clientDataJSON` as
 * `clientDataJson`.
 */
export interface Attestation {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
  readonly transports?: readonly string[]
}

/** The body of the call that creates a PASSKEY credential. */
export interface PasskeyCreation {
  readonly type: 'PASSKEY'
  readonly accountId: string
  readonly nickname: string
  /** The registration challenge that the platform backend issued, in base64url. */
  readonly challenge: string
  readonly attestation: Attestation
}

/** Body of {@link createCredentialRoute}. */
export type CreateCredentialBody =
  | PasskeyCreation
  | { readonly type: 'OAUTH'; readonly accountId: string; readonly oidcToken: string }
  /** `email` defaults to the customer's e-mail address (wire-facts 10.1). */
  | { readonly type: 'EMAIL_OTP'; readonly accountId: string; readonly email?: string }
  /** Codes are texted to the customer's `phoneNumber` (wire-facts 11.2 [current]). */
  | { readonly type: 'SMS_OTP'; readonly accountId: string }

const accountId = id('InternalAccount')

const creations = {
  PASSKEY: object({
    type: v.literal('PASSKEY'),
    accountId,
    nickname: PasskeyNickname,
    challenge: base64url(1024),
    attestation: object({
      credentialId: base64url(2048),
      clientDataJson: base64url(16_384),
      attestationObject: base64url(65_536),
      transports: v.exactOptional(v.pipe(v.array(text(32)), v.maxLength(16))),
    }),
  }),
  OAUTH: object({ type: v.literal('OAUTH'), accountId, oidcToken: OidcToken }),
  EMAIL_OTP: object({ type: v.literal('EMAIL_OTP'), accountId, email: v.exactOptional(EmailAddress) }),
  SMS_OTP: object({ type: v.literal('SMS_OTP'), accountId }),
} satisfies Record<CredentialType, Schema<CreateCredentialBody>>

export const CreateCredentialBody: Schema<CreateCredentialBody> = v.variant('type', Object.values(creations))

/** The text that a caller gives for a creation of each type. Not every one is sent. */
export const creationInputs = {
  PASSKEY: 'nickname',
  EMAIL_OTP: 'email',
  SMS_OTP: 'phoneNumber',
  OAUTH: 'nothing',
} as const

/** The key to which a code is encrypted, as JSON text with a signature (wire-facts 11.2 [current]). */
export const TargetBundle: Schema<string> = text(4096)

/** The answer to {@link createCredentialRoute}. */
export interface CreatedCredential extends AuthMethod {
  /** Only for EMAIL_OTP and SMS_OTP: the bundle for the code that was sent, as in {@link CredentialChallenge}. */
  readonly otpEncryptionTargetBundle?: string
}

/** `POST /auth/credentials`: answers 201, or 202 with a challenge if the account already has a credential. */
export const createCredentialRoute: TypedRoute<CreateCredentialBody, CreatedCredential, { signed: 'retry' }> =
  {
    operation: 'createCredential',
    method: 'POST',
    path: '/auth/credentials',
    body: CreateCredentialBody,
    status: 201,
    answer: looseObject({ ...authMethodEntries, otpEncryptionTargetBundle: v.exactOptional(TargetBundle) }),
    signed: 'retry',
  }

/**
 * The credentials of an account. The list is not paginated. It leaves out credentials of types that this version does
 * not know.
 */
export interface CredentialList {
  readonly data: readonly AuthMethod[]
}

/** `GET /auth/credentials?accountId=` */
export const listCredentialsRoute: TypedRoute<undefined, CredentialList, { query: 'accountId' }> = {
  operation: 'listCredentials',
  method: 'GET',
  path: '/auth/credentials',
  query: { accountId: 'InternalAccount' },
  status: 200,
  answer: looseObject({ data: listOfKnownTypes(AuthMethod) }),
}

/**
 * Body of {@link challengeCredentialRoute}. PASSKEY requires `clientPublicKey`. For EMAIL_OTP and SMS_OTP, the body is
 * optional and ignored [reference].
 */
export interface ChallengeBody {
  readonly clientPublicKey?: string
}

/**
 * The answer to {@link challengeCredentialRoute}: the credential and, for PASSKEY, three more fields. Their names are
 * from the public API reference [reference].
 */
export interface CredentialChallenge extends AuthMethod {
  /** Only for PASSKEY: the WebAuthn challenge, in one of two encodings (wire-facts 3.2). */
  readonly challenge?: string
  /** Only for PASSKEY: the value of the header `Request-Id` for {@link verifyCredentialRoute}. */
  readonly requestId?: string
  /** Only for PASSKEY: {@link verifyCredentialRoute} must be called before this time. */
  readonly expiresAt?: string
  /**
   * Only for EMAIL_OTP and SMS_OTP: the key to which the code that was just sent is encrypted, as JSON text with a
   * signature (wire-facts 11.2 [current]). Its presence says that the service takes `encryptedOtpBundle`.
   */
  readonly otpEncryptionTargetBundle?: string
}

/** `POST /auth/credentials/{id}/challenge` */
export const challengeCredentialRoute: TypedRoute<
  ChallengeBody | undefined,
  CredentialChallenge,
  { params: 'id' }
> = {
  operation: 'challengeCredential',
  method: 'POST',
  path: '/auth/credentials/{id}/challenge',
  params: { id: 'AuthMethod' },
  body: v.optional(object({ clientPublicKey: v.exactOptional(SessionClientKey) })),
  status: 200,
  answer: looseObject({
    ...authMethodEntries,
    challenge: v.exactOptional(text(1024)),
    requestId: v.exactOptional(RequestId),
    expiresAt: v.exactOptional(Timestamp),
    otpEncryptionTargetBundle: v.exactOptional(TargetBundle),
  }),
}

/** The fields of a WebAuthn assertion that are sent to the service. */
export interface Assertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  /** The DER signature in base64url, exactly as the authenticator returned it. */
  readonly signature: string
  readonly userHandle?: string
}

export const Assertion: Schema<Assertion> = object({
  credentialId: base64url(2048),
  clientDataJson: base64url(16_384),
  authenticatorData: base64url(16_384),
  signature: base64url(2048),
  userHandle: v.exactOptional(base64url(256)),
})

/** A code that is encrypted to the service, with the client public key beside it (wire-facts 11.2 [current]). */
export interface EncryptedCode {
  readonly type: TypesByProof['otp']
  /** JSON text with `encappedPublic` and `ciphertext`, both in hex. */
  readonly encryptedOtpBundle: string
}

/** Body of {@link verifyCredentialRoute}: the proof and, for all types except PASSKEY, the client public key. */
export type VerifyCredentialBody =
  | { readonly type: 'EMAIL_OTP'; readonly otp: string; readonly clientPublicKey: string }
  | EncryptedCode
  | { readonly type: 'OAUTH'; readonly oidcToken: string; readonly clientPublicKey: string }
  | { readonly type: 'PASSKEY'; readonly assertion: Assertion }

const codeTypes = Object.keys(credentialTypes).filter(
  (type): type is EncryptedCode['type'] => isCredentialType(type) && credentialTypes[type].proof === 'otp',
)
const EncryptedCode = v.variant(
  'type',
  codeTypes.map((type) => object({ type: v.literal(type), encryptedOtpBundle: text(8192) })),
)

const PlainProof = v.variant('type', [
  // The format of `otp` is not checked, because the platform chooses the length (4 to 12 characters) and whether
  // letters are allowed [reference].
  object({ type: v.literal('EMAIL_OTP'), otp: text(64), clientPublicKey: ClientPublicKey }),
  ...EncryptedCode.options,
  object({ type: v.literal('OAUTH'), oidcToken: OidcToken, clientPublicKey: SessionClientKey }),
  object({
    type: v.literal('PASSKEY'),
    assertion: Assertion,
  }),
])

/** Whether a body has nothing of a code in plain text. */
const isEncrypted = (body: unknown): boolean =>
  v.is(looseObject({ type: v.picklist(codeTypes) }), body) && !('otp' in body || 'clientPublicKey' in body)

// Of two variants with the same type, `v.variant` would explain only the first.
export const VerifyCredentialBody: Schema<VerifyCredentialBody> = {
  ...PlainProof,
  '~run': (dataset: { readonly value: unknown }, config: v.Config<v.BaseIssue<unknown>>) =>
    (isEncrypted(dataset.value) ? EncryptedCode : PlainProof)['~run']({ value: dataset.value }, config),
}

/**
 * `POST /auth/credentials/{id}/verify`. For PASSKEY, the request also has the header `Request-Id`. For an encrypted
 * code, the service first answers 202 with a challenge, which is stamped with the client key (wire-facts 11.2
 * [current]).
 */
export const verifyCredentialRoute: TypedRoute<
  VerifyCredentialBody,
  Session,
  { params: 'id'; signed: 'retry'; echoesRequestId: true }
> = {
  operation: 'verifyCredential',
  method: 'POST',
  path: '/auth/credentials/{id}/verify',
  params: { id: 'AuthMethod' },
  body: VerifyCredentialBody,
  status: 200,
  answer: Session,
  signed: 'retry',
  echoesRequestId: true,
}

/**
 * `DELETE /auth/credentials/{id}`: the stamp must come from a session that another credential of the account issued.
 */
export const revokeCredentialRoute: TypedRoute<undefined, undefined, { params: 'id'; signed: 'retry' }> = {
  operation: 'revokeCredential',
  method: 'DELETE',
  path: '/auth/credentials/{id}',
  params: { id: 'AuthMethod' },
  status: 204,
  answer: v.undefined(),
  signed: 'retry',
}
