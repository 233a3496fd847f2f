/** Options of the backend. @module */
import type { HeaderNames } from '../wire/headers.js'
import type { AnyRoute } from '../wire/route.js'
import type { ChallengeStore } from './challenge-store.js'

/** The service and the platform's credentials for it (Authentication). */
export interface ServiceOptions {
  /** Base URL, ending in the version segment. */
  readonly baseUrl: string
  /** API token id: the user name of Basic authentication. */
  readonly tokenId: string
  /** API client secret. Sent in the `Authorization` header of requests to the service, and nowhere else. */
  readonly clientSecret: string
  /** Replaces the global `fetch`, for example with the emulator's. Always called with one `Request`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The platform as a WebAuthn relying party. */
export interface RelyingParty {
  /** The page's host, or a parent domain of it. The library's `passkey.rpId` must be the same. */
  readonly id: string
  /** Shown by authenticators. */
  readonly name: string
}

/** The parts of a request that an owner function gets. All have passed the route's schemas. */
export interface OwnerParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The value that the route's body schema parsed; `undefined` without a body. */
  readonly body: unknown
}

/** A call that pages may make in addition to the library's. */
export interface ExtraRoute {
  readonly route: AnyRoute
  /**
   * Returns the internal account that the call acts on, or `undefined` if there is none. The call is forwarded only
   * if the user may use that account. This function must check every id in the request, because nothing else does.
   */
  readonly owner: (parts: OwnerParts) => string | undefined | Promise<string | undefined>
}

/** Options of `createBackend`. */
export interface BackendOptions {
  readonly service: ServiceOptions
  /**
   * Returns the ids of the internal accounts that the user behind a request may use, according to the platform's own
   * login session; `undefined` if nobody is logged in. Called for every request, with a deadline of 10 s. The request
   * has the original URL, method and headers, but no body.
   */
  readonly authorize: (request: Request) => Promise<readonly string[] | undefined>
  readonly relyingParty: RelyingParty
  /**
   * Origins of the platform's pages, such as `https://app.example.com`. CORS is not supported, so pages must have the
   * backend's origin.
   */
  readonly origins: readonly string[]
  /** The prefix that is removed from a path before routing. Default `/wallet`. */
  readonly basePath?: string
  /** Where registration challenges are stored. Default: `memoryChallengeStore()`, which suits a single instance. */
  readonly challenges?: ChallengeStore
  /**
   * Returns a text that identifies the platform's login session, such as its session id. It is hashed before it is
   * stored. If set, a registration challenge can be used only in the login session that requested it. Otherwise any
   * login session that may use the account can use it. The text must stay the same while a passkey is being added (at
   * most ten minutes), so do not derive it from a token that rotates.
   */
  readonly loginSession?: (request: Request) => Promise<string>
  /** Header names, for deployments that spell them differently. Used for requests from the page and to the service. */
  readonly headerNames?: Partial<HeaderNames>
  /** More calls to allow, each with a function that returns the account it acts on. */
  readonly routes?: readonly ExtraRoute[]
  /**
   * Called with the error behind a response of 500, 502 or 504, which does not show it. An error that this function
   * throws is ignored. Default: errors are dropped.
   */
  readonly onError?: (error: unknown) => void
}
