/** The table of operations that need the user's stamp, and the types that follow from it. @module */
import { type Activities, noActivity } from '../guards/payload-guard.js'
import { createCredentialOperation } from './create-credential.js'
import { executeQuoteOperation } from './execute-quote.js'
import { exportWalletOperation } from './export-wallet.js'
import { refreshSessionOperation } from './refresh-session.js'
import { revokeAllSessionsOperation } from './revoke-all-sessions.js'
import { revokeCredentialOperation } from './revoke-credential.js'
import { revokeSessionOperation } from './revoke-session.js'
import { signedRequestOperation } from './signed-request.js'
import { updatePrivacyOperation } from './update-privacy.js'

/** The operations that consist of one signed request. */
export const requests: {
  readonly updatePrivacy: typeof updatePrivacyOperation
  readonly revokeCredential: typeof revokeCredentialOperation
  readonly revokeSession: typeof revokeSessionOperation
  readonly signedRequest: typeof signedRequestOperation
} = {
  updatePrivacy: updatePrivacyOperation,
  revokeCredential: revokeCredentialOperation,
  revokeSession: revokeSessionOperation,
  signedRequest: signedRequestOperation,
}

/** All operations, by the name that a question and a signed route have. */
export const operations: typeof requests & {
  readonly createCredential: typeof createCredentialOperation
  readonly refreshSession: typeof refreshSessionOperation
  readonly revokeAllSessions: typeof revokeAllSessionsOperation
  readonly exportWallet: typeof exportWalletOperation
  readonly executeQuote: typeof executeQuoteOperation
} = {
  ...requests,
  createCredential: createCredentialOperation,
  refreshSession: refreshSessionOperation,
  revokeAllSessions: revokeAllSessionsOperation,
  exportWallet: exportWalletOperation,
  executeQuote: executeQuoteOperation,
}

/** What may be stamped for each signed route. The guard refuses a route that is not in this table. */
export const stamped: Readonly<Record<string, { readonly activities: Activities }>> = {
  ...operations,
  // The payload is a token, which names no activity (wire-facts 11.2).
  verifyCredential: { activities: noActivity },
}

type Operations = typeof operations

/** The wallet's methods that have another name than their operation. */
interface Grouped {
  readonly createCredential: 'credentials.create'
  readonly revokeCredential: 'credentials.revoke'
  readonly refreshSession: 'sessions.refresh'
  readonly revokeSession: 'sessions.revoke'
  readonly revokeAllSessions: 'sessions.revokeAll'
}

/** The operations for which a wallet has a method of the same name. */
export type OwnMethod = Exclude<keyof Operations, keyof Grouped>

/** The codes of the errors of each operation, by the name of its method. */
export type OperationCodes = {
  readonly [Name in keyof Operations as Name extends keyof Grouped ? Grouped[Name] : Name]: NonNullable<
    Operations[Name]['codes']
  >
}

/** The operation that is about to be stamped, with its details. */
export type ConfirmationQuestion = {
  [Name in keyof Operations]: Extract<Operations[Name]['asks'], { readonly operation: Name }>
}[keyof Operations]

/** The argument of the option `confirm`. `signal` aborts when the user's answer is no longer needed. */
export type ConfirmationRequest = ConfirmationQuestion & { readonly signal: AbortSignal }

/**
 * Resolves with `true` if the user agrees. Any other value leads to `CONFIRMATION_REFUSED`, and a rejection to
 * `CONFIRMATION_FAILED`.
 */
export type Confirm = (request: ConfirmationRequest) => Promise<boolean>
