/**
 * The errors of this library. Each has a kind that says what to do next, a literal code, and the original as `cause`. Long
 * because the codes of all kinds are read together.
 *
 * @module
 */

/** What to do next about an error. Each kind is a subclass of {@link WalletError}. */
export type ErrorKind = 'transport' | 'service' | 'ceremony' | 'session' | 'sealedKey'

/** The backend or the service could not be reached, or its answer could not be read. */
export type TransportErrorCode =
  /** Offline, refused or blocked, or a part of the library could not be loaded. No single-use call was sent. */
  | 'NETWORK'
  /** No answer within 30 s to a call that may be repeated. */
  | 'TIMEOUT'
  /** Something between the page and the service answered 502, 503 or 504. */
  | 'GATEWAY'
  /** An answer that does not have the form that the interface describes. */
  | 'MALFORMED_ANSWER'
  /** The option `headers` threw or did not settle within 30 s; its error is the `cause`. Nothing was sent. */
  | 'HEADERS_FAILED'
  /** A redirect came instead of an answer, as where a check in front of the backend asks for the login. Nothing took effect. */
  | 'REDIRECTED'
  /** The answer to a single-use call was lost, so the call may have taken effect. `message` says how to find out. */
  | 'OUTCOME_UNKNOWN'

/** The person, the authenticator or the identity provider did not give a usable proof. */
export type CeremonyErrorCode =
  /** The dialog was dismissed or timed out, or no passkey matched: browsers do not tell these apart. */
  | 'CEREMONY_CANCELLED'
  /** The dialog was still open 5 s after its own timeout. */
  | 'CEREMONY_TIMEOUT'
  /** The browser or the authenticator does not support passkeys, or the page is not served over HTTPS. */
  | 'PASSKEYS_UNSUPPORTED'
  /** The authenticator already has a passkey for this account. */
  | 'PASSKEY_EXISTS'
  /** The page's host does not belong to the relying party id, or the page is not a secure context. */
  | 'RELYING_PARTY_MISMATCH'
  /** The ceremony failed in another way; the browser's error, if there is one, is the `cause`. */
  | 'CEREMONY_FAILED'
  /** `getOidcToken` rejected; its error is the `cause`. */
  | 'OIDC_CALLBACK_FAILED'
  /** `getOidcToken` did not settle within five minutes. */
  | 'OIDC_TIMEOUT'
  /** The token is not a JWT. */
  | 'OIDC_TOKEN_MALFORMED'
  /** The token's `nonce` is missing, or not the one that was given for this request. */
  | 'OIDC_NONCE_MISMATCH'
  /** The token's `iat` is 60 s old or older, or more than 5 s ahead, by the server's clock. */
  | 'OIDC_TOKEN_STALE'

/** The state of the wallet does not allow the call, or something else ended it. */
export type SessionErrorCode =
  /** The call needs a session; adding a credential needs one with 90 s left. */
  | 'SESSION_REQUIRED'
  /** The session is past its `expiresAt`. */
  | 'SESSION_EXPIRED'
  /** The session was signed out, revoked or replaced. */
  | 'SESSION_ENDED'
  /** The platform asks for a fresh proof before this call: sign in again, then repeat it. Nothing took effect. */
  | 'STEP_UP_REQUIRED'
  | 'CREDENTIAL_NOT_FOUND'
  /** The account has several credentials of this type: pass `credential`. */
  | 'CREDENTIAL_AMBIGUOUS'
  /** A newer flow, another tab or a sign-out took over. */
  | 'SUPERSEDED'
  /** A single-use call is in flight, here or in another tab: wait for it. */
  | 'BUSY'
  /** `cancel()` was called, or the caller's `signal` aborted. */
  | 'CANCELLED'
  | 'DISPOSED'
  /** An earlier page was closed before the answer to its verify or refresh arrived. Only in a {@link Fault}. */
  | 'INTERRUPTED'
  /** The one-time code was not entered in time. */
  | 'PROOF_TIMEOUT'
  /** No proof is awaited, or another kind of proof is. */
  | 'NOT_AWAITED'
  /** The option `confirm` did not resolve with `true` in time. Nothing was stamped. */
  | 'CONFIRMATION_REFUSED'
  /** The signed-request challenge or the quote expired before it could be stamped. */
  | 'CHALLENGE_EXPIRED'
  /** What the backend wanted to be stamped is for something else than the call. Nothing was stamped. */
  | 'PAYLOAD_REFUSED'
  /** Signed out here, but the service refused or could not be reached: the session stays active there. */
  | 'REVOKE_FAILED'
  /** Signed out here, but the storage failed and may still contain the key. */
  | 'ERASE_FAILED'
  /** `exportWallet` was called without the option `exportSigner`. */
  | 'EXPORT_SIGNER_REQUIRED'

/** A sealed key or an export does not open, or does not contain what it should. */
export type SealedKeyErrorCode =
  | 'SEALED_KEY_BASE58'
  | 'SEALED_KEY_CHECKSUM'
  | 'SEALED_KEY_LENGTH'
  /** Its encapsulated key is not a point of P-256. */
  | 'SEALED_KEY_POINT'
  /** It was sealed to another client key, or altered. */
  | 'SEALED_KEY_OPEN'
  /** It opened, but does not contain a private key. */
  | 'SEALED_KEY_PLAINTEXT'
  | 'EXPORT_MALFORMED'
  | 'EXPORT_UNSIGNED'
  /** It was signed with a key other than `exportSigner`. */
  | 'EXPORT_SIGNER_MISMATCH'
  | 'EXPORT_SIGNATURE_INVALID'
  /** It does not name the organization of the request that was stamped. */
  | 'EXPORT_ORGANIZATION_MISMATCH'

/**
 * What every method of this library rejects with, except for a caller's mistake, which is a `TypeError`.
 *
 * @example
 * try {
 *   await wallet.signIn({ type: 'PASSKEY' })
 * } catch (error) {
 *   if (error instanceof WalletError && error.code === 'CEREMONY_CANCELLED') return
 *   throw error
 * }
 */
export class WalletError extends Error {
  override readonly name: string = 'WalletError'
  readonly kind: ErrorKind
  /** Literal and stable. For the kind `service` it is the service's own code, from an open set. */
  readonly code: string

  constructor(kind: ErrorKind, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.code = code
  }
}

/** Try again later, or find out what happened. */
export class TransportError extends WalletError {
  override readonly name = 'TransportError'
  declare readonly code: TransportErrorCode
  /** The `Idempotency-Key` of the call: sent again with the same key, the call takes effect only once. */
  declare readonly idempotencyKey?: string

  constructor(
    code: TransportErrorCode,
    message: string,
    { idempotencyKey, ...options }: ErrorOptions & { readonly idempotencyKey?: string | undefined } = {},
  ) {
    super('transport', code, message, options)
    if (idempotencyKey !== undefined) this.idempotencyKey = idempotencyKey
  }
}

/** Sign in, or wait for the call that is in flight. */
export class SessionError extends WalletError {
  override readonly name = 'SessionError'
  declare readonly code: SessionErrorCode

  constructor(code: SessionErrorCode, message: string, options?: ErrorOptions) {
    super('session', code, message, options)
  }
}

/** What the state keeps of an error: plain JSON, without its message and cause. */
export interface Fault {
  readonly kind: ErrorKind
  readonly code: string
  readonly status?: number
  readonly reason?: string
  /** Seconds. */
  readonly retryAfter?: number
}
