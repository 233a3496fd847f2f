/** Options of the backend. Long because everything that a platform decides is described here. @module */
import type { HeaderNames } from '../wire/headers.js'
import type { AnyRoute } from '../wire/route.js'
import type { BackendEvent } from './events.js'
import type { Limit, LimitName } from './limits.js'
import type { Operation } from './operations.js'
import type { BackendStore, ChallengeStore } from './store.js'

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
  /** Whether the call demands and spends a fresh proof, like an export. */
  readonly stepUp?: boolean
}

/** The ages of the default rule of step-up. */
export interface StepUpOptions {
  /** Seconds for which a sign-in pays for an operation. Default 300. */
  readonly maxAge?: number
  /** Seconds after a sign-in for which sessions may be refreshed. Default 43,200: twelve hours. */
  readonly refreshMaxAge?: number
}

/** A call that a platform's own rule of step-up decides about. */
export interface StepUpCall {
  /** Such as `exportWallet`, or the `operation` of a route of your own. */
  readonly operation: string
  readonly accountId: string
  /** The received request without its body. */
  readonly request: Request
  /**
   * When somebody last signed in to this account through this backend, in this login session: milliseconds since 1970.
   * `undefined` if nobody did, or without `loginSession`.
   */
  readonly provenAt: number | undefined
}

/** Whether a call may go on. `false` is a 403 `STEP_UP_REQUIRED`. */
export type StepUpRule = (call: StepUpCall) => boolean | Promise<boolean>

/** How often one person may do what costs others something; `false` switches a limit off. */
export interface LimitOptions extends Readonly<Partial<Record<LimitName, Limit | false>>> {
  /** Where the counts are kept. Default: the option `store`. */
  readonly store?: BackendStore
}

/** Options of `createBackend`. */
export interface BackendOptions {
  /**
   * The service, or a function that gives it: it is called at the first request, so that the backend can be made where the
   * secret is not known yet, as in a build or in the global scope of a worker.
   */
  readonly service: ServiceOptions | (() => ServiceOptions | Promise<ServiceOptions>)
  /**
   * Returns the ids of the internal accounts that the user behind a request may use, according to the platform's own
   * login session; `undefined` if nobody is logged in. Called for every request, with a deadline of 10 s. The request
   * has the original URL, method and headers, but no body.
   */
  readonly authorize: (
    request: Request,
  ) => readonly string[] | undefined | Promise<readonly string[] | undefined>
  readonly relyingParty: RelyingParty
  /**
   * Origins of the platform's pages, such as `https://app.example.com`. CORS is not supported, so pages must have the
   * backend's origin.
   */
  readonly origins: readonly string[]
  /** The prefix that is removed from a path before routing. Default `/wallet`. */
  readonly basePath?: string
  /**
   * Where registration challenges, proofs and the counts of limits are kept. Default: `memoryStore()`, for a single instance.
   * Several instances need one that they share, such as `unstorageStore(storage)`. While it fails, what depends on it is
   * refused with 503.
   */
  readonly store?: BackendStore
  /** A store for registration challenges alone. Default: `store`. Given without `store`, it is used for everything. */
  readonly challenges?: ChallengeStore
  /**
   * Returns a text that identifies the platform's login session, such as its session id. It is hashed before it is stored.
   * With it, a proof and a registration challenge count only in the login session that they were made in, limits count for
   * each login session too, and step-up is on. The text must stay the same for as long as the person is logged in: do not
   * derive it from a token that rotates. Called for every request of a person who is logged in.
   */
  readonly loginSession?: (request: Request) => string | Promise<string>
  /** The operations that pages may call. Default: `defaultOperations`, which is all but `exportWallet`. */
  readonly allow?: readonly Operation[]
  /**
   * Which operations need a fresh proof: a sign-in that passed through this backend. On where `loginSession` is given: an
   * export, a creation and a revocation of a credential then each spend a sign-in of the last five minutes, and a refresh
   * needs one of the last twelve hours. `false` switches it off; a function replaces the rule, and is asked about every
   * signed call before it is forwarded for the first time.
   */
  readonly stepUp?: boolean | StepUpOptions | StepUpRule
  /** Default: `defaultLimits`. Change or switch off one by one, or all with `false`. */
  readonly limits?: LimitOptions | false
  /** For deployments that spell the interface's headers differently; used towards the page and towards the service. */
  readonly headerNames?: Partial<HeaderNames>
  /** More calls to allow, each with a function that returns the account it acts on. */
  readonly routes?: readonly ExtraRoute[]
  /**
   * Called with the error behind a response from 500 on, which does not contain it. What it throws is ignored. Default:
   * the error is dropped.
   */
  readonly onError?: (error: unknown) => void
  /** Called once for each call when it has been answered, refusals included. What it throws is ignored. */
  readonly onEvent?: (event: BackendEvent) => void
  /** The time by which proofs age and periods of limits begin, for tests. Default: the system's. */
  readonly clock?: { now(): number }
}
