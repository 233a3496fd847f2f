/** Binds route rows to their handlers. @module */
import type { AnyRoute, Route } from '../../wire/route.js'
import { parse } from '../../wire/schema.js'
import type { SignedRequestChallenge } from '../../wire/signed-request-challenge.js'
import { invalidInput } from './api-error.js'
import type { Context } from './context.js'

/** One call, already checked against its route row. */
export interface Call<Body> {
  readonly context: Context
  /** The calling agent, on routes that take an agent's access token. */
  readonly agentId?: string
  /** Method, path and digest of the body: what a signed retry or an idempotent call must repeat. */
  readonly binding: string
  /** A parameter of the path. */
  readonly param: (name: string) => string
  /** The query parameters that were sent. */
  readonly query: ReadonlyMap<string, string>
  /** The values of a query parameter that may be sent several times. */
  readonly queries: (name: string) => readonly string[]
  /** A header, if it was sent. */
  readonly header: (name: string) => string | undefined
  readonly body: Body
}

/** The answer of a call that succeeded, or the challenge that asks for a stamp. */
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

/** The routes of one system of the interface. */
export type SystemRoutes = readonly BoundRoute[]

/** Binds a route row to its handler; the body is parsed by the row's schema before the handler sees it. */
export function on<Body, Answer>(route: Route<Body, Answer>, handler: Handler<Body, Answer>): BoundRoute {
  return {
    route,
    run: async (call) => handler({ ...call, body: bodyOf(route, call.body) }),
  }
}

function bodyOf<Body, Answer>(route: Route<Body, Answer>, raw: unknown): Body {
  // Without a body schema `Body` is undefined: a body that was sent is ignored.
  if (!route.body) return undefined as Body
  const parsed = parse(route.body, raw)
  if (parsed.ok) return parsed.value
  const issues = new Set(parsed.issues.map((issue) => issue.path))
  throw invalidInput('The body does not match the schema of the interface.', ...issues)
}
