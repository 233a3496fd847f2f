/** The form in which an error crosses between the two pages: without its cause and its stack. @module */
import { CeremonyError, SealedKeyError, ServiceError, SessionError, TransportError } from '../errors.js'

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

const classes = {
  transport: TransportError,
  ceremony: CeremonyError,
  session: SessionError,
  sealedKey: SealedKeyError,
}
const isPlain = (kind: string): kind is keyof typeof classes => Object.hasOwn(classes, kind)

/** Makes the library's own error of one that has crossed. `cause` is what the page itself knows about it. */
export function rebuilt(error: CarriedError, cause?: unknown): Error {
  const { kind = '', code = '', message, status = 0, retryAfter, idempotencyKey, quoteStatus } = error
  if (kind === 'service') return new ServiceError(status, { ...error, code }, retryAfter)
  if (!isPlain(kind)) return new TypeError(message)
  // The type assertion is safe for a frame of this version, which sends no other codes of this kind.
  const made = new classes[kind](code as never, message, {
    idempotencyKey,
    ...(cause !== undefined && { cause }),
  })
  return Object.assign(made, retryAfter && { retryAfter }, quoteStatus && { quoteStatus })
}
