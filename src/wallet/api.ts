/** The public interface of a wallet: its methods, their options, and what they promise. @module */
import type { Clock } from '../clock.js'
import type { CallOptions } from '../signals.js'
import type { CredentialType, TypesByProof } from '../wire/credential-type.js'
import type { AuthMethod } from '../wire/credentials.js'
import type { Quote } from '../wire/quotes.js'
import type { ListedSession } from '../wire/sessions.js'
import type { GetOidcToken, PasskeySettings } from './credentials/method.js'
import type { AnyCreationInput } from './credentials/methods.js'
import type { SandboxPorts } from './credentials/sandbox-ports.js'
import type { Signer } from './flows/signer.js'
import type { WalletEvent } from './machine/events.js'
import type { SessionInfo, WalletState } from './machine/machine.js'
import type { Transition } from './machine/store.js'
import type { Confirm, OwnMethods } from './operations/operations.js'
import type { AccountStore } from './record/storage.js'
import type { OwnHeaders } from './transport/own-headers.js'
import type { Backend } from './transport/request.js'

/** Options of `createWallet`. */
export interface WalletOptions {
  /** Id of the account, `InternalAccount:<uuid>`. The account must have the type `EMBEDDED_WALLET`. */
  readonly accountId: string
  /**
   * Base URL of the platform backend, such as `/wallet`, or a handler function. A relative URL is resolved against the
   * page's URL when a request is sent. A handler gets requests with the paths of the service's API, such as
   * `/auth/credentials`.
   */
  readonly backend: Backend
  /**
   * Headers to add to each request to the backend, such as a CSRF or bearer token. Pass an object, or a function that
   * is called for each request. If the function throws, the call rejects with `HEADERS_FAILED` and nothing is sent. A
   * header that cannot be sent, or that the library sends itself, causes a `TypeError`.
   *
   * @example
   * createWallet({ accountId, backend: '/wallet', headers: () => ({ 'X-CSRF-Token': csrfToken() }) })
   */
  readonly headers?: OwnHeaders
  /**
   * Where the account's record is stored. Default: IndexedDB, or memory if IndexedDB fails or there is no `document`.
   */
  readonly store?: AccountStore
  /** Replaces the clock and its timers, in tests. */
  readonly clock?: Clock
  /**
   * How many seconds before `expiresAt` one of the tabs refreshes the session. A failed refresh is tried again every
   * 30 s. If less than twice this time is left when a page first sees the session, the page instead refreshes the
   * session halfway to its expiry. Default: no automatic refresh.
   */
  readonly refreshAhead?: number
  /**
   * The automatic refresh stops after this many seconds without input, so that the session expires. Input is a click or
   * touch, a key, the wheel, or a return to the page. The next input resumes the automatic refresh. Default: no limit,
   * so an unattended page stays signed in. Without a `document`, there is no input.
   */
  readonly idleTimeout?: number
  /** Settings for the browser's passkey dialogs. */
  readonly passkey?: PasskeySettings
  /**
   * The P-256 public key, in hex, that verifies the signatures of exports. While the service replaces its key, pass an
   * array of the old and the new key. Without this option, `exportWallet` rejects.
   */
  readonly exportSigner?: string | readonly string[]
  /**
   * The id of the organization that the account's wallet belongs to, as known to the platform. The wallet's operations
   * refuse payloads and exports that name a different organization. `signer.stamp` does not check the organization.
   * Default: the organization in the payload of this account's first successful signed operation in this browser.
   */
  readonly organizationId?: string
  /**
   * How the keys of new sessions arrive (docs/architecture.md). `sealed`: the service makes a key, and seals it to this
   * page. `client-held`: this page makes the key, and one-time codes are encrypted to the service. The service has to
   * support the choice; nothing switches by itself, not even after an error. An attempt that has begun, perhaps in an
   * earlier page, ends as it began, and a refresh moves a session to the current choice. Default `sealed`.
   */
  readonly keyDelivery?: 'sealed' | 'client-held'
  /**
   * With `client-held`: the P-256 public keys, in hex, that may sign the key to which the service wants a code
   * encrypted. While the service replaces its key, pass an array of both. Without this option, no code is requested.
   * `unverified` accepts any key, so that a backend, or who stands between, can read codes and take over the sign-in.
   */
  readonly otpSigner?: string | readonly string[]
  /**
   * With `client-held`: the encoding of the public key that is encrypted with a code. Default `compressed`, the only
   * one that the service's production takes (wire-facts 11.2). With the other one, it refuses even the right code.
   */
  readonly otpPublicKey?: 'compressed' | 'uncompressed'
  /**
   * Called with each transition before its effects run, for inspectors and logs. A transition contains the names of the
   * event and the effects, and the new state, but no secrets. An error that this function throws is reported as
   * uncaught and does not affect the wallet.
   *
   * @example
   * createWallet({ accountId, backend, onTransition: ({ event, effects }) => console.debug(event, ...effects) })
   */
  readonly onTransition?: (transition: Transition) => void
  /**
   * Called with an event for each transition, call to the backend, stamp and commit, for logs and support. An event
   * contains only names, durations and error codes: no secret, id, address or amount. An error that this function
   * throws is reported as uncaught and does not affect the wallet.
   *
   * @example
   * createWallet({ accountId, backend, onEvent: (event) => navigator.sendBeacon('/log', JSON.stringify(event)) })
   */
  readonly onEvent?: (event: WalletEvent) => void
  /**
   * Asks the user for consent. It is called before the first request of each operation that may need a stamp and that
   * the user started, but not for an automatic refresh, a sign-out or `signer.stamp`. The creation of a passkey asks
   * before its dialog. It must settle within five minutes, and before the session or the quote expires. Unless it
   * resolves with `true`, the call rejects with `CONFIRMATION_REFUSED`, and nothing is stamped.
   *
   * @example
   * createWallet({ accountId, backend, confirm: ({ operation, details }) => showSheet(operation, details) })
   */
  readonly confirm?: Confirm
  /** Magic values for the service's sandbox, from `embedded-wallet-auth/sandbox`. Never in production. */
  readonly sandbox?: SandboxPorts
}

/** Which credential to sign in with, and how. */
export type SignInOptions = CallOptions & {
  /** `AuthMethod:…`: needed if the account has several credentials of this type. */
  readonly credential?: string
} & (
    | {
        /** The type of the credential. */
        readonly type: TypesByProof['otp' | 'assertion']
      }
    | {
        readonly type: TypesByProof['assertion']
        /**
         * `conditional` opens no dialog. Instead, the passkey is offered in the autofill of a field whose
         * `autocomplete` ends with `webauthn`, and the call waits until the user chooses the passkey.
         */
        readonly mediation: 'conditional'
      }
    | {
        readonly type: TypesByProof['oidcToken']
        /** Gets the ID token that proves who the user is. */
        readonly getOidcToken: GetOidcToken
      }
  )

/** The sign-in to prepare. Preparing EMAIL_OTP only loads parts of the library; it sends no code. */
export interface PrepareOptions extends CallOptions {
  /** The type of the credential. */
  readonly type: CredentialType
  /** `AuthMethod:…`: needed if the account has several credentials of this type. */
  readonly credential?: string
}

/** The result of preparing a sign-in or a creation. */
export interface Preparation {
  /**
   * When the preparation expires: ISO 8601, server time. After that, a click has to wait for the backend before the
   * dialog opens, so prepare again before this time. Absent if nothing expires.
   */
  readonly usableUntil?: string
}

/** The proof that a flow in `awaitingProof` waits for: a one-time code, or an ID token as received. */
export type ProofInput = CallOptions & ({ readonly otp: string } | { readonly oidcToken: string })

/** What to create: the credential's type and the input that this type needs. */
export type CreateCredentialOptions = CallOptions & AnyCreationInput

/** The person's answer to what a payment waits for. */
export interface AuthorizeQuoteOptions extends CallOptions {
  /** The code as the person typed it. Without it, the browser asks for the passkey. */
  readonly code?: string
}

/** The credentials of the wallet's account. */
export interface Credentials {
  /**
   * The credential types that this wallet can create and sign in with. SMS_OTP needs `keyDelivery: 'client-held'`.
   *
   * @example
   * const usable = list.filter(({ type }) => wallet.credentials.types.includes(type))
   */
  readonly types: readonly CredentialType[]
  /** Lists the account's credentials, with `GET /auth/credentials`. Needs no session. */
  list(options?: CallOptions): Promise<readonly AuthMethod[]>
  /**
   * Creates a credential. The account's first credential needs no session; every later one is stamped with the session
   * key. Rejects with `SESSION_REQUIRED` if a session is needed but missing, and with the service's own error code for
   * a second PASSKEY or EMAIL_OTP. Both are checked first, so no ceremony has started, no code has been sent, and
   * `getOidcToken` has not been called.
   *
   * @example
   * await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
   */
  create(options: CreateCredentialOptions): Promise<AuthMethod>
  /**
   * Prepares a creation up to its ceremony, so that a click on "add a passkey" opens the browser's dialog at once. The
   * next `create` with the same input, such as the same nickname, uses the preparation. Rejects with the errors that
   * `create` reports before a ceremony.
   *
   * @example
   * await wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Laptop' })
   */
  prepare(options: CreateCredentialOptions): Promise<Preparation>
  /** Revokes a credential and the sessions that it issued. Needs a session that another credential issued. */
  revoke(id: string, options?: CallOptions): Promise<void>
}

/** The sessions of the wallet's account. */
export interface Sessions {
  /**
   * Lists the account's active sessions. Needs no session. If this wallet's own session is not in the list, the status
   * of the wallet's session becomes `none`. While this browser has a session, the sessions that it has replaced, and
   * that are about to be revoked, are left out.
   */
  list(options?: CallOptions): Promise<readonly ListedSession[]>
  /**
   * Replaces the session with a new one, which has a new id. Soon after, the old session is revoked with the new key.
   * If that fails, it is tried again until the old session's `expiresAt`.
   */
  refresh(options?: CallOptions): Promise<SessionInfo>
  /** Revokes a session, which may be this wallet's own. Needs a session. */
  revoke(id: string, options?: CallOptions): Promise<void>
  /**
   * Logs out everywhere: revokes the account's sessions, all or all but `except`, and this wallet's own at last. Needs
   * a session. The option `confirm` is asked once. If a session cannot be revoked, rejects with the reason after the
   * others have been, and this wallet's own session stays, so that you can repeat the call.
   *
   * @example
   * await wallet.sessions.revokeAll({ except: session.id }) // without `except`: also here
   */
  revokeAll(options?: { readonly except?: string } & CallOptions): Promise<void>
}

/**
 * The wallet of one account in one page. Every promise settles within a deadline. When it settles, `getState()` already
 * shows the result. Methods reject with a {@link WalletError}, or with a `TypeError` for a caller's mistake. Methods
 * that need a session reject with `SESSION_REQUIRED` if there is none.
 */
export interface Wallet extends OwnMethods {
  /**
   * Resolves when the storage has been read and the stored session, if there is one, has been restored. Never
   * rejects.
   */
  readonly ready: Promise<void>
  /** The current state: frozen JSON without secrets, and the same object until something changes. */
  getState(): WalletState
  /**
   * Calls `listener` after each change. Returns a function that unsubscribes. For React, use
   * `embedded-wallet-auth/react`.
   */
  subscribe(listener: () => void): () => void
  /**
   * Signs in. For PASSKEY and OAUTH this resolves when the session is active; for EMAIL_OTP it resolves when a code has
   * been sent. An existing session stays until the new one is stored. Rejects with `CREDENTIAL_NOT_FOUND`,
   * `CREDENTIAL_AMBIGUOUS` or a {@link CeremonyError}, or with `BUSY` while a single-use call is in flight.
   *
   * With `mediation: 'conditional'` a passkey is offered in the autofill of the page's form, for an hour at most. Until
   * the user chooses it, the state shows no flow. Another `signIn` or `credentials.create` of this wallet ends the
   * offer, and this call rejects with `SUPERSEDED`. `signal` and `cancel()` also end the offer. If the browser cannot
   * offer passkeys in autofill, this rejects with `PASSKEYS_UNSUPPORTED` before anything is sent.
   *
   * @example
   * await wallet.signIn({ type: 'EMAIL_OTP' })
   * await wallet.submit({ otp: '123456' })
   */
  signIn(options: SignInOptions): Promise<void>
  /**
   * Submits the awaited proof. If the code is wrong, this rejects; the flow shows the error as its `fault` and waits
   * for another code. If the state shows no ID token as awaited, the storage is read again before this rejects with
   * `NOT_AWAITED`; nothing is sent then.
   */
  submit(proof: ProofInput): Promise<void>
  /**
   * Requests another code. Rejects with `RATE_LIMITED` if it is too soon; `resendAt` in the state tells when another
   * code may be sent.
   */
  resend(options?: CallOptions): Promise<void>
  /**
   * Prepares a sign-in up to its ceremony, so that a click on "sign in" opens the browser's dialog at once. The
   * preparation can be used once, and is kept if the user tries another type first.
   *
   * @example
   * const { usableUntil } = await wallet.prepare({ type: 'PASSKEY' })
   */
  prepare(options: PrepareOptions): Promise<Preparation>
  /**
   * Ends the flow. An existing session stays. If a sign-in's session key has already been delivered, the session still
   * starts.
   */
  cancel(): void
  /**
   * Signs out at once, here and in every tab, and then revokes the session at the service, and before it those that it
   * has replaced in this browser. To sign the revocations, this call keeps the key for up to 10 s. If one of them is
   * not confirmed, this rejects with `REVOKE_FAILED`, although the user is signed out here. The account's next session
   * in this browser then revokes what is left. If the storage fails, this rejects with `ERASE_FAILED`, because the next
   * page may still find the key.
   *
   * With `revoke: false` nothing is sent, and the session stays valid at the service until its `expiresAt`, or until
   * the account's next session in this browser revokes it.
   *
   * @example
   * await wallet.signOut()
   */
  signOut(options?: { readonly revoke?: boolean }): Promise<void>
  /**
   * Stamps payloads that the platform got from the service, except those of an export or with a `targetPublicKey`: the
   * wallet has methods for these. `undefined` if there is no session.
   */
  readonly signer: Signer | undefined
  /** Lists, creates and revokes the account's credentials. */
  readonly credentials: Credentials
  /** Lists, refreshes and revokes the account's sessions. */
  readonly sessions: Sessions
  /**
   * Releases a payment that waits for the person, status `PENDING_AUTHORIZATION` (wire-facts 12). With `code`, sends
   * the code that the person has received or that their app shows. Without `code`, opens the browser's passkey dialog;
   * once this page has read the quote, the dialog opens within the click. Needs no session and no stamp.
   *
   * Resolves with the quote as the service returns it. If its status is `PENDING_AUTHORIZATION` again, another answer
   * is needed: look at `waitsFor` in `getState().unsettled`, and call this again. If the outcome is already known, or
   * turns out to be, resolves with the quote as read.
   *
   * A wrong code rejects with the service's error, and the payment keeps waiting. Rejects with `AUTHORIZATION_EXPIRED`
   * once the service no longer accepts an answer: nothing more can be done than to read the quote until it is `FAILED`,
   * and then to make a new one. If the answer is lost, rejects with `OUTCOME_UNKNOWN`: `getQuote`, or this call again,
   * finds out; no payment is made twice. Rejects with `NOT_AWAITED` if the quote was never executed, or if it waits for
   * a code and none is given.
   *
   * @example
   * let quote = await wallet.executeQuote(given)
   * while (quote.status === 'PENDING_AUTHORIZATION') quote = await wallet.authorizeQuote(quote, { code: await ask() })
   */
  authorizeQuote(quote: Quote | string, options?: AuthorizeQuoteOptions): Promise<Quote>
  /**
   * Sends the person another code for a payment that waits for one (wire-facts 12). The challenge stays the same, and
   * expires when it would have. Needs no session. Rejects with the service's 409 if the payment waits for a passkey.
   *
   * @example
   * await wallet.resendQuoteCode(quote)
   */
  resendQuoteCode(quote: Quote | string, options?: CallOptions): Promise<void>
  /**
   * Reads a quote from the service. Needs no session. If the status is `PROCESSING`, `COMPLETED`, `FAILED` or
   * `EXPIRED`, the outcome of its payment is known, and the quote leaves `getState().unsettled`. If the status is
   * `PENDING`, the quote stays there, because a call whose answer was lost may still take effect; if it is
   * `PENDING_AUTHORIZATION`, the quote waits for `authorizeQuote`.
   * If only the status can be read, rejects with `MALFORMED_ANSWER`, which has the status as `quoteStatus`.
   *
   * @example
   * for (const { quoteId } of wallet.getState().unsettled) await wallet.getQuote(quoteId)
   */
  getQuote(quoteId: string, options?: CallOptions): Promise<Quote>
  /**
   * The server's time in milliseconds since 1970, estimated from the service's answers. Use it for countdowns to
   * `expiresAt` and `resendAt`.
   *
   * @example
   * const secondsLeft = (Date.parse(session.expiresAt) - wallet.now()) / 1000
   */
  now(): number
  /**
   * Asks the backend for something without effect, because browsers report a wrong connection state behind some VPNs.
   * Resolves with `false` if no answer arrives within 10 seconds. Never rejects.
   *
   * @example
   * if (!navigator.onLine && !(await wallet.isReachable())) banner.hidden = false
   */
  isReachable(): Promise<boolean>
  /** Stops timers and listeners, and rejects pending calls with `DISPOSED`. Stored data is kept. */
  dispose(): void
}

/** What a wallet and a wallet in a frame have in common, which is all that the elements and hooks need. */
export type AnyWallet = Omit<Wallet, 'signer' | 'exportWallet'>
