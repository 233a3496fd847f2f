/** From a request to a handler: one Hono app made from the rooms' route rows. @module */
import { Hono } from 'hono'
import { type Bytes, bytesToHex, sha256 } from '../encoding.js'
import { idPattern } from '../wire/ids.js'
import { apiVersion } from '../wire/routes.js'
import { parse } from '../wire/schema.js'
import type { Permission } from '../wire/tokens.js'
import { agentOfToken } from './agents/access-token.js'
import { type ApiToken, permissionsOf } from './authentication.js'
import { createIdempotency } from './idempotency.js'
import { invalidInput, Refusal, refusalResponse } from './refusal.js'
import { formBody, jsonBody } from './request-body.js'
import type { Call, Entry, Room } from './room.js'
import { requirePermission } from './tokens/permissions.js'
import { announceBalances } from './webhooks/balances.js'
import type { World } from './world.js'

/** The path under which every call lies (Versioning). */
export const basePath: string = `/${apiVersion}`

/** Answers a request whose body was read before. */
export type Router = (request: Request, bytes: Bytes) => Promise<Response>

/** The app over a list of rooms: authentication, routing, validation, idempotency, error bodies. */
export function createRouter(world: World, rooms: readonly Room[], tokens: readonly ApiToken[]): Router {
  const app = new Hono<{ Bindings: { bytes: Bytes }; Variables: { permissions: readonly Permission[] } }>({
    strict: false,
  })
  const idempotently = createIdempotency()
  const entries = rooms.flat().sort(literalFirst)

  // The description stands at the root; programs that only know the base address find it there too.
  for (const path of ['/', '/openapi.json', '/openapi/:file', `${basePath}/openapi.json`]) {
    app.get(path, async (c) => {
      const { origin, pathname } = new URL(c.req.url)
      // Loaded late: it is large, and it needs a package that nothing else does.
      const { descriptions } = await import('./openapi/answers.js').catch(withoutDescription)
      return descriptions[pathname.replace(basePath, '')]?.(entries, `${origin}${basePath}`) ?? c.notFound()
    })
  }

  // Ahead of the platform's authentication: an agent's token, or none.
  for (const entry of entries) if (entry.route.auth) register(entry)

  app.use(`${basePath}/*`, async (c, next) => {
    const held = await permissionsOf(c.req.header('Authorization'), tokens, world.state.grants.values())
    if (!held) {
      throw new Refusal(401, 'UNAUTHORIZED', 'A valid API token is required.', {
        reason: 'Invalid API token',
        headers: { 'WWW-Authenticate': 'Basic realm="api"' },
      })
    }
    c.set('permissions', held)
    await next()
  })

  for (const entry of entries) if (!entry.route.auth) register(entry)

  const allowed = new Map<string, string[]>()
  for (const { route } of entries) allowed.set(route.path, [...(allowed.get(route.path) ?? []), route.method])
  for (const [path, methods] of allowed) {
    app.all(`${basePath}${path.replace(/\{(\w+)\}/g, ':$1')}`, () => {
      const headers = { Allow: methods.join(', ') }
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', 'The path has no such method.', { headers })
    })
  }

  app.notFound(() => refusalResponse(new Refusal(404, 'REFERENCE_NOT_FOUND', 'There is no such path.')))
  app.onError((error) => refusalResponse(error instanceof Refusal ? error : broken(error)))

  return async (request, bytes) => app.fetch(request, { bytes })

  function register(entry: Entry): void {
    const { method, path } = entry.route
    app.on(method, `${basePath}${path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const { auth } = entry.route
      if (!auth) requirePermission(entry.route, c.get('permissions'))
      const agentId = auth === 'bearer' ? await agentOfToken(world, c.req.header('Authorization')) : undefined
      const { bytes } = c.env
      const url = new URL(c.req.url)
      const call: Call<unknown> = {
        world,
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
        announceBalances(world)
        if ('challenge' in outcome) return { status: 202, body: outcome.challenge }
        return { status: entry.route.status, body: outcome.answer }
      }
      const { status, body } = entry.repeats === 'by-key' ? await idempotently(call, run) : await run()
      return body === undefined ? new Response(null, { status }) : Response.json(body, { status })
    })
  }
}

function withoutDescription(error: unknown): never {
  if (!said(error).includes('@valibot/to-json-schema')) throw error
  const message = 'The description needs a package: npm install @valibot/to-json-schema'
  throw new Refusal(501, 'NOT_IMPLEMENTED', message)
}

/** What an error says, and what it was caused by: loaders wrap what they meet. */
const said = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${said(error.cause)}` : ''

const bodyOf = async ({ route }: Entry, bytes: Bytes, contentType: string | null): Promise<unknown> =>
  route.encoding === 'multipart' ? formBody(bytes, contentType) : jsonBody(bytes, contentType)

/** Of two paths that fit the same request the literal one wins: `/customers/internal-accounts`, `/customers/{id}`. */
function literalFirst(a: Entry, b: Entry): number {
  const holes = (entry: Entry): number => entry.route.path.split('{').length
  return holes(a) - holes(b)
}

/** The parameters that the row names. Throws 400 for one that is missing, repeated or malformed; others are ignored. */
function queryOf({ route }: Entry, sent: URLSearchParams): ReadonlyMap<string, string> {
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
  if (issues.length > 0) throw invalidInput('The query does not have the form of the interface.', ...issues)
  return query
}

/** The emulator itself broke: the message is all a developer has to go by. */
const broken = (error: Error): Refusal => new Refusal(500, 'INTERNAL_ERROR', error.message)
