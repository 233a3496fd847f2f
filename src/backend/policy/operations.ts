/**
 * The library's operations. Each row names the route of an operation, the limit that its calls count toward, and the
 * proof that it demands.
 * @module
 */
import * as v from 'valibot'
import { type CredentialType, credentialTypes, isCredentialType } from '../../wire/credential-type.js'
import {
  challengeCredentialRoute,
  createCredentialRoute,
  listCredentialsRoute,
  revokeCredentialRoute,
  verifyCredentialRoute,
} from '../../wire/credentials.js'
import { exportWalletRoute, updatePrivacyRoute } from '../../wire/internal-accounts.js'
import { passkeyRegistrationOptionsRoute } from '../../wire/passkey-registration.js'
import {
  AuthorizationProof,
  authorizeQuoteRoute,
  resendQuoteCodeRoute,
} from '../../wire/quote-authorization.js'
import { executeQuoteRoute, getQuoteRoute } from '../../wire/quotes.js'
import type { AnyRoute } from '../../wire/route.js'
import type { Calls } from '../../wire/routes.js'
import { looseObject } from '../../wire/schema.js'
import { listSessionsRoute, refreshSessionRoute, revokeSessionRoute } from '../../wire/sessions.js'

/** The calls that need a stamp. */
type Signed = {
  [Name in keyof Calls]: Calls[Name] extends { readonly signed: string } ? Name : never
}[keyof Calls]

/** The signed calls that a page makes by `signedRequest`, if at all, through routes of the platform's own. */
type PlatformOnly = 'createCard' | 'updateCard' | 'updateCustomer' | 'executeAgentQuote'

/** An operation that pages may be allowed to call: each signed call of the service, and what else a wallet calls. */
export type Operation =
  | Exclude<Signed, PlatformOnly>
  | 'listCredentials'
  | 'challengeCredential'
  | 'listSessions'
  | 'getQuote'
  | 'authorizeQuote'
  | 'resendQuoteCode'

/**
 * The proof that an operation demands by default. `spent`: a recent sign-in that is not used up yet; the operation uses
 * it up. `unspent`: the same, but the operation does not use it up. `recent`: a sign-in that is not older than
 * `refreshMaxAge`, even if it is used up.
 */
export type Demand = 'spent' | 'unspent' | 'recent'

/** What a call counts as, besides a call. `texts` is a text message, which several limits count. */
export type CountedAs = 'mails' | 'texts' | 'verifies'

/** The parts of a request that decide which limits it counts toward, and which credential types it uses. */
interface Sent {
  readonly body: unknown
  /** The type of the credential in the path, if it is known. */
  readonly credentialType: string | undefined
}

/** An operation with its route and its default policy. */
export interface OperationRow {
  readonly route: AnyRoute
  /** The name of the operation in the option `allow`. */
  readonly operation: Operation
  readonly demands?: Demand
  /** What the call counts as besides a call. */
  readonly counts?: (sent: Sent) => readonly CountedAs[]
  /** The types of the credentials that the call creates or signs in with; `undefined` for one that is not known. */
  readonly uses?: (sent: Sent) => readonly (string | undefined)[]
}

/** The body of a creation of any known type. */
const Creation = looseObject({ type: v.custom<CredentialType>(isCredentialType) })

const countedBySends = { nothing: [], email: ['mails'], sms: ['mails', 'texts'] } as const

/** What the sending of a code counts as. A type that is not known may send one in any way. */
const codeOf = (type: string | undefined): readonly CountedAs[] =>
  countedBySends[isCredentialType(type) ? credentialTypes[type].sends : 'sms']

/** What a creation with this body counts as. */
export const countsOfCreation = (body: unknown): readonly CountedAs[] => codeOf(typeIn(body))

const typeIn = (body: unknown): string | undefined => (v.is(Creation, body) ? body.type : undefined)

/** The types that are proven by an assertion, as the passkey that is about to be registered. */
const asserted = Object.entries(credentialTypes).flatMap(([type, { proof }]) =>
  proof === 'assertion' ? [type] : [],
)

/** The release of a payment as a page may call it: only the backend may name the person's IP address. */
export const pageAuthorizeQuoteRoute: AnyRoute = { ...authorizeQuoteRoute, body: AuthorizationProof }

const rows: Readonly<Record<Operation, Omit<OperationRow, 'operation'>>> = {
  listCredentials: { route: listCredentialsRoute },
  createCredential: {
    route: createCredentialRoute,
    demands: 'spent',
    counts: ({ body }) => countsOfCreation(body),
    uses: ({ body }) => [typeIn(body)],
  },
  challengeCredential: {
    route: challengeCredentialRoute,
    counts: ({ credentialType }) => codeOf(credentialType),
    uses: ({ credentialType }) => [credentialType],
  },
  verifyCredential: {
    route: verifyCredentialRoute,
    counts: () => ['verifies'],
    uses: ({ body, credentialType }) => [typeIn(body), credentialType],
  },
  revokeCredential: { route: revokeCredentialRoute, demands: 'spent' },
  listSessions: { route: listSessionsRoute },
  refreshSession: { route: refreshSessionRoute, demands: 'recent' },
  revokeSession: { route: revokeSessionRoute },
  updatePrivacy: { route: updatePrivacyRoute },
  exportWallet: { route: exportWalletRoute, demands: 'spent' },
  getQuote: { route: getQuoteRoute },
  // `payment-texts.ts` counts the texts of a payment.
  executeQuote: { route: executeQuoteRoute },
  // No proof of ours: a quote only waits once it was executed, with the proofs that an execution needs here, and the
  // service checks the code or the passkey itself.
  authorizeQuote: { route: pageAuthorizeQuoteRoute, counts: () => ['verifies'] },
  // The backend does not know by what means the service asks.
  resendQuoteCode: { route: resendQuoteCodeRoute, counts: () => codeOf(undefined) },
}

// The type assertion is safe, because the names are those of the table.
const names = Object.keys(rows) as Operation[]

/** All operations of the library. It leaves other calls, such as `createQuote`, to the platform's own server. */
const operationRows: readonly OperationRow[] = [
  ...names.map((operation) => ({ operation, ...rows[operation] })),
  // The proof is also checked before the ceremony. Otherwise the authenticator could make a passkey that the backend
  // then refuses.
  {
    operation: 'createCredential',
    route: passkeyRegistrationOptionsRoute,
    demands: 'unspent',
    uses: () => asserted,
  },
]

/** The operations that pages may call by default: all except the export of the recovery phrase. */
export const defaultOperations: readonly Operation[] = names.filter((name) => name !== 'exportWallet')

/** Returns the rows of the operations that `allow` lists. Throws a `TypeError` for an unknown name. */
export function allowedRows(allow: readonly string[]): readonly OperationRow[] {
  const unknown = allow.find((name) => !Object.hasOwn(rows, name))
  if (unknown !== undefined) throw new TypeError(`allow: there is no operation ${JSON.stringify(unknown)}.`)
  return operationRows.filter(({ operation }) => allow.includes(operation))
}
