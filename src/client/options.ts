/** Options of a client. @module */
import type { Clock } from '../clock.js'
import type { HeaderNames } from '../wire/headers.js'

/** A platform's token pair (Authentication). For servers only: in a page or a browser worker anyone can read it. */
export interface BasicAuth {
  readonly type: 'basic'
  /** API token id. */
  readonly tokenId: string
  /** API client secret. Sent in the `Authorization` header, and nowhere else. */
  readonly clientSecret: string
}

/** An agent's access token (Authentication), or a function that returns it and is called once for each call. */
export interface BearerAuth {
  readonly type: 'bearer'
  readonly accessToken: string | (() => Promise<string>)
}

/** The credentials of a client. */
export type Auth = BasicAuth | BearerAuth

/** Options of `createClient`. */
export interface ClientOptions {
  /** Base address, ending in the version segment: an `https:` URL, or `http:` on this machine. */
  readonly baseUrl: string
  /** Without it, only calls that need no credentials can be made. */
  readonly auth?: Auth
  /** Milliseconds for a whole call, retries included. Default 30 000. */
  readonly timeout?: number
  /**
   * Seconds. A read that is answered with 429 is sent again when `Retry-After` is at most this; otherwise it rejects at
   * once. Default 5. With 0 it always rejects at once.
   */
  readonly longestRetryAfter?: number
  /** For deployments that spell the interface's headers differently. */
  readonly headerNames?: Partial<HeaderNames>
  /** Replaces the global `fetch`, for example with the emulator's. Always called with one `Request`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** The clock of deadlines and pauses. Default: the system's. In tests, the emulator's. */
  readonly clock?: Clock
}
