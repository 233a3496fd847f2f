/** Which errors each method of a wallet rejects with, as types. @module */
import type { AnyWalletError, ServiceError } from '../errors.js'
import type {
  Flow,
  HeldKey,
  IdToken,
  NewSession,
  PasskeyDialog,
  Sent,
  SentOnce,
  Which,
} from './operations/codes.js'
import type { OperationCodes } from './operations/operations.js'

/**
 * The codes of this library's own errors, by the method that rejects with them. The codes of a {@link ServiceError} are
 * an open set, and are not listed.
 */
export interface OperationErrorCodes extends OperationCodes {
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
  readonly 'credentials.prepare': SentOnce | PasskeyDialog | 'SESSION_REQUIRED' | 'INPUT_INVALID'
  readonly 'sessions.list': Sent
  readonly authorizeQuote:
    | SentOnce
    | PasskeyDialog
    | 'AUTHORIZATION_EXPIRED'
    | 'NOT_AWAITED'
    | 'INPUT_INVALID'
  readonly resendQuoteCode: SentOnce | 'AUTHORIZATION_EXPIRED' | 'NOT_AWAITED'
  readonly getQuote: Sent
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
