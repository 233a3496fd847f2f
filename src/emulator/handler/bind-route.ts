/** The shape of a room: a list of calls of one system of the interface, each bound to its handler. @module */
import type { AnyRoute, Route } from '../../wire/route.js'
import { parse } from '../../wire/schema.js'
import type { SignedRequestChallenge } from '../../wire/signed-request.js'
import { invalidInput } from './api-error.js'
import type { EmulatorContext } from './context.js'

/** One call, checked as far as its route row says. */
export interface Call<Body> {
  readonly context: EmulatorContext
  /** The agent that calls, where its access token is what the call asks for. */
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

/** The final success of a call, or the challenge of a signed request. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly challenge: SignedRequestChallenge }

/** Answers a call, or throws a `Refusal`. */
export type Handler<Body, Answer> = (call: Call<Body>) => Outcome<Answer> | Promise<Outcome<Answer>>

/** One call of a room. */
export interface Entry {
  readonly route: AnyRoute
  /** Whether an `Idempotency-Key` is honoured. */
  readonly repeats: 'anew' | 'by-key'
  readonly run: (call: Call<unknown>) => Promise<Outcome<unknown>>
}

/** The calls of one system of the interface. */
export type Room = readonly Entry[]

/** Binds a route row to its handler; the body is parsed by the row's schema before the handler sees it. */
export function on<Body, Answer>(route: Route<Body, Answer>, handler: Handler<Body, Answer>): Entry {
  return {
    route,
    repeats: 'anew',
    run: async (call) => handler({ ...call, body: bodyOf(route, call.body) }),
  }
}

/** Like {@link on}, for a call that honours an `Idempotency-Key`. */
export function onByKey<Body, Answer>(route: Route<Body, Answer>, handler: Handler<Body, Answer>): Entry {
  return { ...on(route, handler), repeats: 'by-key' }
}

function bodyOf<Body, Answer>(route: Route<Body, Answer>, raw: unknown): Body {
  // A row without a body schema has `Body` undefined: whatever was sent is not looked at.
  if (!route.body) return undefined as Body
  const parsed = parse(route.body, raw)
  if (parsed.ok) return parsed.value
  const issues = new Set(parsed.issues.map((issue) => issue.path))
  throw invalidInput('The body does not have the form of the interface.', ...issues)
}
