/**
 * The errors of this library. Each has a kind that says what to do next, and a literal code. If another error led to
 * it, that error is its `cause`.
 * @module
 */
import type { ExistsCode } from './wire/credential-type.js'
import type { QuoteStatus, Unlisted } from './wire/open-sets.js'

/** The kind of an error, which says what to do next. Each kind has a subclass of {@link WalletError}. */
export type ErrorKind = 'transport' | 'service' | 'ceremony' | 'session' | 'sealedKey'

/** No answer came from the backend or the service, or the answer could not be read. */
export type TransportErrorCode =
  /** No answer came from the backend, or a part of the library took over 30 s to load. No single-use call was sent. */
  | 'NETWORK'
  /** No answer within 30 s to a call that may be repeated. */
  | 'TIMEOUT'
  /** The status was 502, 503 or 504, or it was 500 or 505 to 599 and the answer did not contain a readable error. */
  | 'GATEWAY'
  /** The answer does not have the form that the service documents. */
  | 'MALFORMED_ANSWER'
  /** A part of the library could not be loaded, so nothing was sent. Reload the page. */
  | 'LOAD_FAILED'
  /** The option `headers` threw the error in `cause`, or did not settle within 30 s. Nothing was sent. */
  | 'HEADERS_FAILED'
  /** The call was answered with a redirect, for example to a login page. A quote that was sent stays in `unsettled`. */
  | 'REDIRECTED'
  /** The answer to a single-use call was lost, so the call may have taken effect. `message` says how to find out. */
  | 'OUTCOME_UNKNOWN'
  /** The wallet's page, in a frame or window, did not load or did not answer in time. Nothing was sent. */
  | 'FRAME_UNREACHABLE'
  /** The wallet's page and this page speak different versions of the protocol. `message` names both. */
  | 'FRAME_VERSION'
  /** The wallet's page was reloaded or removed, or it hangs. The call had no effect. */
  | 'FRAME_LOST'

/** The person, the authenticator or the identity provider did not give a usable proof. */
export type CeremonyErrorCode =
  /** The dialog was dismissed, it timed out, or no passkey matched. Browsers do not say which. */
  | 'CEREMONY_CANCELLED'
  /** The dialog was still open 5 s after its own timeout, or no passkey was chosen from autofill within an hour. */
  | 'CEREMONY_TIMEOUT'
  /** The browser or the authenticator does not support passkeys, or the page is not served over HTTPS. */
  | 'PASSKEYS_UNSUPPORTED'
  /** The authenticator already has a passkey for this account. */
  | 'PASSKEY_EXISTS'
  /** The page's host does not match the relying party id, or the page is not a secure context. */
  | 'RELYING_PARTY_MISMATCH'
  /** Another passkey request of this page is open, such as the autofill of a login form. Abort that request first. */
  | 'CEREMONY_PENDING'
  /** This page is in a frame that may not use passkeys. The frame's `allow` attribute must permit them. */
  | 'PASSKEYS_NOT_ALLOWED'
  /** The user typed a code, an e-mail address or a passkey name that cannot be valid, so nothing was sent. */
  | 'INPUT_INVALID'
  /** The browser did not open the window that a wallet in a frame needs for this call. Make the call in a click. */
  | 'WINDOW_BLOCKED'
  /** The ceremony failed in another way; the browser's error, if there is one, is the `cause`. */
  | 'CEREMONY_FAILED'
  /** `getOidcToken` rejected; its error is the `cause`. */
  | 'OIDC_CALLBACK_FAILED'
  /** `getOidcToken` did not settle within five minutes. */
  | 'OIDC_TIMEOUT'
  /** The token is not a JWT. */
  | 'OIDC_TOKEN_MALFORMED'
  /** The token's `nonce` is missing, or is not the one that this sign-in or creation requires. */
  | 'OIDC_NONCE_MISMATCH'
  /** By the server's clock, the token's `iat` is 60 s or more in the past, or more than 5 s in the future. */
  | 'OIDC_TOKEN_STALE'

/** The state of the wallet does not allow the call, or the call was ended early. */
export type SessionErrorCode =
  /** The call needs a session. Adding a credential needs a session that is valid for at least another 90 s. */
  | 'SESSION_REQUIRED'
  /** The session is past its `expiresAt`. */
  | 'SESSION_EXPIRED'
  /** The user signed out, or the session was revoked or replaced. */
  | 'SESSION_ENDED'
  /** The platform asks for a more recent sign-in, and the call had no effect. Sign in again, then repeat the call. */
  | 'STEP_UP_REQUIRED'
  /** This browser's WebCrypto makes no P-256 keys. Nothing was sent. */
  | 'WEBCRYPTO_UNUSABLE'
  /** The account has no credential of this type, or does not have the one that was named or chosen in autofill. */
  | 'CREDENTIAL_NOT_FOUND'
  /** The account has several credentials of this type. Pass `credential` to name one. */
  | 'CREDENTIAL_AMBIGUOUS'
  /** A newer flow, another tab or a sign-out superseded the call. */
  | 'SUPERSEDED'
  /** A single-use call is in flight, here or in another tab. Wait for it to end. */
  | 'BUSY'
  /** `cancel()` was called, or the caller's `signal` aborted. */
  | 'CANCELLED'
  /** The wallet was disposed. */
  | 'DISPOSED'
  /** An earlier page was closed before its verify call or refresh was answered. Occurs only in the state. */
  | 'INTERRUPTED'
  /** The awaited code or ID token was not submitted in time. */
  | 'PROOF_TIMEOUT'
  /**
   * `submit()`, `resend()` or `authorizeQuote()` was called while no proof, or a proof of another kind, was awaited.
   */
  | 'NOT_AWAITED'
  /** The option `confirm` resolved with another value than `true`, or not in time. Nothing was stamped. */
  | 'CONFIRMATION_REFUSED'
  /** The option `confirm` threw the error in `cause`, so the user has not answered. Nothing was stamped. */
  | 'CONFIRMATION_FAILED'
  /**
   * The signed-request challenge expired before it was stamped, or the stamped request was answered with another one.
   * Or the quote is past its `expiresAt`, and the service reports no payment.
   */
  | 'CHALLENGE_EXPIRED'
  /**
   * The service no longer accepts an answer to what the payment waits for. Nothing was sent, or it was refused. Read
   * the quote until it is `FAILED`; then make a new quote.
   */
  | 'AUTHORIZATION_EXPIRED'
  /** The payload to stamp, as the backend sent it, does not match the call. Nothing was stamped. */
  | 'PAYLOAD_REFUSED'
  /** The wallet signed out, but the service has not confirmed the revocation. The session may still be active. */
  | 'REVOKE_FAILED'
  /** The wallet signed out, but the storage failed and may still contain the key. */
  | 'ERASE_FAILED'
  /** `exportWallet` was called without the option `exportSigner`. */
  | 'EXPORT_SIGNER_REQUIRED'
  /** `keyDelivery` is `client-held`, and a sign-in by code was started without the option `otpSigner`. */
  | 'OTP_SIGNER_REQUIRED'
  /** The service refused a key or a code in the form that `keyDelivery` chooses; `message` names the value to set. */
  | 'KEY_DELIVERY_REFUSED'

/** A session key or an export did not arrive as it was asked for, or cannot be opened. */
export type SealedKeyErrorCode =
  /**
   * The session in the answer has its key in the way that the option `keyDelivery` does not ask for, so nobody here can
   * use it. The session before it is as it was.
   */
  | 'KEY_DELIVERY_CONTRADICTED'
  /** The text is empty or contains a character that is not in the base58 alphabet. */
  | 'SEALED_KEY_BASE58'
  /** The checksum does not match: the text was altered. */
  | 'SEALED_KEY_CHECKSUM'
  /** The sealed key is not 81 bytes long. */
  | 'SEALED_KEY_LENGTH'
  /** The encapsulated key is not a point on P-256. */
  | 'SEALED_KEY_POINT'
  /** The text was sealed to another client key, or altered. */
  | 'SEALED_KEY_OPEN'
  /** The sealed key was opened, but does not contain a private key. */
  | 'SEALED_KEY_PLAINTEXT'
  /** The export is not in one of the documented forms. */
  | 'EXPORT_MALFORMED'
  /** The export has no signature. */
  | 'EXPORT_UNSIGNED'
  /** The export was signed with a key other than `exportSigner`. */
  | 'EXPORT_SIGNER_MISMATCH'
  /** The signature does not match the export. */
  | 'EXPORT_SIGNATURE_INVALID'
  /** The organization in the export is not the one in the request that was stamped. */
  | 'EXPORT_ORGANIZATION_MISMATCH'
  /** The bundle with the key to which a code is encrypted is not in the documented form. The code was not sent. */
  | 'OTP_BUNDLE_MALFORMED'
  /** The bundle was signed with a key other than `otpSigner`. The code was not sent. */
  | 'OTP_SIGNER_MISMATCH'
  /** The signature does not match the bundle. The code was not sent. */
  | 'OTP_SIGNATURE_INVALID'

/**
 * The codes of the service and of the platform backend that this version knows (docs/error-codes.md). Both may send
 * others, which pass through as they are, as {@link Unlisted}.
 */
export type ServiceErrorCode =
  | 'UNAUTHORIZED'
  | 'NOT_LOGGED_IN'
  | 'FORBIDDEN'
  | 'INVALID_INPUT'
  | 'RATE_LIMITED'
  | 'CONFLICT'
  | 'QUOTE_NOT_FOUND'
  | ExistsCode
  | 'PAYMENT_PROOF_REFUSED'
  | 'PAYMENT_PASSKEY_REQUIRED'
  | 'PAYMENT_PASSKEY_UNKNOWN'
  /** A passkey was added or removed without the word of another one, so the payment has to wait: `payableFrom`. */
  | 'PAYMENT_NOT_YET'
  /** Too many wrong answers to what a payment waits for (wire-facts 12.2). The person has to wait. */
  | 'ACCOUNT_LOCKED'
  /** The person has no session at the service in which a payment may be authorized (wire-facts 12.2). */
  | 'SCA_SESSION_REQUIRED'
  | 'INSUFFICIENT_BALANCE'
  | 'STEP_UP_REQUIRED'
  | 'PAYMENT_PROOF_REQUIRED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'OVERLOADED'
  | 'STORE_UNREACHABLE'
  | 'PLATFORM_TIMEOUT'
  | 'UPSTREAM_REFUSED'
  | 'UPSTREAM_RATE_LIMITED'
  | 'UPSTREAM_UNREACHABLE'
  | 'UPSTREAM_TIMEOUT'
  /** The answer is not in the service's form: something else sent it, with this status. */
  | `HTTP_${number}`

/** All codes that the errors of this library may have. */
export type ErrorCode =
  | TransportErrorCode
  | ServiceErrorCode
  | Unlisted
  | CeremonyErrorCode
  | SessionErrorCode
  | SealedKeyErrorCode

/**
 * The methods of this library reject with an instance of this class or of a subclass, or with a `TypeError` for a
 * caller's mistake.
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
  /**
   * A code keeps its meaning in later versions. For the kind `service`, it is the code that the service sent, which may
   * be one that this library does not list.
   */
  readonly code: ErrorCode

  constructor(kind: ErrorKind, code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.code = code
  }
}

/** The call did not get a readable answer: try again later, or find out what happened. */
export class TransportError extends WalletError {
  override readonly name = 'TransportError'
  declare readonly kind: 'transport'
  declare readonly code: TransportErrorCode
  /** The `Idempotency-Key` of the call. If the call is sent again with the same key, it takes effect only once. */
  declare readonly idempotencyKey?: string
  /** The status of the quote, if `MALFORMED_ANSWER` is about a quote of which only the status can be read. */
  declare readonly quoteStatus?: QuoteStatus | Unlisted
  /** Seconds to wait before repeating the call, if a gateway says so. Only errors of the client have it. */
  declare readonly retryAfter?: number

  constructor(
    code: TransportErrorCode,
    message: string,
    { idempotencyKey, ...options }: ErrorOptions & { readonly idempotencyKey?: string | undefined } = {},
  ) {
    super('transport', code, message, options)
    if (idempotencyKey !== undefined) this.idempotencyKey = idempotencyKey
  }
}

/** The service, or the platform backend in front of it, refused the call. */
export class ServiceError extends WalletError {
  override readonly name = 'ServiceError'
  declare readonly kind: 'service'
  /** As the service spells it. For one that this version does not list, compare `String(error.code)`. */
  declare readonly code: ServiceErrorCode | Unlisted
  /** HTTP status. */
  readonly status: number
  /** Why the call was refused, if the service says so. */
  readonly reason: string | undefined
  /** For 429: seconds to wait before repeating the call. */
  readonly retryAfter: number | undefined
  /** The dotted paths of the fields that were refused, if the answer names any. */
  declare readonly fields?: readonly string[]
  /** For `PAYMENT_NOT_YET`: from when on the person can prove the payment. ISO 8601, server time. */
  declare readonly payableFrom?: string

  constructor(
    status: number,
    body: {
      readonly code: string
      readonly message?: string | undefined
      readonly reason?: string | undefined
      readonly fields?: readonly string[] | undefined
      readonly payableFrom?: string | undefined
    },
    retryAfter?: number,
    options?: ErrorOptions,
  ) {
    // The type assertion is the meaning of `Unlisted`: what is not in the list counts as one.
    super(
      'service',
      body.code as ServiceErrorCode | Unlisted,
      body.message ?? `The service answered ${status} ${body.code}.`,
      options,
    )
    this.status = status
    this.reason = body.reason
    this.retryAfter = retryAfter
    if (body.fields !== undefined) this.fields = body.fields
    if (body.payableFrom !== undefined) this.payableFrom = body.payableFrom
  }
}

/** The person, the authenticator or the identity provider did not give a usable proof. Ask the person again. */
export class CeremonyError extends WalletError {
  override readonly name = 'CeremonyError'
  declare readonly kind: 'ceremony'
  declare readonly code: CeremonyErrorCode

  constructor(code: CeremonyErrorCode, message: string, options?: ErrorOptions) {
    super('ceremony', code, message, options)
  }
}

/**
 * A session key or an export did not arrive as it was asked for, or could not be opened. Start over. If the error
 * persists, the service and this library disagree about the format.
 */
export class SealedKeyError extends WalletError {
  override readonly name = 'SealedKeyError'
  declare readonly kind: 'sealedKey'
  declare readonly code: SealedKeyErrorCode

  constructor(code: SealedKeyErrorCode, message: string, options?: ErrorOptions) {
    super('sealedKey', code, message, options)
  }
}

/** The state of the wallet did not allow the call: sign in, or wait for the call that is in flight. */
export class SessionError extends WalletError {
  override readonly name = 'SessionError'
  declare readonly kind: 'session'
  declare readonly code: SessionErrorCode

  constructor(code: SessionErrorCode, message: string, options?: ErrorOptions) {
    super('session', code, message, options)
  }
}

/** The {@link Fault} of a {@link ServiceError}. */
export interface ServiceFault {
  readonly kind: 'service'
  readonly code: ServiceErrorCode | Unlisted
  readonly status: number
  readonly reason?: string
  /** For 429: seconds to wait before repeating the call. */
  readonly retryAfter?: number
  /** The dotted paths of the fields that were refused, if the answer names any. */
  readonly fields?: readonly string[]
}

/** The part of an error that the state contains: plain JSON, without message and cause. `kind` and `code` narrow it. */
export type Fault =
  | ServiceFault
  | { readonly kind: 'transport'; readonly code: TransportErrorCode }
  | { readonly kind: 'ceremony'; readonly code: CeremonyErrorCode }
  | { readonly kind: 'session'; readonly code: SessionErrorCode }
  | { readonly kind: 'sealedKey'; readonly code: SealedKeyErrorCode }

/**
 * Whether the service did not accept a proof, such as a mistyped or expired code. Deployments spell this differently
 * (fact `refusedCode`): 401 `UNAUTHORIZED`, or 400 `INVALID_INPUT` that names no field. Pass an error of `submit()`, of
 * a `signIn()` by passkey or ID token, or the `fault` of a flow in `awaitingProof`. Other calls have answers of the
 * same form for other reasons.
 *
 * @example
 * if (isProofRefused(error)) show('That code is not right. Check it, or get a new one.')
 */
export const isProofRefused = ({
  kind,
  code,
  status,
  fields,
}: {
  readonly kind: ErrorKind
  readonly code: string
  readonly status?: number
  readonly fields?: readonly string[]
}): boolean =>
  kind === 'service' &&
  ((status === 401 && code === 'UNAUTHORIZED') ||
    (status === 400 && code === 'INVALID_INPUT' && fields === undefined))

/** The union of all errors of this library. `kind` and `code` narrow it. */
export type AnyWalletError = TransportError | ServiceError | CeremonyError | SessionError | SealedKeyError

const kinds: ReadonlySet<unknown> = new Set(['transport', 'service', 'ceremony', 'session', 'sealedKey'])

/**
 * Whether an error is one of this library's. Unlike `instanceof`, this also recognizes errors of a second copy of the
 * library.
 *
 * @example
 * if (isWalletError(error) && error.code === 'CEREMONY_CANCELLED') return
 */
export function isWalletError(error: unknown): error is AnyWalletError {
  return error instanceof Error && 'code' in error && 'kind' in error && kinds.has(error.kind)
}
