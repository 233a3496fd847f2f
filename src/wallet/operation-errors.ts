/** Which errors each method of a wallet rejects with, as types. @module */
import type {
  AnyWalletError,
  CeremonyErrorCode,
  SealedKeyErrorCode,
  ServiceError,
  SessionErrorCode,
  TransportErrorCode,
} from '../errors.js'

/** Of every method that sends something. */
type Sent = Exclude<TransportErrorCode, 'OUTCOME_UNKNOWN'> | 'STEP_UP_REQUIRED' | 'CANCELLED' | 'DISPOSED'
type SentOnce = Sent | 'OUTCOME_UNKNOWN'
type Stamped =
  | SentOnce
  | Extract<SessionErrorCode, `SESSION_${string}` | `CONFIRMATION_${string}`>
  | 'CHALLENGE_EXPIRED'
  | 'PAYLOAD_REFUSED'
type Flow = SentOnce | 'SUPERSEDED' | 'BUSY'
type PasskeyDialog = Exclude<CeremonyErrorCode, `OIDC_${string}` | 'INPUT_INVALID' | 'PASSKEY_EXISTS'>
type IdToken = Extract<CeremonyErrorCode, `OIDC_${string}`>
/** What may go wrong with the key of a new session. */
type NewSession =
  | Extract<SealedKeyErrorCode, `SEALED_KEY_${string}`>
  | 'KEY_DELIVERY_CONTRADICTED'
  | 'KEY_DELIVERY_REFUSED'
  | 'WEBCRYPTO_UNUSABLE'
/** What may go wrong with a code that is encrypted, or with a challenge that names a key. */
type HeldKey = Extract<SealedKeyErrorCode, `OTP_${string}`> | 'OTP_SIGNER_REQUIRED' | 'PAYLOAD_REFUSED'
type Which = 'CREDENTIAL_NOT_FOUND' | 'CREDENTIAL_AMBIGUOUS'

/**
 * The codes of this library's own errors, by the method that rejects with them. The codes of a {@link ServiceError} are
 * an open set, and are not listed.
 */
export interface OperationErrorCodes {
  readonly signIn: Flow | PasskeyDialog | IdToken | NewSession | HeldKey | Which | 'PROOF_TIMEOUT'
  readonly submit: Flow | IdToken | NewSession | HeldKey | 'INPUT_INVALID' | 'NOT_AWAITED' | 'PROOF_TIMEOUT'
  readonly resend: Flow | HeldKey | 'CREDENTIAL_NOT_FOUND' | 'NOT_AWAITED' | 'PROOF_TIMEOUT'
  readonly prepare:
    | SentOnce
    | PasskeyDialog
    | Which
    | 'WEBCRYPTO_UNUSABLE'
    | 'KEY_DELIVERY_REFUSED'
    | 'PAYLOAD_REFUSED'
  readonly signOut: 'REVOKE_FAILED' | 'ERASE_FAILED' | 'DISPOSED'
  readonly stamp: 'SESSION_EXPIRED' | 'SESSION_ENDED' | 'PAYLOAD_REFUSED' | 'DISPOSED'
  readonly 'credentials.list': Sent
  readonly 'credentials.create':
    | Flow
    | Stamped
    | PasskeyDialog
    | IdToken
    | NewSession
    | HeldKey
    | Which
    | 'PASSKEY_EXISTS'
    | 'INPUT_INVALID'
    | 'PROOF_TIMEOUT'
  readonly 'credentials.prepare': SentOnce | PasskeyDialog | 'SESSION_REQUIRED' | 'INPUT_INVALID'
  readonly 'credentials.revoke': Stamped
  readonly 'sessions.list': Sent
  readonly 'sessions.refresh': Flow | Stamped | NewSession
  readonly 'sessions.revoke': Stamped
  readonly 'sessions.revokeAll': Stamped
  readonly exportWallet:
    | Stamped
    | Exclude<SealedKeyErrorCode, `OTP_${string}` | 'KEY_DELIVERY_CONTRADICTED'>
    | 'EXPORT_SIGNER_REQUIRED'
    | 'WEBCRYPTO_UNUSABLE'
  readonly updatePrivacy: Stamped
  readonly executeQuote: Stamped | PasskeyDialog
  readonly authorizeQuote:
    | SentOnce
    | PasskeyDialog
    | 'AUTHORIZATION_EXPIRED'
    | 'NOT_AWAITED'
    | 'INPUT_INVALID'
  readonly resendQuoteCode: SentOnce | 'AUTHORIZATION_EXPIRED' | 'NOT_AWAITED'
  readonly getQuote: Sent
  readonly signedRequest: Stamped
}

/** An error, if one of its codes is among `Codes`, with only those. */
type Narrowed<Failure, Codes> = Failure extends { readonly code: infer Code }
  ? [Extract<Code, Codes>] extends [never]
    ? never
    : Failure & { readonly code: Extract<Code, Codes> }
  : never

/**
 * The errors that a method rejects with. A `switch` over `kind`, or over `code` inside one kind, is checked: the
 * compiler refuses a misspelt code, and one that this method never has.
 *
 * @example
 * function explain(error: OperationError<'executeQuote'>): string {
 *   if (error.kind === 'service') return error.reason ?? 'The payment was refused.'
 *   if (error.kind === 'transport' && error.code === 'OUTCOME_UNKNOWN') return 'It may have been paid.'
 *   return 'Nothing was paid. Try again.'
 * }
 */
export type OperationError<Name extends keyof OperationErrorCodes> =
  | ServiceError
  | Narrowed<Exclude<AnyWalletError, ServiceError>, OperationErrorCodes[Name]>
