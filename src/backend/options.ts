/** The options of the backend. @module */
import type { CredentialType } from '../wire/credential-type.js'
import type { HeaderNames } from '../wire/headers.js'
import type { Quote } from '../wire/quotes.js'
import type { AnyRoute } from '../wire/route.js'
import type { BackendEvent } from './events.js'
import type { Limit, LimitName } from './policy/limits.js'
import type { Operation } from './policy/operations.js'
import type { BackendStore, ChallengeStore } from './stores/store.js'

/** The service and the platform's credentials for it (Authentication). */
export interface ServiceOptions {
  /** Base URL of the service's API, ending in the version segment. */
  readonly baseUrl: string
  /** API token id: the user name of Basic authentication. */
  readonly tokenId: string
  /** API client secret. Sent in the `Authorization` header of requests to the service, and nowhere else. */
  readonly clientSecret: string
  /**
   * Replaces the global `fetch`, for example with the emulator's. Always called with one `Request`. Without it, a
   * backend behind `serve` or `nodeHandler` sends with undici.
   */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The platform as a WebAuthn relying party. */
export interface RelyingParty {
  /** The page's host, or a parent domain of it. The library's `passkey.rpId` must be the same. */
  readonly id: string
  /** The platform's name, as authenticators show it. */
  readonly name: string
}

/** The parts of a request that are passed to the `owner` function of a route. All of them match the route's schemas. */
export interface OwnerParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The body as parsed by the route's schema; `undefined` if the route has no body. */
  readonly body: unknown
}

/** A call that pages may make in addition to the library's. */
export interface ExtraRoute {
  /** The call: its method, path and schemas. */
  readonly route: AnyRoute
  /**
   * Returns the id of the internal account that the call acts on, or `undefined` if there is none. The call is
   * forwarded only if the user may use that account. This function must itself check that every id in the request
   * belongs to that account, because the backend checks the ids only in calls of the library.
   */
  readonly owner: (parts: OwnerParts) => string | undefined | Promise<string | undefined>
  /** Whether the call needs a recent sign-in and uses it up, as an export does. */
  readonly stepUp?: boolean
}

/** The maximum ages of a sign-in, for the default step-up rule, and the payments that need a proof. */
export interface StepUpOptions {
  /** The maximum age of a sign-in for all operations except a refresh, in seconds. Default 300. */
  readonly maxAge?: number
  /** The maximum age of a sign-in for a refresh, in seconds. Default 43,200, which is twelve hours. */
  readonly refreshMaxAge?: number
  /** Which payments need a proof of their own, made with the account's passkey. Default: none. */
  readonly payments?: PaymentOptions
}

/** The amount of one currency above which a payment needs a proof. */
export interface PaymentLimit {
  /** In the smallest unit of the currency, such as cents. With 0, every payment needs a proof. */
  readonly amount: number
  /** The code of the currency that is sent, such as `EUR`. */
  readonly currency: string
}

/**
 * Which payments need a proof of their own: an assertion of the account's passkey, with user verification, over the
 * terms of the quote as the service gives them to the backend. `wallet.executeQuote` asks the person for it. The
 * backend has to know the passkey's public key. It learns the key when the passkey is registered through this backend
 * or, otherwise, when the person next signs in with it.
 *
 * @example
 * stepUp: { payments: { above: [{ amount: 100_00, currency: 'EUR' }, { amount: 110_00, currency: 'USD' }] } }
 */
export interface PaymentOptions {
  /**
   * A quote whose `totalSendingAmount` is larger needs a proof (Quote). So does a quote that sends a currency without a
   * limit.
   */
  readonly above: PaymentLimit | readonly PaymentLimit[]
  /**
   * What an account without a passkey needs for such a payment. `sign-in`: a sign-in that is not older than `maxAge`
   * and is not used up; the payment uses it up, even if the service refuses it, or is refused with 403
   * `STEP_UP_REQUIRED`. `refuse`, the default: the payment is refused with 403 `PAYMENT_PASSKEY_REQUIRED`.
   */
  readonly withoutPasskey?: 'sign-in' | 'refuse'
  /**
   * For how many milliseconds a new passkey does not count for payments, unless another passkey vouched for it: unless
   * the person had signed in with one that counts, and used that sign-in up for the registration. Default: a day, so
   * that somebody who has a code of the person, and no passkey, cannot add one and pay. After the removal of the last
   * passkey without such a sign-in, `withoutPasskey: 'sign-in'` waits as long. Until then a payment is refused with 403
   * `PAYMENT_NOT_YET`, whose `details.from` is the time.
   *
   * A function decides for each passkey that a payment could be proven with, at each payment, and also for a change
   * with `vouchedBy`. So a platform can vouch by means of its own, such as a check of the person's papers, or have
   * vouched passkeys wait, too. With 0, a mailed code is worth any payment.
   */
  readonly newPasskeyAfter?: number | ((change: NewPasskey) => number | Promise<number>)
}

/** The change to an account's passkeys for which `newPasskeyAfter` says how long payments wait. */
export interface NewPasskey {
  readonly accountId: string
  readonly change: 'added' | 'removed'
  /** When, in milliseconds since 1970. */
  readonly at: number
  /** The WebAuthn id of the passkey that was added, in base64url without padding. */
  readonly credentialId?: string
  /**
   * The WebAuthn id of an older passkey that vouches for it: the person had signed in with one that counts, and used
   * that sign-in up for the change.
   */
  readonly vouchedBy?: string
}

/** The call that the platform's own step-up rule decides about. */
export interface StepUpCall {
  /** The operation, such as `exportWallet`, or the `operation` of one of the platform's own routes. */
  readonly operation: string
  readonly accountId: string
  /** The received request without its body. */
  readonly request: Request
  /**
   * When the user last signed in to this account through this backend in this login session, in milliseconds since
   * 1970. `undefined` if there was no such sign-in, or if the option `loginSession` is not set.
   */
  readonly provenAt: number | undefined
}

/**
 * Decides whether the call may be forwarded. If the result is `false`, the call is refused with 403 `STEP_UP_REQUIRED`.
 * This function replaces the default rule: no call uses up a sign-in, and an account without credentials is not exempt.
 */
export type StepUpRule = (call: StepUpCall) => boolean | Promise<boolean>

/** The rate limits for each user. The value `false` switches a limit off. */
export interface LimitOptions extends Readonly<Partial<Record<LimitName, Limit | false>>> {
  /** Where the counts are stored. Default: the `store` of {@link BackendOptions}. It must be able to count. */
  readonly store?: BackendStore
}

/** Options of `createBackend`. */
export interface BackendOptions {
  /**
   * The service's options, or a function that returns them. The function is called at the first request, so the backend
   * can be created before the secret is known: during a build, for example, or in the global scope of a worker. It is
   * called again when the service refuses the secret, at most once a minute, and the refused call is then sent once
   * more. If the function fails then, it is called again after five seconds, and `onError` gets the reason.
   */
  readonly service: ServiceOptions | (() => ServiceOptions | Promise<ServiceOptions>)
  /**
   * Returns the ids of the internal accounts that the user behind a request may use, according to the platform's own
   * login session; `undefined` if nobody is logged in. Called for each request that passed the earlier checks, with a
   * deadline of 10 s. The request has the original URL, method and headers, but no body.
   */
  readonly authorize: (
    request: Request,
  ) => readonly string[] | undefined | Promise<readonly string[] | undefined>
  /** The relying party of the passkeys that the backend registers. */
  readonly relyingParty: RelyingParty
  /**
   * Origins of the platform's pages, such as `https://app.example.com`. CORS is not supported, so the pages and the
   * backend must have the same origin.
   */
  readonly origins: readonly string[]
  /**
   * Other origins whose pages may embed one of the platform's pages in a frame, for the registration of passkeys and
   * for the proofs of payments. Default: none. A browser that does not tell what is above the frame is refused. Send
   * `frame-ancestors` with the same origins, too: this option protects only the ceremonies.
   */
  readonly topOrigins?: readonly string[]
  /** The prefix that is removed from a path before routing. Default `/wallet`. */
  readonly basePath?: string
  /**
   * Where registration challenges, sign-ins and the counts of limits are stored. Default: `memoryStore()`, which
   * suits a single instance. Several instances need a store that they share: `redisStore(client)` or
   * `postgresStore(query)`. While the store fails, calls that depend on it are refused with 503, except those that a
   * limit counts and no proof depends on, where the limit says `whenStoreFails: 'count-here'`. With a store that cannot
   * count, such as `unstorageStore(storage)`, each instance counts the limits for itself.
   */
  readonly store?: BackendStore
  /**
   * A separate store for registration challenges. Default: the option `store`. If only `challenges` is set, everything
   * is stored there.
   */
  readonly challenges?: ChallengeStore
  /**
   * Returns a string that identifies the platform's login session, such as its session id. The string is hashed before
   * it is stored. If this option is set, step-up is on by default, limits are also counted for each login session, and
   * a sign-in or a registration challenge is valid only in its own login session. The string must stay the same for as
   * long as the user is logged in, so do not derive it from a token that rotates. Called for every request of a user
   * who is logged in. If it returns `undefined`, the request is refused with 401 `NOT_LOGGED_IN`. Without this option
   * and `stepUp`, `createBackend` writes a warning.
   */
  readonly loginSession?: (request: Request) => string | undefined | Promise<string | undefined>
  /**
   * The operations that pages may call. Default: `defaultOperations`, which are all except `exportWallet`. A function
   * is asked for each call, with a deadline of 10 s, so that an operation can be switched off while the backend runs:
   * if it returns `false`, the call is answered with 404, as if it were not on the list. It is asked about
   * `exportWallet` only where a list may name it.
   */
  readonly allow?: readonly Operation[] | ((operation: Operation) => boolean | Promise<boolean>)
  /**
   * The types of the credentials that pages may create and sign in with, such as `['PASSKEY', 'EMAIL_OTP']`. Calls for
   * another type, also for one that this version does not know, are refused with 403 `FORBIDDEN`. Credentials of every
   * type can be listed and revoked. Default: no type is refused.
   */
  readonly credentialTypes?: readonly CredentialType[]
  /**
   * Which operations need a recent sign-in through this backend. By default, step-up is on if `loginSession` is set.
   * Exporting the wallet, or creating or revoking a credential, then uses up a sign-in from the last five minutes. A
   * refresh needs a sign-in from the last twelve hours. A payment needs a proof only if `payments` says so. `false`
   * switches step-up off. A function replaces the default rule. It is called before a call is forwarded for the first
   * time: for every signed call but a sign-in, and for every other call that needs a sign-in by default.
   */
  readonly stepUp?: boolean | StepUpOptions | StepUpRule
  /**
   * The rate limits. Each can be changed or switched off, and `false` switches all of them off. Default:
   * `defaultLimits`.
   */
  readonly limits?: LimitOptions | false
  /**
   * Header names, for deployments of the service that spell them differently. Between the page and the backend they
   * are always `Wallet-Signature`, `Wallet-Request-Id` and `Wallet-Idempotency-Key`.
   */
  readonly headerNames?: Partial<HeaderNames>
  /**
   * Returns the person's IP address, which is sent to the service when the person releases a payment (wire-facts 12.2
   * [current]). Take it from a source that the page cannot write: a header such as `X-Forwarded-For` contains what the
   * page has sent, unless your own proxy replaces it. Without this option, and for `undefined`, no address is sent. A
   * page can never name one.
   */
  readonly endUserIp?: (request: Request) => string | undefined | Promise<string | undefined>
  /**
   * Returns the name of a payment's receiver from the platform's own table, such as the saved payees of a customer: one
   * line of at most 140 characters. Pages get it as `platformPayee` of each quote that passes through the backend, and
   * in the terms of a payment that the person has to prove. `undefined` for a receiver without a name there. If it
   * fails, a quote passes without the name, and a payment that needs a proof is refused with 500.
   */
  readonly payeeOf?: (quote: Quote) => string | undefined | Promise<string | undefined>
  /** Further calls that pages may make. The `owner` of each returns the account that the call acts on. */
  readonly routes?: readonly ExtraRoute[]
  /**
   * Called with errors that pages do not see, such as the cause of a response with a status of 500 or more, and with
   * those of `onEvent`. A promise that this function returns is not awaited. What it throws or rejects with is ignored.
   * By default, such errors are dropped.
   */
  readonly onError?: (error: unknown) => void
  /**
   * Called once for each call when it has been answered or refused. `request` has the call's URL, method and headers,
   * and no body. A promise that this function returns is not awaited. What it throws or rejects with goes to `onError`.
   */
  readonly onEvent?: (event: BackendEvent, request: Request) => void
  /**
   * The clock for the age of sign-ins, the periods of limits and the times in events. Meant for tests. Default: the
   * system's clock.
   */
  readonly clock?: { now(): number }
}
