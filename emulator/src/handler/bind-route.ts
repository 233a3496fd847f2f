/** Binds the rows of the route table to their handlers. @module */
import {
  type AnyRoute,
  type Calls,
  parse,
  routes,
  type Schema,
  type SignedRequestChallenge,
} from 'embedded-wallet-auth/wire'
import { invalidInput } from './api-error.js'
import type { Context } from './context.js'

/** A call that has passed the router's checks. */
export interface Call<Body> {
  readonly context: Context
  /** The id of the agent whose access token was sent. Present only on routes that accept an agent's token. */
  readonly agentId?: string
  /**
   * The method, the path, the query and a digest of the body. A signed retry must have the same binding as its first
   * leg. A call that repeats an idempotency key must have the same binding as the first call with that key.
   */
  readonly binding: string
  /** Returns a path parameter, or the empty string if the path does not have this parameter. */
  readonly param: (name: string) => string
  readonly query: ReadonlyMap<string, string>
  /** Returns all values of a query parameter that may be repeated. */
  readonly queries: (name: string) => readonly string[]
  /** Returns a request header, or `undefined` if it was not sent. */
  readonly header: (name: string) => string | undefined
  readonly body: Body
}

/** What a handler returns: the answer, or the challenge for a call that needs a stamp. */
export type HandlerResult<Answer> =
  | { readonly answer: Answer }
  | { readonly challenge: SignedRequestChallenge }

/** Handles a call. Throws an `ApiError` to refuse it. */
export type Handler<Body, Answer> = (
  call: Call<Body>,
) => HandlerResult<Answer> | Promise<HandlerResult<Answer>>

/** A row of the route table, with its handler. */
export interface BoundRoute {
  readonly route: AnyRoute
  /** What the call does, in one line. It is not in the route table, because browsers load that table. */
  readonly summary: string
  readonly run: (call: Call<unknown>) => Promise<HandlerResult<unknown>>
}

/** The routes of one group of calls, such as those for quotes. */
export type SystemRoutes = readonly BoundRoute[]

type BodyOf<Row> = Row extends { readonly body: Schema<infer Body> } ? Body : undefined
type AnswerOf<Row> = Row extends { readonly answer: Schema<infer Answer> } ? Answer : never

/**
 * Binds the row of a call to its handler. The body is parsed with the row's schema before the handler is called.
 *
 * @example
 * on('getQuote', 'Get a quote', ({ context, param }) => ({ answer: currentQuote(context, param('quoteId')) }))
 */
export function on<Name extends keyof Calls>(
  operation: Name,
  summary: string,
  handler: Handler<BodyOf<Calls[Name]>, AnswerOf<Calls[Name]>>,
): BoundRoute {
  const route = routes.find((row) => row.operation === operation)
  if (!route) throw new TypeError(`The route table has no call ${operation}.`)
  return {
    route,
    summary,
    // The type assertion is safe: the schema in the row of this name parses to the body's type.
    run: async (call) => handler({ ...call, body: bodyOf(route, call.body) as BodyOf<Calls[Name]> }),
  }
}

/** How many refused fields a message explains. `details.issues` names all. */
const mostShown = 10

function bodyOf(route: AnyRoute, raw: unknown): unknown {
  // A body that was sent to a call without a body schema is ignored.
  if (!route.body) return undefined
  const parsed = parse(route.body, raw)
  if (parsed.ok) return parsed.value
  const issues = new Set(parsed.issues.map((issue) => issue.path))
  const wishes = parsed.issues.map(({ path, expected }) => `${path || 'the body'} (${expected} expected)`)
  const shown = [...new Set(wishes)].slice(0, mostShown).join(', ')
  throw invalidInput(`The body does not match the schema of this call: ${shown}.`, ...issues)
}
