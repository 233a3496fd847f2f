/** The platform backend. It makes all checks in order; then the matching entry of the allow-list answers. @module */
import * as v from 'valibot'
import { defaultHeaderNames } from '../wire/headers.js'
import { allowedCalls } from './allowed-calls.js'
import { refusalAnswer } from './answer.js'
import { readBody } from './body.js'
import { memoryChallengeStore } from './challenge-store.js'
import { checkParams, readQuery } from './ids.js'
import { readInterfaceHeaders } from './interface-headers.js'
import type { BackendOptions } from './options.js'
import { checkOrigin } from './origin.js'
import { createOwnership } from './ownership.js'
import { askPlatform } from './platform.js'
import { Refusal } from './refusal.js'
import { createRegistration } from './registration.js'
import { createRouter, withoutBase } from './router.js'
import { createUpstream, neverConnected } from './upstream.js'

const Accounts = v.optional(v.array(v.string()))

/**
 * Creates the handler that stands between a platform's pages and the service. It keeps the API secret, forwards only
 * the calls that the library makes, checks for each call that every id in it belongs to an account of the user, and
 * issues the challenges of passkey registrations.
 *
 * The handler takes any request and never rejects. Its own errors have the shape of the service's, with the codes
 * `INVALID_INPUT` (400), `NOT_LOGGED_IN` (401), `FORBIDDEN` (403), `NOT_FOUND` (404), `METHOD_NOT_ALLOWED` (405),
 * `PAYLOAD_TOO_LARGE` (413), `INTERNAL_ERROR` (500), `UPSTREAM_UNREACHABLE` (502) and `UPSTREAM_TIMEOUT` (504). An
 * error with a status of 500 or more has `details.forwarded: false` if the call certainly did not reach the service,
 * and so had no effect. All other responses are the service's. Ids in a path are written literally, `AuthMethod:…`,
 * without percent-encoding.
 *
 * Throws a `TypeError` for malformed options.
 *
 * @example
 * const handler = createBackend({
 *   service: { baseUrl, tokenId, clientSecret },
 *   authorize: async (request) => (await sessionOf(request.headers.get('cookie')))?.accountIds,
 *   relyingParty: { id: 'example.com', name: 'Example Bank' },
 *   origins: ['https://app.example.com'],
 * })
 */
export function createBackend(options: BackendOptions): (request: Request) => Promise<Response> {
  const basePath = checkedBasePath(options.basePath ?? '/wallet')
  const origins = options.origins.map(checkedOrigin)
  const headerNames = { ...defaultHeaderNames, ...options.headerNames }
  const upstream = createUpstream(options.service)
  const ownership = createOwnership(upstream)
  const report = (error: unknown): void => {
    const cause = error instanceof Refusal ? (error.cause ?? error) : error
    try {
      // mutant OptionalChaining: without onError the call throws, and the error is dropped right here.
      options.onError?.(cause)
    } catch {
      // A failing onError must not change the response.
    }
  }
  const match = createRouter(
    allowedCalls({
      routes: options.routes ?? [],
      loginSession: options.loginSession,
      headerNames,
      upstream,
      ownership,
      registration: createRegistration({
        relyingParty: options.relyingParty,
        challenges: options.challenges ?? memoryChallengeStore(),
        credentialsOf: ownership.credentialsOf,
      }),
      report,
    }),
  )

  const answer = async (request: Request, forwarding: () => void): Promise<Response> => {
    const url = new URL(request.url)
    const { entry, params } = match(request.method, withoutBase(url.pathname, basePath))
    const { route } = entry
    checkOrigin(request.headers, origins)
    const query = readQuery(route, url.searchParams)
    checkParams(route, params)
    const headers = readInterfaceHeaders(request.headers, headerNames)
    const body = await readBody(request, route)
    const bare = new Request(request.url, { method: request.method, headers: request.headers })
    const accounts = await askPlatform('authorize', Accounts, () => options.authorize(bare.clone()))
    if (accounts === undefined) throw new Refusal('NOT_LOGGED_IN', 'A login is required.')
    const accountId = await entry.ownerOf({ params, query, body: body.value }, accounts)
    // mutant ConditionalExpression: accounts are strings, so undefined is never among them; this is for the compiler.
    if (accountId === undefined || !accounts.includes(accountId)) {
      throw new Refusal('FORBIDDEN', 'Not allowed for this account.')
    }
    return entry.answer({ route, params, query, headers, body, accountId, request: bare, forwarding })
  }

  return async (request) => {
    let mayHaveReached = false
    const forwarding = (): void => {
      mayHaveReached = true
    }
    try {
      return await answer(request, forwarding)
    } catch (error) {
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal('INTERNAL_ERROR', 'The backend failed.', { cause: error })
      if (refusal.status < 500) return refusalAnswer(refusal)
      report(refusal)
      return refusalAnswer(refusal, mayHaveReached && !neverConnected(refusal.cause) ? {} : notForwarded)
    }
  }
}

/** Tells the page that its call cannot have taken effect. */
const notForwarded = { forwarded: false }

function checkedBasePath(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  if (trimmed !== '' && new URL(trimmed, 'http://base.invalid').pathname !== trimmed) {
    throw new TypeError('basePath must be an absolute path without dot segments, query or percent-encoding.')
  }
  return trimmed
}

function checkedOrigin(origin: string): string {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new TypeError('origins must be a list of origins such as https://app.example.com, without a path.')
  }
  return origin
}
