/** What a client is made of. @module */
import type { Clock } from '../clock.js'
import type { HeaderNames } from '../wire/headers.js'

/** A platform's token pair (Authentication). For servers only: a page or a browser worker cannot keep it secret. */
export interface BasicAuth {
  readonly type: 'basic'
  /** API token id. */
  readonly tokenId: string
  /** API client secret. Leaves the client only in the `Authorization` header. */
  readonly clientSecret: string
}

/** An agent's access token (Authentication), or a function that is asked for it once for each call. */
export interface BearerAuth {
  readonly type: 'bearer'
  readonly accessToken: string | (() => Promise<string>)
}

/** Who calls. */
export type Auth = BasicAuth | BearerAuth

/** Options of `createClient`. */
export interface ClientOptions {
  /** Base address, ending in the version segment; `https:`, or `http:` on this machine. */
  readonly baseUrl: string
  /** Left out: only the calls that need no credentials. */
  readonly auth?: Auth
  /** Milliseconds for a whole call, retries included. Default 30 000. */
  readonly timeout?: number
  /**
   * Seconds. A read that is refused with 429 is sent again when `Retry-After` says at most this; otherwise the refusal
   * reaches the caller at once. Default 5; 0: always at once.
   */
  readonly longestRetryAfter?: number
  /** Where a deployment spells the interface's headers differently. */
  readonly headerNames?: Partial<HeaderNames>
  /** Stands in for the global `fetch`, such as the emulator's. Is always given one `Request`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Time for deadlines and pauses. Default the system's. The emulator's fits. */
  readonly clock?: Clock
}
