/** The contract of a credential type: everything that differs between types is in its row. @module */

import type { Clock } from '../../clock.js'
import type { CredentialType } from '../../wire/credential-type.js'
import type {
  Assertion,
  CreateCredentialBody,
  CredentialChallenge,
  VerifyCredentialBody,
} from '../../wire/credentials.js'
import type { PasskeyRegistrationOptions } from '../../wire/passkey-registration.js'
import type { SandboxPorts } from './sandbox-ports.js'

/** What is waited for before verify can be sent. */
export type ProofKind = 'otp' | 'assertion' | 'oidcToken'

/** A proof; each type knows which one it takes. */
export interface Proof {
  readonly otp?: string
  readonly assertion?: Assertion
  readonly oidcToken?: string
}

/** What an ID token has to be bound to. `signal` aborts when nobody waits for the token any more. */
export interface OidcRequest {
  /** SHA-256, hex, of the client public key's hex text: the `nonce` of the authorization request. */
  readonly nonce: string
  /** Uncompressed SEC1, 130 hex characters. */
  readonly clientPublicKey: string
  readonly signal: AbortSignal
}

/** Gets an ID token whose `nonce` claim is the given one, at most 60 s old. */
export type GetOidcToken = (request: OidcRequest) => Promise<string>

/** How passkey ceremonies are run. */
export interface PasskeySettings {
  /** Must be the backend's relying party id; default: the page's host. */
  readonly rpId?: string
  /** Milliseconds for the browser's dialog; default 60 000. */
  readonly timeout?: number
  /**
   * How the challenge of a sign-in becomes WebAuthn bytes: `utf8` of the text as it is, or `base64url`-decoded. Default:
   * `utf8` for 64 lower-case hex characters, else `base64url`.
   */
  readonly challengeEncoding?: 'utf8' | 'base64url'
}

/** What a row may use. */
export interface MethodContext {
  readonly clock: Clock
  /** Server's time, milliseconds. */
  readonly now: () => number
  readonly passkey: PasskeySettings
  readonly sandbox: SandboxPorts
  readonly signal: AbortSignal
}

/** What the proof of a sign-in is made for. */
export interface ProofRequest extends MethodContext {
  readonly clientPublicKey: string
  readonly nonce: string
  readonly challenge: Partial<CredentialChallenge> | undefined
  readonly getOidcToken: GetOidcToken | undefined
}

/** What a caller gives to create a credential, by type. */
export type CreationInput =
  | { readonly type: 'PASSKEY'; readonly nickname: string }
  | { readonly type: 'EMAIL_OTP'; readonly email: string }
  | { readonly type: 'OAUTH'; readonly getOidcToken: GetOidcToken }

/** What a new credential is made from. */
export interface CreationRequest extends MethodContext {
  readonly accountId: string
  /** Nonce and key for a token made for this creation alone. */
  readonly oidcBinding: () => Promise<{ readonly nonce: string; readonly clientPublicKey: string }>
  readonly registrationOptions: (nickname: string) => Promise<PasskeyRegistrationOptions>
}

/** One row per credential type. */
export interface Method<Type extends CredentialType = CredentialType> {
  readonly type: Type
  readonly proof: ProofKind
  /** What the challenge call of a sign-in does: send a code, bind the client key, or not exist. */
  readonly challenge: 'code' | 'clientKey' | 'none'
  /** Milliseconds that the proof may take. */
  readonly deadline: (settings: PasskeySettings) => number
  /** The service's code when an account may have only one of this type and has it. */
  readonly onlyOne?: string
  /** Whether creating one already sends the code of the first sign-in. */
  readonly sendsCodeOnCreation?: true
  /** Loads what `prove` needs, so that it can run in the task of a click. */
  readonly preload?: (clock: Clock) => void
  /** Gets the proof from authenticator or callback. Without it the proof is an input. */
  readonly prove?: (request: ProofRequest) => Promise<Proof>
  /** Refuses a proof that the service could only refuse, before it is sent. */
  readonly check: (proof: Proof, binding: { readonly nonce: string; readonly now: number }) => void
  readonly verifyBody: (proof: Proof, clientPublicKey: string) => VerifyCredentialBody
  createBody(
    input: Extract<CreationInput, { readonly type: Type }>,
    request: CreationRequest,
  ): Promise<CreateCredentialBody>
  /** A last look before the signed retry of a creation: what may have gone stale since the first leg. */
  readonly recheck?: (body: CreateCredentialBody, now: number) => void
}
