/** The interface that each credential type implements. It contains what differs between the types. @module */
import type { Clock } from '../../clock.js'
import type { CredentialType, ExistsCode } from '../../wire/credential-type.js'
import type {
  Assertion,
  CreateCredentialBody,
  CredentialChallenge,
  VerifyCredentialBody,
} from '../../wire/credentials.js'
import type { PasskeyRegistrationOptions } from '../../wire/passkey-registration.js'
import type { SandboxPorts } from './sandbox-ports.js'

/** A proof. Only the field of its credential type is set. */
export interface Proof {
  readonly otp?: string
  readonly assertion?: Assertion
  readonly oidcToken?: string
}

/** The argument of `getOidcToken`. `signal` aborts when the token is no longer needed. */
export interface OidcRequest {
  /** The `nonce` of the authorization request: SHA-256 of the text of `clientPublicKey`, as 64 hex characters. */
  readonly nonce: string
  /** Uncompressed SEC1, 130 hex characters. */
  readonly clientPublicKey: string
  readonly signal: AbortSignal
}

/**
 * Gets an ID token that is less than 60 s old and has the given `nonce`. If this function rejects, the wallet's call
 * rejects with `OIDC_CALLBACK_FAILED`. If this function does not settle within five minutes, the call rejects with
 * `OIDC_TIMEOUT`.
 */
export type GetOidcToken = (request: OidcRequest) => string | Promise<string>

/** Settings for passkey ceremonies. */
export interface PasskeySettings {
  /** Relying party id, the same as the backend's. Default: the page's host. */
  readonly rpId?: string
  /** How long the browser's dialogs stay open, in milliseconds. Default 240,000. None outlasts its challenge. */
  readonly timeout?: number
  /**
   * How a sign-in converts the text of the service's challenge to the bytes of the WebAuthn challenge: `utf8` encodes
   * the text as UTF-8, and `base64url` decodes the text. Default: `utf8` for 64 lower-case hex characters, otherwise
   * `base64url`.
   */
  readonly challengeEncoding?: 'utf8' | 'base64url'
}

/** The values that both a proof and a creation need. */
export interface MethodContext {
  readonly clock: Clock
  /** The server's time in milliseconds since 1970. */
  readonly now: () => number
  readonly passkey: PasskeySettings
  readonly sandbox: SandboxPorts
  readonly signal: AbortSignal
}

/** The part of a prepared sign-in that an offer in autofill needs. */
export interface Offered {
  readonly challenge: Partial<CredentialChallenge> | undefined
  /** When the challenge becomes too old to use: milliseconds since 1970, server time. */
  readonly usableUntil: number
}

/** The values that `prove` needs to make the proof of a sign-in. */
export interface ProofRequest extends MethodContext {
  readonly clientPublicKey: string
  readonly nonce: string
  readonly challenge: Partial<CredentialChallenge> | undefined
  readonly getOidcToken: GetOidcToken | undefined
}

/** The caller's input for the creation of a credential. Each credential type adds its own fields. */
export interface CreationInput {
  readonly type: CredentialType
}

/** The values that a creation needs besides the caller's input. */
export interface CreationRequest extends MethodContext {
  readonly accountId: string
  /** The result of this credential type's `prepare`. */
  readonly prepared: PasskeyRegistrationOptions | undefined
  /** When a ceremony must have ended, so that its result can still be sent: milliseconds since 1970, server time. */
  readonly until: number
  /** Resolves with a nonce and a client key that only this creation uses. Every call resolves with the same values. */
  readonly oidcBinding: () => Promise<{ readonly nonce: string; readonly clientPublicKey: string }>
}

/** The bodies of the calls that create a credential. Every field is sent, so that the user has seen its value. */
type CreationBodies = { readonly [Body in CreateCredentialBody as Body['type']]: Required<Body> }

type VerifyBodies = { readonly [Body in VerifyCredentialBody as Body['type']]: Body }

/** What the user must see before a credential is created: every text of the caller's input. */
export type CreationDetails<Input extends CreationInput> = Input extends unknown
  ? { readonly [Name in keyof Input as Input[Name] extends string ? Name : never]: Input[Name] }
  : never

/** A credential type: a row of the table in `methods.ts`. */
export interface Method<Input extends CreationInput = CreationInput, Details = CreationDetails<Input>> {
  readonly type: Input['type']
  /**
   * What the challenge call of a sign-in does: it sends a code (`code`) or binds the client key (`clientKey`). With
   * `none`, a sign-in has no challenge call.
   */
  readonly challenge: 'code' | 'clientKey' | 'none'
  /** How long to wait for the proof, in milliseconds. */
  readonly deadline: (settings: PasskeySettings) => number
  /** Loads the code that a ceremony needs, so that the ceremony can start in the same task as a click. */
  readonly preload?: (clock: Clock) => Promise<unknown>
  /** Gets the proof from the authenticator or a callback. Absent if the user enters the proof. */
  readonly prove?: (request: ProofRequest) => Promise<Proof>
  /**
   * Offers the credential in the autofill of the page's form until the user chooses it. `prepare` prepares a sign-in,
   * and is called again each time the sign-in's challenge has become too old. Absent if browsers do not offer
   * credentials of this type in autofill.
   */
  readonly offer?: <SignIn extends Offered>(
    context: MethodContext,
    prepare: (signal: AbortSignal) => Promise<SignIn>,
  ) => Promise<readonly [SignIn, Assertion]>
  /** Returns the body of a verify call. Absent if the proof is a code that is only sent encrypted. */
  readonly verifyBody?: (proof: Proof, clientPublicKey: string) => VerifyBodies[Input['type']]
  /**
   * Checks the caller's input and returns it in the form that is sent. Throws `INPUT_INVALID` for input that cannot be
   * valid.
   */
  checkedInput?(input: Input): Input
  /** The service's error code for a second credential of this type. `undefined` if an account may have several. */
  readonly onlyOne: ExistsCode | undefined
  /** Gets the options for the creation's ceremony in advance. `ask` requests the options from the backend. */
  prepare?(
    input: Input,
    ask: (nickname: string) => Promise<PasskeyRegistrationOptions>,
  ): Promise<PasskeyRegistrationOptions>
  /** Gets the body of the call that creates a credential, with a ceremony or a callback if the type needs one. */
  creationBody(input: Input, request: CreationRequest): Promise<CreationBodies[Input['type']]>
  /**
   * Returns what the user must see before the credential is created. The body is not known before a ceremony for which
   * there are options: the user is asked first, so that the click that agrees may open the dialog.
   */
  consent(input: Input, body: CreationBodies[Input['type']] | undefined): Details
  /**
   * Checks the body again, just before the stamped request is sent. Throws if the body has become too old since the
   * first request. `binding.nonce` is the nonce of the creation.
   */
  recheck?(
    body: CreationBodies[Input['type']],
    binding: { readonly nonce: string; readonly now: number },
  ): void
  /**
   * What may be stamped to create and to revoke a credential: types of activities, without prefix and version
   * (wire-facts 2.1 [current]). A value of the payload's field `repeats` must be in the request that creates the
   * credential, or among the texts that the user has seen, and must be empty in a revocation.
   */
  readonly activities: Readonly<Record<'create' | 'revoke', string>> & {
    readonly repeats: string | undefined
    /** Where the request does not carry the value of `repeats`: what a phone number that differs means. */
    readonly otherNumber?: string
  }
  /**
   * Tells the browser that the service does not know this credential, so that the browser stops offering the
   * credential. Never rejects. Absent if no browser stores credentials of this type.
   */
  readonly discard?: (credentialId: string, settings: PasskeySettings, clock: Clock) => Promise<void>
}
