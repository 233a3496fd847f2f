/** The form in which an error crosses between the two pages: without its cause and its stack. @module */
import {
  CeremonyError,
  type CeremonyErrorCode,
  SealedKeyError,
  type SealedKeyErrorCode,
  ServiceError,
  SessionError,
  type SessionErrorCode,
  TransportError,
  type TransportErrorCode,
} from '../errors.js'

/** An error of the library, or a `TypeError`, as plain JSON. */
export interface CarriedError {
  /** The kind of a `WalletError`. Absent for a `TypeError`. */
  readonly kind?: string
  readonly code?: string
  readonly message: string
  readonly status?: number
  readonly reason?: string
  readonly retryAfter?: number
  readonly fields?: readonly string[]
  readonly payableFrom?: string
  readonly idempotencyKey?: string
  readonly quoteStatus?: string
}

/** Makes the library's own error of one that has crossed. `cause` is what the page itself knows about it. */
export function rebuilt(error: CarriedError, cause?: unknown): Error {
  const { kind, code = '', message } = error
  const options = cause === undefined ? {} : { cause }
  // The type assertions are safe for a frame of this version, which sends no other codes of these kinds.
  if (kind === 'session') return new SessionError(code as SessionErrorCode, message, options)
  if (kind === 'ceremony') return new CeremonyError(code as CeremonyErrorCode, message, options)
  if (kind === 'sealedKey') return new SealedKeyError(code as SealedKeyErrorCode, message, options)
  if (kind === 'service') {
    const { status = 0, reason, retryAfter, fields, payableFrom } = error
    return new ServiceError(status, { code, message, reason, fields, payableFrom }, retryAfter)
  }
  if (kind !== 'transport') return new TypeError(message)
  const { idempotencyKey, retryAfter, quoteStatus } = error
  const made = new TransportError(code as TransportErrorCode, message, { idempotencyKey })
  return Object.assign(made, retryAfter && { retryAfter }, quoteStatus && { quoteStatus })
}
