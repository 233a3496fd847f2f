/** Binds the rows of the route table to their handlers. @module */
import type { AnyRoute, Route } from '../../wire/route.js'
import { parse } from '../../wire/schema.js'
import type { SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import { invalidInput } from './api-error.js'
import type { Context } from './context.js'

/** A call that has passed the router's checks. */
export interface Call<Body> {
  readonly context: Context
  /** The agent whose access token was sent. Present only on routes that accept such a token. */
  readonly agentId?: string
  /**
   * The method, the path and a digest of the body. A signed retry must have the same binding as the first call, and so
   * must a call that repeats an idempotency key.
   */
  readonly binding: string
  /** Returns a parameter of the path; the empty string if the path has no such parameter. */
  readonly param: (name: string) => string
  /** The query parameters that were sent. */
  readonly query: ReadonlyMap<string, string>
  /** Returns the values of a query parameter that may be sent several times. */
  readonly queries: (name: string) => readonly string[]
  /** Returns a header; `undefined` if it was not sent. */
  readonly header: (name: string) => string | undefined
  readonly body: Body
}

/** The answer of a call that succeeded, or the challenge for a call that needs a stamp. */
export type HandlerResult<Answer> =
  | { readonly answer: Answer }
  | { readonly challenge: SignedRequestChallenge }

/** Answers a call, or throws an `ApiError`. */
export type Handler<Body, Answer> = (
  call: Call<Body>,
) => HandlerResult<Answer> | Promise<HandlerResult<Answer>>

/** A route row with its handler. */
export interface BoundRoute {
  readonly route: AnyRoute
  readonly run: (call: Call<unknown>) => Promise<HandlerResult<unknown>>
}

/** The routes of one group of calls, such as those for quotes. */
export type SystemRoutes = readonly BoundRoute[]

/** Binds a route row to its handler. The body is parsed with the row's schema before the handler gets it. */
export function on<Body, Answer>(route: Route<Body, Answer>, handler: Handler<Body, Answer>): BoundRoute {
  return {
    route,
    run: async (call) => handler({ ...call, body: bodyOf(route, call.body) }),
  }
}

function bodyOf<Body, Answer>(route: Route<Body, Answer>, raw: unknown): Body {
  // If the row has no body schema, the type `Body` is undefined, and a body that was sent is ignored.
  if (!route.body) return undefined as Body
  const parsed = parse(route.body, raw)
  if (parsed.ok) return parsed.value
  const issues = new Set(parsed.issues.map((issue) => issue.path))
  throw invalidInput('The body does not match the schema of this call.', ...issues)
}
