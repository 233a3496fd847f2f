/** What follows from the rows of the operations that need the user's stamp. @module */
import { type Activities, noActivity } from '../guards/payload-guard.js'
import type { AskedAbout, SignedRequest } from './operation.js'
import type { OwnMethod } from './own-methods.js'
import { rows } from './rows.js'

type Operations = typeof rows

/** What may be stamped for each signed route. The guard refuses a route that is not in this table. */
export const stamped: Readonly<Record<string, { readonly activities: Activities }>> = {
  ...rows,
  // The payload is a token, which names no activity (wire-facts 11.2).
  verifyCredential: { activities: noActivity },
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

/** The wallet's methods of the other operations. */
interface Grouped {
  readonly createCredential: 'credentials.create'
  readonly revokeCredential: 'credentials.revoke'
  readonly refreshSession: 'sessions.refresh'
  readonly revokeSession: 'sessions.revoke'
  readonly revokeAllSessions: 'sessions.revokeAll'
}

/** All members of the types in a union. */
type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The methods that the operations declare. */
export type OwnMethods = Joined<NonNullable<Operations[keyof Operations]['method']>>

/** The method of an operation. One that is in neither list does not compile. */
type MethodOf<Name extends OwnMethod | keyof Grouped> = Name extends keyof Grouped ? Grouped[Name] : Name

/** The codes of the errors of each operation, by the name of its method. */
export type OperationCodes = {
  readonly [Name in keyof Operations as MethodOf<Name>]: NonNullable<Operations[Name]['codes']>
}

/** The rows of the operations that consist of one signed request. */
export type RequestRows = {
  readonly [Name in keyof Operations as Operations[Name] extends { readonly request: unknown }
    ? Name
    : never]: Operations[Name]
}

interface AnyRequestRow {
  readonly request: (
    input: never,
    accountId: string,
  ) => SignedRequest<unknown> & { readonly question: AskedAbout<ConfirmationQuestion> }
}

/** The same rows, as a list. */
export const requestRows: readonly (readonly [string, AnyRequestRow])[] = Object.entries(rows).flatMap(
  ([name, row]) => ('request' in row ? [[name, row]] : []),
)
