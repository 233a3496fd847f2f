/** Routes requests to handlers, with one Hono app for all routes. @module */
import {
  apiVersion,
  type Bytes,
  bytesToHex,
  idPattern,
  type Permission,
  parse,
  sha256,
} from 'embedded-wallet-auth/wire'
import { Hono } from 'hono'
import { ApiError, errorResponse, invalidInput, notFound } from '../handler/api-error.js'
import type { BoundRoute, Call, SystemRoutes } from '../handler/bind-route.js'
import type { Context } from '../handler/context.js'
import { type ApiToken, permissionsOf } from '../state/api-tokens.js'
import { agentOfToken } from '../systems/agents/find-agent.js'
import { requirePermission } from '../systems/tokens/permissions.js'
import { announceBalances } from '../systems/webhooks/balances.js'
import { createIdempotency } from './idempotency.js'
import { refuseUnknown } from './query-names.js'
import { formBody, jsonBody } from './request-body.js'

/** The path prefix of all calls, which is the version of the service's API (Versioning). */
export const basePath: string = `/${apiVersion}`

/** Answers a request. `bytes` is the body, which has already been read. */
export type Router = (request: Request, bytes: Bytes) => Promise<Response>

/** Creates a router that also handles authentication, validation, idempotency and errors. */
export function createRouter(
  context: Context,
  routes: readonly SystemRoutes[],
  tokens: readonly ApiToken[],
): Router {
  const app = new Hono<{ Bindings: { bytes: Bytes }; Variables: { permissions: readonly Permission[] } }>({
    strict: false,
  })
  const idempotently = createIdempotency()
  const entries = routes.flat().sort(literalFirst)

  // Public routes, and routes that accept an agent's token, are registered before the check of the platform's token.
  for (const entry of entries) if (entry.route.auth) register(entry)

  app.use(`${basePath}/*`, async (c, next) => {
    const held = await permissionsOf(c.req.header('Authorization'), tokens, context.state.grants.values())
    if (!held) {
      throw new ApiError(401, 'UNAUTHORIZED', 'A valid API token is required.', {
        reason: 'Invalid API token',
        headers: { 'WWW-Authenticate': 'Basic realm="api"' },
      })
    }
    c.set('permissions', held)
    await next()
  })

  app.use(`${basePath}/sandbox/*`, async (_, next) => {
    if (context.facts.sandboxCalls === 'off') throw notFound('path')
    await next()
  })

  for (const entry of entries) if (!entry.route.auth) register(entry)

  const allowed = new Map<string, string[]>()
  for (const { route } of entries) allowed.set(route.path, [...(allowed.get(route.path) ?? []), route.method])
  for (const [path, methods] of allowed) {
    app.all(`${basePath}${path.replace(/\{(\w+)\}/g, ':$1')}`, () => {
      const headers = { Allow: methods.join(', ') }
      throw new ApiError(405, 'METHOD_NOT_ALLOWED', 'The method is not allowed for this path.', { headers })
    })
  }

  app.notFound(() => errorResponse(notFound('path')))
  app.onError((error) => errorResponse(error instanceof ApiError ? error : internalError(error)))

  return async (request, bytes) => app.fetch(request, { bytes })

  function register(entry: BoundRoute): void {
    const { method, path } = entry.route
    app.on(method, `${basePath}${path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const { auth } = entry.route
      if (!auth) requirePermission(entry.route, c.get('permissions'))
      const agentId =
        auth === 'bearer' ? await agentOfToken(context, c.req.header('Authorization')) : undefined
      const { bytes } = c.env
      const url = new URL(c.req.url)
      const call: Call<unknown> = {
        context,
        ...(agentId === undefined ? {} : { agentId }),
        binding: `${method} ${url.pathname}${url.search} ${bytesToHex(await sha256(bytes))}`,
        param: (name) => c.req.param(name) ?? '',
        query: queryOf(entry, url.searchParams),
        queries: (name) => url.searchParams.getAll(name),
        header: (name) => c.req.header(name),
        body: entry.route.body ? await bodyOf(entry, bytes, c.req.header('Content-Type') ?? null) : undefined,
      }
      const run = async (): Promise<{ status: number; body: unknown }> => {
        const outcome = await entry.run(call)
        announceBalances(context)
        if ('challenge' in outcome) return { status: 202, body: outcome.challenge }
        return { status: entry.route.status ?? 200, body: outcome.answer }
      }
      const { status, body } = entry.route.idempotent ? await idempotently(call, run) : await run()
      return body === undefined ? new Response(null, { status }) : Response.json(body, { status })
    })
  }
}

const bodyOf = async ({ route }: BoundRoute, bytes: Bytes, contentType: string | null): Promise<unknown> =>
  route.encoding === 'multipart' ? formBody(bytes, contentType) : jsonBody(bytes, contentType)

/**
 * Sorts literal paths first, so that `GET /customers/internal-accounts` is not handled as
 * `GET /customers/{customerId}`.
 */
function literalFirst(a: BoundRoute, b: BoundRoute): number {
  const holes = (entry: BoundRoute): number => entry.route.path.split('{').length
  return holes(a) - holes(b)
}

/**
 * Returns the parameters in the route row's `query` and `filters`. Throws 400 if one of them is malformed or repeated,
 * if one in `query` is missing, if one in `repeatedQuery` is malformed, or if the row does not have a parameter that
 * was sent: a list whose filter is misspelt would contain everything.
 */
function queryOf({ route }: BoundRoute, sent: URLSearchParams): ReadonlyMap<string, string> {
  refuseUnknown(sent, Object.keys({ ...route.query, ...route.filters, ...route.repeatedQuery }))
  const query = new Map<string, string>()
  const issues: string[] = []
  for (const [name, type] of Object.entries(route.query ?? {})) {
    const [value = '', ...others] = sent.getAll(name)
    if (others.length > 0 || !idPattern(type).test(value)) issues.push(name)
    query.set(name, value)
  }
  for (const [name, schema] of Object.entries(route.filters ?? {})) {
    const [value, ...others] = sent.getAll(name)
    if (value === undefined) continue
    if (others.length > 0 || !parse(schema, value).ok) issues.push(name)
    query.set(name, value)
  }
  for (const [name, schema] of Object.entries(route.repeatedQuery ?? {})) {
    if (!sent.getAll(name).every((value) => parse(schema, value).ok)) issues.push(name)
  }
  if (issues.length > 0) throw invalidInput('The query does not match the schema of this call.', ...issues)
  return query
}

/**
 * Creates a 500 for an exception in the emulator itself. The answer contains the exception's message, because the
 * developer gets no other information.
 */
const internalError = (error: Error): ApiError => new ApiError(500, 'INTERNAL_ERROR', error.message)
