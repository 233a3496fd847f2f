/** What the table of operations says about each operation that needs the user's stamp. @module */
import type { Route } from '../../wire/route.js'
import type { Question } from '../guards/confirm.js'
import type { Activities } from '../guards/payload-guard.js'
import type { Call, SingleUse } from '../transport/request.js'
import type { Stamped } from './codes.js'
import type { Named } from './named.js'

/**
 * An operation: a row of `rows.ts`. `Asks` is the question that the option `confirm` gets, and `Codes` are the codes of
 * this library's own errors with which the wallet's method rejects. `Method` declares that method if its name is that
 * of the operation: `Wallet` inherits it.
 */
export interface Operation<Asks extends Question, Codes extends string = Stamped, Method = object> {
  /** What may be stamped. */
  readonly activities: Activities
  /** Never set. The field exists only so that types can read it. */
  readonly asks?: Asks
  /** Never set, like `asks`. */
  readonly codes?: Codes
  /** Never set, like `asks`. */
  readonly method?: Method
}

/** An operation that consists of one signed request. `calls/requests.ts` runs it, so the row is all there is to it. */
export interface RequestOperation<Name extends string, Input, Answer, Details = Input, Method = object>
  extends Operation<Question<Name, Details>, Stamped, Method> {
  /** Returns what is sent and asked. Throws a `TypeError` for input that cannot be right. */
  readonly request: (
    input: Input,
    accountId: string,
  ) => SignedRequest<Answer> & { readonly question: AskedAbout<Question<Name, Details>> }
}

/** Makes a question, in which the user can tell what is meant. */
export type AskedAbout<Asks extends Question> = (named: Named) => Asks | Promise<Asks>

/** A request that the service answers with a challenge to stamp. */
export interface SignedRequest<Answer> extends Pick<Call, 'params' | 'singleUse'> {
  readonly route: Omit<Route<unknown, Answer>, 'body'>
  /** Sent as JSON. */
  readonly body?: unknown
}

/** How the requests of these operations are sent: their stamped form takes effect each time. */
export const singleUse: SingleUse = { ifLost: 'list or read the resource to see whether it changed.' }
