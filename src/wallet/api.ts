/** The public interface of a wallet: what can be asked of it, and what it promises. @module */

import type { Clock } from '../clock.js'
import type { CredentialType } from '../wire/credential-type.js'
import type { AuthMethod } from '../wire/credentials.js'
import type { HeaderNames } from '../wire/headers.js'
import type { InternalAccount } from '../wire/internal-accounts.js'
import type { Quote } from '../wire/quotes.js'
import type { ListedSession } from '../wire/sessions.js'
import type { CreationInput, GetOidcToken, PasskeySettings } from './credentials/method.js'
import type { SandboxPorts } from './credentials/sandbox-ports.js'
import type { Signer } from './flows/signer.js'
import type { SessionInfo, WalletState } from './machine/machine.js'
import type { Transition } from './machine/store.js'
import type { AccountStore } from './record/storage.js'
import type { Backend } from './transport/transport.js'

export interface WalletOptions {
  /** `InternalAccount:<uuid>` of type `EMBEDDED_WALLET`. */
  readonly accountId: string
  /**
   * Base URL of the platform backend, such as `/wallet` (a relative one is resolved at the first request), or a handler,
   * which then sees the interface's paths at the root of its origin.
   */
  readonly backend: Backend
  /** Where the record lives. Default: IndexedDB, and memory where that fails or there is no `document`. */
  readonly store?: AccountStore
  /** Time; for tests. */
  readonly clock?: Clock
  /** Where the deployment spells header names differently. */
  readonly headerNames?: Partial<HeaderNames>
  /** Seconds before `expiresAt` at which one tab refreshes the session; tried again every 30 s. Unset: never by itself. */
  readonly refreshAhead?: number
  readonly passkey?: PasskeySettings
  /** Hex public key of the export signer, pinned: without it `exportWallet` rejects. */
  readonly exportSigner?: string
  /**
   * Called with each event that meant something, before its effects run: for inspectors and logs. Names and the state, no
   * secret. What it throws is reported as uncaught, and changes nothing here.
   *
   * @example
   * createWallet({ accountId, backend, onTransition: ({ event, effects }) => console.debug(event, ...effects) })
   */
  readonly onTransition?: (transition: Transition) => void
  /** Magic values of the service's sandbox, from `embedded-wallet-auth/sandbox`. Never in production. */
  readonly sandbox?: SandboxPorts
}

/** An abort ends the call: with `CANCELLED`, or `OUTCOME_UNKNOWN` when a single-use call was out already. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/** Which credential to sign in with. `credential`: `AuthMethod:…`, where the account has several of the type. */
export type SignInOptions = CallOptions & { readonly credential?: string } & (
    | { readonly type: Exclude<CredentialType, 'OAUTH'> }
    | { readonly type: 'OAUTH'; readonly getOidcToken: GetOidcToken }
  )

/** What to prepare. EMAIL_OTP mails nothing ahead: only its code is loaded. */
export interface PrepareOptions extends CallOptions {
  readonly type: CredentialType
  readonly credential?: string
}

/** The proof that a flow in `awaitingProof` waits for. */
export type ProofInput = CallOptions & ({ readonly otp: string } | { readonly oidcToken: string })

export type CreateCredentialOptions = CallOptions & CreationInput

/** A signed request that has no method of its own here. */
export interface SignedRequestOptions extends CallOptions {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  /** The interface's path, such as `/cards/Card:…`; the backend has to route it. */
  readonly path: string
  /** JSON; serialised once. */
  readonly body?: unknown
}

/** An exported recovery phrase. */
export interface ExportedWallet {
  /** UTF-8. Show it, then wipe it; a string made of it cannot be wiped. */
  readonly phrase: Uint8Array
  /** Overwrites the bytes. */
  wipe(): void
}

export interface Credentials {
  /** `GET /auth/credentials`. Needs no session. */
  list(options?: CallOptions): Promise<readonly AuthMethod[]>
  /**
   * Creates a credential: the account's first one right away, another one with a stamp. Looks first, so that a second
   * PASSKEY or EMAIL_OTP (the service's own code) or a missing session (`SESSION_REQUIRED`) rejects before any ceremony,
   * mail or callback.
   *
   * @example
   * await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
   */
  create(options: CreateCredentialOptions): Promise<AuthMethod>
  /** Revokes a credential and with it the sessions it issued. The stamp must come from another credential's session. */
  revoke(id: string, options?: CallOptions): Promise<void>
}

export interface Sessions {
  /** Active sessions of the account. Needs no session. A session of ours that is missing there has been revoked. */
  list(options?: CallOptions): Promise<readonly ListedSession[]>
  /** A new session under a new id; the old one lives at the service until its own expiry. */
  refresh(options?: CallOptions): Promise<SessionInfo>
  revoke(id: string, options?: CallOptions): Promise<void>
}

/**
 * A wallet of one account in one page. Every method rejects with a {@link WalletError} within its deadline, or with a
 * `TypeError` for a caller's mistake; when its promise settles, `getState()` already shows the result.
 */
export interface Wallet {
  /** Storage has been read, a session restored or not. Never rejects. */
  readonly ready: Promise<void>
  /** Frozen JSON without any secret; the same object until something changes. */
  getState(): WalletState
  /** Calls `listener` after each change, until the answer is called. Fits `useSyncExternalStore` as it is. */
  subscribe(listener: () => void): () => void
  /**
   * Signs in; while signed in, signs in again, and the old session stays until the new one is stored. PASSKEY and OAUTH
   * resolve with the session active, EMAIL_OTP with the code awaited.
   *
   * @example
   * await wallet.signIn({ type: 'EMAIL_OTP' })
   * await wallet.submit({ otp: '123456' })
   */
  signIn(options: SignInOptions): Promise<void>
  /** Gives the awaited proof. A refused code leaves the flow waiting for another, with a `fault`. */
  submit(proof: ProofInput): Promise<void>
  /** Asks for another code. Rejects `RATE_LIMITED` while the service wants a pause; `resendAt` says until when. */
  resend(options?: CallOptions): Promise<void>
  /** Does everything that comes before the gesture, so that the click on "sign in" goes straight to the browser's dialog. */
  prepare(options: PrepareOptions): Promise<void>
  /** Ends the flow; the session stays. A key that has arrived is kept. */
  cancel(): void
  /**
   * Signs out here and in every tab, at once. With `revoke` the service ends the session too; when it refuses or cannot be
   * reached within 10 s this rejects `REVOKE_FAILED`, signed out anyway. Rejects `ERASE_FAILED`, which goes before, while
   * the storage fails: the key may still be there for the next page.
   */
  signOut(options?: { readonly revoke?: boolean }): Promise<void>
  /** Stamps payloads of the platform's own; `undefined` without a session. */
  readonly signer: Signer | undefined
  readonly credentials: Credentials
  readonly sessions: Sessions
  /** The recovery phrase. Rejects `EXPORT_SIGNER_REQUIRED` unless `exportSigner` is set. */
  exportWallet(options?: CallOptions): Promise<ExportedWallet>
  /** Hides the wallet's activity, or shows it again. */
  updatePrivacy(change: { readonly privateEnabled: boolean } & CallOptions): Promise<InternalAccount>
  /** Executes a quote of this wallet, as the platform got it from `POST /quotes`. Asked again, it executes no second time. */
  executeQuote(quote: Quote, options?: CallOptions): Promise<Quote>
  /** Any other signed request that the backend routes. Resolves with the answer's JSON, unparsed. */
  signedRequest(options: SignedRequestOptions): Promise<unknown>
  /** Lets go of everything and rejects what is pending with `DISPOSED`. Erases nothing. */
  dispose(): void
}
