/** The errors of this library: a kind for the next step, a literal code, the original as `cause`. @module */
import type { ErrorBody } from './wire/errors.js'

/** Which step an error calls for: each kind is a subclass of {@link WalletError}. */
export type ErrorKind = 'transport' | 'service' | 'ceremony' | 'session' | 'sealedKey'

/** The backend or the service could not be reached, or what came back could not be read. */
export type TransportErrorCode =
  /** No answer: offline, refused, blocked. Nothing single-use was sent. */
  | 'NETWORK'
  /** No answer within 30 s to a call that may be repeated. */
  | 'TIMEOUT'
  /** 502, 503 or 504. */
  | 'GATEWAY'
  /** A success that the interface does not describe. */
  | 'MALFORMED_ANSWER'
  /** The answer to a single-use call was lost: the call may have taken effect. `message` says how to find out. */
  | 'OUTCOME_UNKNOWN'

/** The person, the authenticator or the identity provider gave no usable proof. */
export type CeremonyErrorCode =
  /** Dismissed, timed out in the browser's own dialog, or no matching passkey: browsers do not tell these apart. */
  | 'CEREMONY_CANCELLED'
  | 'CEREMONY_TIMEOUT'
  | 'PASSKEYS_UNSUPPORTED'
  /** The authenticator already holds a passkey of this account. */
  | 'PASSKEY_EXISTS'
  /** The page's host does not belong to the relying party id, or the page is not a secure context. */
  | 'RELYING_PARTY_MISMATCH'
  | 'CEREMONY_FAILED'
  /** `getOidcToken` rejected; its error is the `cause`. */
  | 'OIDC_CALLBACK_FAILED'
  | 'OIDC_TIMEOUT'
  | 'OIDC_TOKEN_MALFORMED'
  | 'OIDC_NONCE_MISMATCH'
  /** `iat` is 60 s or more old, or more than 5 s ahead, by the server's clock. */
  | 'OIDC_TOKEN_STALE'

/** The wallet is not in a state in which the call makes sense. */
export type SessionErrorCode =
  | 'SESSION_REQUIRED'
  | 'SESSION_EXPIRED'
  | 'SESSION_ENDED'
  | 'CREDENTIAL_NOT_FOUND'
  | 'CREDENTIAL_AMBIGUOUS'
  /** A newer flow took over. */
  | 'SUPERSEDED'
  /** A single-use call is out: wait for it. */
  | 'BUSY'
  /** `cancel()` or the caller's `signal`. */
  | 'CANCELLED'
  | 'DISPOSED'
  /** The page went away before the answer to a verify arrived. */
  | 'INTERRUPTED'
  /** The one-time code was not entered in time. */
  | 'PROOF_TIMEOUT'
  /** No proof is awaited, or one of another kind. */
  | 'NOT_AWAITED'
  /** The signed-request challenge, or the quote, expired before it could be stamped. */
  | 'CHALLENGE_EXPIRED'
  /** Signed out here; the service refused or was not reached. */
  | 'REVOKE_FAILED'
  /** Signed out here; the storage failed, and may still hold the key. */
  | 'ERASE_FAILED'
  | 'EXPORT_SIGNER_REQUIRED'

/** A sealed key or an export does not open, or what it holds is no key. */
export type SealedKeyErrorCode =
  | 'SEALED_KEY_BASE58'
  | 'SEALED_KEY_CHECKSUM'
  | 'SEALED_KEY_LENGTH'
  | 'SEALED_KEY_POINT'
  | 'SEALED_KEY_OPEN'
  | 'SEALED_KEY_PLAINTEXT'
  | 'EXPORT_MALFORMED'
  | 'EXPORT_UNSIGNED'
  | 'EXPORT_SIGNER_MISMATCH'
  | 'EXPORT_SIGNATURE_INVALID'
  | 'EXPORT_ORGANIZATION_MISMATCH'

/**
 * Every rejection of this library, but for a caller's mistake, which is a `TypeError`.
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
  /** Literal and stable. For `service` it is the service's own spelling, an open set. */
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
  /** The `Idempotency-Key` that the call was sent with: the same call with the same key does nothing a second time. */
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

/** The service, or the platform backend before it, refused. */
export class ServiceError extends WalletError {
  override readonly name = 'ServiceError'
  /** HTTP status. */
  readonly status: number
  /** Why, where the service says so (`reason` or `details.reason`). */
  readonly reason: string | undefined
  /** Seconds to wait before the same call, for 429. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, retryAfter?: number, options?: ErrorOptions) {
    super('service', body.code, body.message ?? `The service answered ${status} ${body.code}.`, options)
    this.status = status
    this.reason = reasonOf(body)
    this.retryAfter = retryAfter
  }
}

/** The `reason` of an error, at top level or in `details` (its position is not documented: wire-facts 6 [advice]). */
function reasonOf(body: ErrorBody): string | undefined {
  const nested = body.details?.['reason']
  return body.reason ?? (typeof nested === 'string' ? nested : undefined)
}

/** Ask the person again. */
export class CeremonyError extends WalletError {
  override readonly name = 'CeremonyError'
  declare readonly code: CeremonyErrorCode

  constructor(code: CeremonyErrorCode, message: string, options?: ErrorOptions) {
    super('ceremony', code, message, options)
  }
}

/** Sign in, or wait for what is under way. */
export class SessionError extends WalletError {
  override readonly name = 'SessionError'
  declare readonly code: SessionErrorCode

  constructor(code: SessionErrorCode, message: string, options?: ErrorOptions) {
    super('session', code, message, options)
  }
}

/** Start over; if it stays, the service and this client disagree about the format. */
export class SealedKeyError extends WalletError {
  override readonly name = 'SealedKeyError'
  declare readonly code: SealedKeyErrorCode

  constructor(code: SealedKeyErrorCode, message: string, options?: ErrorOptions) {
    super('sealedKey', code, message, options)
  }
}

/** What the state keeps of an error: plain JSON, no message of anybody else's, no cause. */
export interface Fault {
  readonly kind: ErrorKind
  readonly code: string
  readonly status?: number
  readonly reason?: string
  /** Seconds. */
  readonly retryAfter?: number
}

/** The part of an error that a state may hold. */
export function faultOf(error: WalletError): Fault {
  if (!(error instanceof ServiceError)) return { kind: error.kind, code: error.code }
  const { kind, code, status, reason, retryAfter } = error
  return {
    kind,
    code,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  }
}
