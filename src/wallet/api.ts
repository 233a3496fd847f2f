/**
 * The public interface of a wallet: its methods, their options, and what they promise. Long because a reader finds all of it
 * here.
 *
 * @module
 */

import type { Clock } from '../clock.js'
import type { CredentialType } from '../wire/credential-type.js'
import type { AuthMethod } from '../wire/credentials.js'
import type { HeaderNames } from '../wire/headers.js'
import type { InternalAccount } from '../wire/internal-accounts.js'
import type { Quote } from '../wire/quotes.js'
import type { ListedSession } from '../wire/sessions.js'
import type { GetOidcToken, PasskeySettings } from './credentials/method.js'
import type { AnyCreationInput } from './credentials/methods.js'
import type { SandboxPorts } from './credentials/sandbox-ports.js'
import type { Confirm } from './flows/confirm.js'
import type { Signer } from './flows/signer.js'
import type { SessionInfo, WalletState } from './machine/machine.js'
import type { Transition } from './machine/store.js'
import type { AccountStore } from './record/storage.js'
import type { OwnHeaders } from './transport/own-headers.js'
import type { Backend } from './transport/transport.js'

export interface WalletOptions {
  /** `InternalAccount:<uuid>` of type `EMBEDDED_WALLET`. */
  readonly accountId: string
  /**
   * Base URL of the platform backend, such as `/wallet`, or a handler. A relative URL is resolved against the page at the
   * first request. A handler gets requests with the interface's paths, such as `/auth/credentials`.
   */
  readonly backend: Backend
  /**
   * Added to each call to the backend: a CSRF or bearer token. A value, or a function that is called for each request. If it
   * throws, the call rejects with `HEADERS_FAILED` and nothing is sent; a header that cannot be sent, or that the interface
   * uses, is a `TypeError`.
   *
   * @example
   * createWallet({ accountId, backend: '/wallet', headers: () => ({ 'X-CSRF-Token': csrfToken() }) })
   */
  readonly headers?: OwnHeaders
  /** Where the account's record is stored. Default: IndexedDB, or memory where that fails or there is no `document`. */
  readonly store?: AccountStore
  /** Replaces the clock and its timers in tests. */
  readonly clock?: Clock
  /** Header names that this deployment spells differently. */
  readonly headerNames?: Partial<HeaderNames>
  /**
   * How many seconds before `expiresAt` one tab refreshes the session, with a retry every 30 s. Never before half of the time
   * has passed that the session had left when the page first saw it. Unset: no automatic refresh.
   */
  readonly refreshAhead?: number
  /**
   * After how many seconds without input in this page (pointer, key, wheel, a return to it) `refreshAhead` lets the session
   * expire. The next input goes on. Unset: a page that nobody attends to stays signed in. Without a `document` no input is seen.
   */
  readonly idleTimeout?: number
  readonly passkey?: PasskeySettings
  /** P-256 public key, in hex, that signatures of exports are checked with. Without it `exportWallet` rejects. */
  readonly exportSigner?: string
  /**
   * The organization of this account's wallet, as the platform knows it: nothing is stamped that names another one, and no
   * export of another one is opened. Unset: the one that the first signed operation of the account in this browser named.
   */
  readonly organizationId?: string
  /**
   * Called with each event that changes something, before its effects run: for inspectors and logs. It gets the names and
   * the new state, never a secret. An error that it throws is reported as uncaught and does not affect the wallet.
   *
   * @example
   * createWallet({ accountId, backend, onTransition: ({ event, effects }) => console.debug(event, ...effects) })
   */
  readonly onTransition?: (transition: Transition) => void
  /**
   * Asked before each stamp of an operation that a person started: never for an automatic refresh or a sign-out, and not by
   * `signer.stamp`. It has until the signed-request challenge or the quote expires, five minutes for a refresh. Where it does
   * not resolve with `true`, the call rejects with `CONFIRMATION_REFUSED`, and nothing is stamped.
   *
   * @example
   * createWallet({ accountId, backend, confirm: ({ operation, details, signal }) => showSheet(operation, details, signal) })
   */
  readonly confirm?: Confirm
  /** Magic values of the service's sandbox, from `embedded-wallet-auth/sandbox`. Never in production. */
  readonly sandbox?: SandboxPorts
}

/** An abort rejects the call: with `CANCELLED`, or with `OUTCOME_UNKNOWN` if a single-use call is already in flight. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/** Which credential to sign in with. `credential` (`AuthMethod:…`) is needed if the account has several of this type. */
export type SignInOptions = CallOptions & { readonly credential?: string } & (
    | { readonly type: Exclude<CredentialType, 'OAUTH'> }
    | { readonly type: 'OAUTH'; readonly getOidcToken: GetOidcToken }
  )

/** What to prepare. For EMAIL_OTP this only loads parts of the library; it sends no code. */
export interface PrepareOptions extends CallOptions {
  readonly type: CredentialType
  readonly credential?: string
}

/** The proof that a flow in `awaitingProof` waits for: a one-time code, or an ID token as received. */
export type ProofInput = CallOptions & ({ readonly otp: string } | { readonly oidcToken: string })

export type CreateCredentialOptions = CallOptions & AnyCreationInput

/** A signed request that has no method of its own in this library. */
export interface SignedRequestOptions extends CallOptions {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  /** The interface's path, such as `/cards/Card:…`. The backend has to allow it. */
  readonly path: string
  /** JSON. Serialised once: both legs send the same bytes. */
  readonly body?: unknown
}

/** An exported recovery phrase. */
export interface ExportedWallet {
  /** UTF-8 bytes. Show them, then call `wipe()`. A string made from them cannot be wiped. */
  readonly phrase: Uint8Array
  /** Overwrites the bytes. */
  wipe(): void
}

export interface Credentials {
  /** `GET /auth/credentials`. Needs no session. */
  list(options?: CallOptions): Promise<readonly AuthMethod[]>
  /**
   * Creates a credential. The account's first one needs no session; every later one is stamped with the session's key.
   * Rejects before any ceremony, code or callback: for a second PASSKEY or EMAIL_OTP with the service's own code, without a
   * session with `SESSION_REQUIRED`.
   *
   * @example
   * await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
   */
  create(options: CreateCredentialOptions): Promise<AuthMethod>
  /** Revokes a credential and the sessions that it issued. Needs a session that another credential issued. */
  revoke(id: string, options?: CallOptions): Promise<void>
}

export interface Sessions {
  /** The account's active sessions. Needs no session. If this wallet's own is missing, the state becomes `none`. */
  list(options?: CallOptions): Promise<readonly ListedSession[]>
  /** Gets a new session with a new id. The old one stays valid at the service until its own `expiresAt`. */
  refresh(options?: CallOptions): Promise<SessionInfo>
  /** Revokes a session, this wallet's own included. Needs a session. */
  revoke(id: string, options?: CallOptions): Promise<void>
}

/**
 * A wallet of one account in one page. Every promise settles within a deadline, and by then `getState()` shows the result.
 * Methods reject with a {@link WalletError}, or with a `TypeError` for a caller's mistake. Those that need a session reject
 * with `SESSION_REQUIRED` without one.
 */
export interface Wallet {
  /** Settles when storage has been read and a stored session, if there is one, has been restored. Never rejects. */
  readonly ready: Promise<void>
  /** The current state: frozen JSON without secrets, and the same object until something changes. */
  getState(): WalletState
  /** Calls `listener` after each change and returns a function that unsubscribes. React has a door of its own. */
  subscribe(listener: () => void): () => void
  /**
   * Signs in. PASSKEY and OAUTH resolve when the session is active; EMAIL_OTP resolves when the code has been sent and is
   * awaited. An existing session stays until the new one is stored. Rejects with `CREDENTIAL_NOT_FOUND`,
   * `CREDENTIAL_AMBIGUOUS`, `BUSY` while a single-use call is in flight, or a {@link CeremonyError}.
   *
   * @example
   * await wallet.signIn({ type: 'EMAIL_OTP' })
   * await wallet.submit({ otp: '123456' })
   */
  signIn(options: SignInOptions): Promise<void>
  /** Submits the awaited proof. After a wrong code this rejects, and the flow waits for another one, with a `fault`. */
  submit(proof: ProofInput): Promise<void>
  /** Has another code sent. Rejects with `RATE_LIMITED` if it is too soon. `resendAt` says when it is possible. */
  resend(options?: CallOptions): Promise<void>
  /** Does in advance what a sign-in needs before its ceremony, so that a click on "sign in" opens the browser's dialog at once. */
  prepare(options: PrepareOptions): Promise<void>
  /** Ends the flow. An existing session stays, and a session key that has already been delivered is still used. */
  cancel(): void
  /**
   * Signs out at once, here and in every tab, and revokes the session at the service, for which this call alone keeps the key
   * for up to 10 s. Where the service refuses or does not answer, this rejects with `REVOKE_FAILED`, and the person is signed
   * out here anyway. If the storage fails, it rejects with `ERASE_FAILED` instead: the next page may still find the key.
   *
   * With `revoke: false` nothing is sent, and the session stays valid at the service until its `expiresAt`.
   *
   * @example
   * await wallet.signOut()
   */
  signOut(options?: { readonly revoke?: boolean }): Promise<void>
  /** Stamps payloads that the platform got from the service. `undefined` without a session. */
  readonly signer: Signer | undefined
  readonly credentials: Credentials
  readonly sessions: Sessions
  /** Exports the recovery phrase. Rejects with `EXPORT_SIGNER_REQUIRED` unless the option `exportSigner` is set. */
  exportWallet(options?: CallOptions): Promise<ExportedWallet>
  /** Hides the wallet's activity, or shows it again. Resolves with the changed account. */
  updatePrivacy(change: { readonly privateEnabled: boolean } & CallOptions): Promise<InternalAccount>
  /**
   * Executes a quote of this wallet, as the platform got it from `POST /quotes`, and resolves with the quote as the service
   * has it then: look at its `status`. `FAILED` and `EXPIRED` are unpaid.
   *
   * Where the answer is lost it rejects `OUTCOME_UNKNOWN`, and `getState().unsettled` shows the quote until the outcome is
   * known. Execute it again, also past its expiry, after a reload or in another tab: it is never paid twice. A quote whose
   * outcome is known is read. Rejects `CHALLENGE_EXPIRED` for one that was never sent and is past its `expiresAt`, and with a
   * `TypeError` for a quote of another account.
   *
   * @example
   * const { status } = await wallet.executeQuote(quote)
   */
  executeQuote(quote: Quote, options?: CallOptions): Promise<Quote>
  /**
   * A quote as the service has it now. Needs no session. What it shows settles a payment in doubt: `PROCESSING`, `COMPLETED`,
   * `FAILED` or `EXPIRED` takes the quote out of `getState().unsettled`; `PENDING` does not, since a lost call may still arrive.
   *
   * @example
   * for (const { quoteId } of wallet.getState().unsettled) await wallet.getQuote(quoteId)
   */
  getQuote(quoteId: string, options?: CallOptions): Promise<Quote>
  /** Sends any other signed request that the backend allows. Resolves with the JSON of the answer, unchecked. */
  signedRequest(options: SignedRequestOptions): Promise<unknown>
  /**
   * The server's time in milliseconds since 1970, as far as answers have shown it: for countdowns to `expiresAt` and `resendAt`.
   *
   * @example
   * const secondsLeft = (Date.parse(session.expiresAt) - wallet.now()) / 1000
   */
  now(): number
  /** Stops timers and listeners and rejects pending calls with `DISPOSED`. What is stored stays. */
  dispose(): void
}
