/** What a platform tells its backend. @module */
import type { HeaderNames } from '../wire/headers.js'
import type { AnyRoute } from '../wire/route.js'
import type { ChallengeStore } from './challenge-store.js'

/** The service and the platform's credentials for it (Authentication). */
export interface ServiceOptions {
  /** Base address, ending in the version segment. */
  readonly baseUrl: string
  /** API token id: the user name of Basic authentication. */
  readonly tokenId: string
  /** API client secret. Leaves this process only in the `Authorization` header of requests to the service. */
  readonly clientSecret: string
  /** Stands in for the global `fetch`, such as the emulator's. Is always given one `Request`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The platform as passkeys know it. */
export interface RelyingParty {
  /** The page's host, or a parent domain of it. The library's `passkey.rpId` must be the same. */
  readonly id: string
  /** Shown by authenticators. */
  readonly name: string
}

/** What an owner function is told about a request. Everything has passed the route's schemas. */
export interface OwnerParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** As the route's body schema reads it; `undefined` without a body. */
  readonly body: unknown
}

/** One more call that pages may make. */
export interface ExtraRoute {
  readonly route: AnyRoute
  /**
   * The internal account that the call acts on, or `undefined` when there is none. The call is forwarded only when the
   * person may use that account. Must answer for every id in the request: nothing else examines them.
   */
  readonly owner: (parts: OwnerParts) => string | undefined | Promise<string | undefined>
}

/** Options of `createBackend`. */
export interface BackendOptions {
  readonly service: ServiceOptions
  /**
   * The internal accounts that the person behind a request may use, from the platform's own login session; `undefined`
   * when nobody is logged in. Asked anew for each request and given at most 10 s. The request has the original URL,
   * method and headers, and no body.
   */
  readonly authorize: (request: Request) => Promise<readonly string[] | undefined>
  readonly relyingParty: RelyingParty
  /** Origins of the platform's pages, such as `https://app.example.com`. There is no CORS: they share this origin. */
  readonly origins: readonly string[]
  /** Removed from the path before routing, where present. Default `/wallet`. */
  readonly basePath?: string
  /** Default: `memoryChallengeStore()`, right for a single instance. */
  readonly challenges?: ChallengeStore
  /**
   * Names the platform's login session, such as its session id; it is hashed before it is kept. With it, a registration
   * challenge is good only in the login session that asked for it. Without it, a challenge is bound to the account alone:
   * any login session that may use the account can spend it. The text must stay the same while a passkey is being added
   * (at most ten minutes), so do not derive it from a token that rotates.
   */
  readonly loginSession?: (request: Request) => Promise<string>
  /** Where a deployment spells the interface's headers differently; used towards the page and towards the service. */
  readonly headerNames?: Partial<HeaderNames>
  /** More calls, each with the function that says whose it is. */
  readonly routes?: readonly ExtraRoute[]
  /**
   * Told what went wrong behind a 500, 502 or 504, none of which says so itself. Default: nobody is told. What it throws
   * is ignored.
   */
  readonly onError?: (error: unknown) => void
}
