/** The errors that only the flows throw. They load with the flows, after the page has started. @module */
import {
  type CeremonyErrorCode,
  type Fault,
  type SealedKeyErrorCode,
  type SessionError,
  type TransportError,
  WalletError,
} from './errors.js'
import type { ErrorBody } from './wire/errors.js'

/** The service, or the platform backend in front of it, refused the call. */
export class ServiceError extends WalletError {
  override readonly name = 'ServiceError'
  /** HTTP status. */
  readonly status: number
  /** Why the call was refused, if the service says so in `reason` or `details.reason`. */
  readonly reason: string | undefined
  /** For 429: seconds to wait before repeating the call. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, retryAfter?: number, options?: ErrorOptions) {
    super('service', body.code, body.message ?? `The service answered ${status} ${body.code}.`, options)
    this.status = status
    this.reason = reasonOf(body)
    this.retryAfter = retryAfter
  }
}

/**
 * Reads the `reason` of a refusal from the top level or from `details`, because the service does not document which one
 * it uses (wire-facts 6 [our choice]).
 */
function reasonOf(body: ErrorBody): string | undefined {
  const nested = body.details?.['reason']
  return body.reason ?? (typeof nested === 'string' ? nested : undefined)
}

/** The person, the authenticator or the identity provider did not give a usable proof. Ask the person again. */
export class CeremonyError extends WalletError {
  override readonly name = 'CeremonyError'
  declare readonly code: CeremonyErrorCode

  constructor(code: CeremonyErrorCode, message: string, options?: ErrorOptions) {
    super('ceremony', code, message, options)
  }
}

/**
 * A sealed key or an export could not be opened. Start over. If the error persists, the service and this library
 * disagree about the format.
 */
export class SealedKeyError extends WalletError {
  override readonly name = 'SealedKeyError'
  declare readonly code: SealedKeyErrorCode

  constructor(code: SealedKeyErrorCode, message: string, options?: ErrorOptions) {
    super('sealedKey', code, message, options)
  }
}

/** Returns the part of an error that the state contains. */
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

/** The union of all errors of this library. A `switch` over `code` narrows the type. */
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
