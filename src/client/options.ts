/** Options of a client. @module */
import type { Clock } from '../clock.js'
import type { HeaderNames } from '../wire/headers.js'

/** A platform's API token (Authentication). Only for servers: in a page or a browser worker, anyone could read it. */
export interface BasicAuth {
  readonly type: 'basic'
  /** API token id. */
  readonly tokenId: string
  /** API client secret. Sent in the `Authorization` header, and nowhere else. */
  readonly clientSecret: string
}

/**
 * An agent's access token (Authentication), or a function that returns it. The function is called once for each call.
 */
export interface BearerAuth {
  readonly type: 'bearer'
  readonly accessToken: string | (() => Promise<string>)
}

/** The credentials of a client. */
export type Auth = BasicAuth | BearerAuth

/** Options of `createClient`. */
export interface ClientOptions {
  /** Base URL, ending in the version segment. It must use `https:`, or `http:` on this machine. */
  readonly baseUrl: string
  /** The credentials. Without them only `redeemDeviceCode` works, with which an agent gets its token. */
  readonly auth?: Auth
  /** Milliseconds for a whole call, retries included. Default 30,000. */
  readonly timeout?: number
  /**
   * A read that is answered with 429, and a call that is repeated after a 502, 503 or 504, is sent again if the
   * answer's `Retry-After` is at most this many seconds. Otherwise it rejects at once. Default 5. With 0, only an
   * answer without a `Retry-After`, or with 0, is waited for.
   */
  readonly longestRetryAfter?: number
  /** Header names, for deployments that spell them differently. */
  readonly headerNames?: Partial<HeaderNames>
  /** Replaces the global `fetch`, for example with the emulator's. Always called with one `Request`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** The clock for deadlines and pauses. Default: the system's clock. Tests pass the emulator's. */
  readonly clock?: Clock
}
