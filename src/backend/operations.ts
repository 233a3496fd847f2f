/** The library's operations, a row each: its route, what it counts as, and which proof it demands. @module */
import {
  challengeCredentialRoute,
  createCredentialRoute,
  listCredentialsRoute,
  revokeCredentialRoute,
  verifyCredentialRoute,
} from '../wire/credentials.js'
import { exportWalletRoute, updatePrivacyRoute } from '../wire/internal-accounts.js'
import { passkeyRegistrationOptionsRoute } from '../wire/passkey-registration.js'
import { executeQuoteRoute, getQuoteRoute } from '../wire/quotes.js'
import type { AnyRoute } from '../wire/route.js'
import { listSessionsRoute, refreshSessionRoute, revokeSessionRoute } from '../wire/sessions.js'

/** An operation that pages may be allowed to call. */
export type Operation =
  | 'listCredentials'
  | 'createCredential'
  | 'challengeCredential'
  | 'verifyCredential'
  | 'revokeCredential'
  | 'listSessions'
  | 'refreshSession'
  | 'revokeSession'
  | 'updatePrivacy'
  | 'exportWallet'
  | 'getQuote'
  | 'executeQuote'

/** What an operation demands by default: a proof that it spends, one that is not spent yet, or one of the last hours. */
export type Demand = 'spent' | 'unspent' | 'recent'

/** What of a request decides whether it counts as a mail. */
interface Sent {
  readonly body: unknown
  /** The type of the credential in the path, where it is known. */
  readonly credentialType: string | undefined
}

/** What is known of an operation before it is called. */
export interface OperationRow {
  readonly route: AnyRoute
  /** The name in `allow`. */
  readonly operation: Operation
  readonly demands?: Demand
  /** A limit that this call counts for, besides that of all calls. */
  readonly counts?: (sent: Sent) => 'mails' | 'verifies' | undefined
}

const isEmail = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'type' in body && body.type === 'EMAIL_OTP'

/**
 * All operations of the library. Quote creation, and everything else that needs no person's stamp, belongs to the platform's
 * own server.
 */
export const operationRows: readonly OperationRow[] = [
  { operation: 'listCredentials', route: listCredentialsRoute },
  {
    operation: 'createCredential',
    route: createCredentialRoute,
    demands: 'spent',
    counts: ({ body }) => (isEmail(body) ? 'mails' : undefined),
  },
  // Before the ceremony, so that none is made for a creation that would be refused.
  { operation: 'createCredential', route: passkeyRegistrationOptionsRoute, demands: 'unspent' },
  {
    operation: 'challengeCredential',
    route: challengeCredentialRoute,
    counts: ({ credentialType }) => (credentialType === 'PASSKEY' ? undefined : 'mails'),
  },
  { operation: 'verifyCredential', route: verifyCredentialRoute, counts: () => 'verifies' },
  { operation: 'revokeCredential', route: revokeCredentialRoute, demands: 'spent' },
  { operation: 'listSessions', route: listSessionsRoute },
  { operation: 'refreshSession', route: refreshSessionRoute, demands: 'recent' },
  { operation: 'revokeSession', route: revokeSessionRoute },
  { operation: 'updatePrivacy', route: updatePrivacyRoute },
  { operation: 'exportWallet', route: exportWalletRoute, demands: 'spent' },
  { operation: 'getQuote', route: getQuoteRoute },
  { operation: 'executeQuote', route: executeQuoteRoute },
]

/** What pages may call unless `allow` says otherwise: everything but the export of the recovery phrase. */
export const defaultOperations: readonly Operation[] = [
  ...new Set(operationRows.map(({ operation }) => operation)),
].filter((operation) => operation !== 'exportWallet')

/** The rows of the operations that `allow` names. Throws a `TypeError` for an unknown name. */
export function allowedRows(allow: readonly string[]): readonly OperationRow[] {
  const unknown = allow.find((name) => !operationRows.some(({ operation }) => operation === name))
  if (unknown !== undefined) throw new TypeError(`allow: there is no operation ${JSON.stringify(unknown)}.`)
  return operationRows.filter(({ operation }) => allow.includes(operation))
}
